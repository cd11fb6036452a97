import { PREVIEW_ADDRESS_EXAMPLE, PREVIEW_PLACEHOLDERS } from '../../../../contracts/previews';
import { webAddressProblem } from '../../platform/formats';

type Placeholder = (typeof PREVIEW_PLACEHOLDERS)[number];

const NAMES: readonly string[] = PREVIEW_PLACEHOLDERS;
const PLACEHOLDER = /\{([^{}]*)\}/g;
const LISTED = PREVIEW_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

/** What is wrong with the preview address of a website, in words for an editor; null when it can be used. */
export const previewAddressProblem = (template: string): string | null => {
  const address = webAddressProblem(template);
  if (address) return `${address} Example: ${PREVIEW_ADDRESS_EXAMPLE}`;
  const unknown = [...template.matchAll(PLACEHOLDER)].find(([, name = '']) => !NAMES.includes(name));
  if (unknown) return `${unknown[0]} is not known here. A preview address may have ${LISTED}.`;
  if (/[{}]/.test(template.replace(PLACEHOLDER, ''))) {
    return `A brace stands alone. A preview address may have ${LISTED}, each in a pair of braces.`;
  }
  if (!template.includes('{token}')) {
    return `The address must have {token} in it: without it the website cannot open the draft. Example: ${PREVIEW_ADDRESS_EXAMPLE}`;
  }
  // Else the text of a draft would decide which server gets its token.
  if (/^https?:\/\/[^/?#]*[{}]/i.test(template)) {
    return 'Placeholders such as {slug} belong after the name of the website, not in it.';
  }
  return null;
};

/** The address of one preview: each placeholder replaced by its value, encoded. */
export const fillPreviewAddress = (template: string, values: Record<Placeholder, string>): string =>
  template.replace(PLACEHOLDER, (_, name: Placeholder) => encodeURIComponent(values[name]));
