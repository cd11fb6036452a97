import { isBlank } from '../../platform/formats';
import type { Templates, Variables } from './templates';
import type { TemplateKind } from './liquid';

/** The texts of a page that come from a template of the campaign unless the page has its own. */
export const RESOLVED_FIELDS = {
  html: { template: 'htmlTemplate', kind: 'html' },
  metaTitle: { template: 'metaTitleTemplate', kind: 'text' },
  metaDescription: { template: 'metaDescriptionTemplate', kind: 'text' },
} as const satisfies Record<string, { template: string; kind: TemplateKind }>;

/** Slugs, which are resolved when a page is saved and stored with it. */
export const STORED_FIELDS = {
  slug: { template: 'slugTemplate', kind: 'text' },
  targetSlug: { template: 'targetSlugTemplate', kind: 'text' },
} as const satisfies Record<string, { template: string; kind: TemplateKind }>;

export const TEMPLATE_FIELDS = { ...STORED_FIELDS, ...RESOLVED_FIELDS };

/**
 * How the HTML of a campaign escapes values: 1, or null, as campaigns from before escaping knew what is HTML, which keep it until
 * `npm run pseo:escaping` changes it. The schema gives new campaigns the newest.
 */
export type EscapingVersion = number | null | undefined;
export const NEWEST_ESCAPING = 2;

export const isNewestEscaping = (version: EscapingVersion): boolean => version === NEWEST_ESCAPING;

export const kindOf = (field: keyof typeof TEMPLATE_FIELDS, escaping: EscapingVersion): TemplateKind =>
  field === 'html' && !isNewestEscaping(escaping) ? 'legacy-html' : TEMPLATE_FIELDS[field].kind;

/**
 * A page's own text, which is literal and never a template; where it is blank, the campaign's template with the page's
 * variables; else nothing.
 * @throws TemplateProblem, MissingVariables
 */
export const resolveText = async (
  templates: Templates,
  kind: TemplateKind,
  own: string | null,
  template: string | null,
  variables: Variables,
): Promise<string> => {
  if (own !== null && !isBlank(own)) return own;
  if (!template) return '';
  return templates.render(await templates.parse(kind, template), variables);
};
