import { attributeIn } from '../fidelity/start-tag';

const ALIGNMENTS = ['left', 'right', 'center', 'justify'];

/**
 * What of an element's own look is shown in the editor: alignment and direction of writing. Nothing else of the
 * content's styles and classes has an effect inside the panel.
 */
export const shownAttributes = (startTag: string | null): Record<string, string> => {
  if (!startTag || !/align|dir/i.test(startTag)) return {};
  const shown: Record<string, string> = {};
  const style = attributeIn(startTag, 'style') ?? '';
  const byClass = /has-text-align-(\w+)/.exec(attributeIn(startTag, 'class') ?? '')?.[1];
  const alignment = (
    /text-align:\s*(\w+)/i.exec(style)?.[1] ??
    attributeIn(startTag, 'align') ??
    byClass ??
    ''
  ).toLowerCase();
  if (ALIGNMENTS.includes(alignment)) shown['style'] = `text-align: ${alignment}`;
  const direction = (attributeIn(startTag, 'dir') ?? '').toLowerCase();
  if (['ltr', 'rtl', 'auto'].includes(direction)) shown['dir'] = direction;
  return shown;
};
