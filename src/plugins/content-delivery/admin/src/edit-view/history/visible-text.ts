import { isBlockTag } from '../../shared/html-vocabulary';
import { PLUGIN_ID } from '../../shared/plugin-id';

interface ContentType {
  attributes: Record<string, { customField?: string }>;
}

/** Whether the texts of a field are HTML. */
export const isHtmlField = (contentType: ContentType | undefined, field: string): boolean =>
  contentType?.attributes[field]?.customField === `plugin::${PLUGIN_ID}.html`;

/** Cells of a row stand in one line. */
const isLine = ({ localName }: Element): boolean =>
  localName === 'br' || (isBlockTag(localName) && localName !== 'td' && localName !== 'th');

/** The words of an HTML text as readers see them, a line for each paragraph. For browsers. */
export const visibleText = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template, noscript')) hidden.remove();
  for (const image of body.querySelectorAll('img')) {
    if (image.alt) image.replaceWith(`[${image.alt}] `);
  }
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ');
  for (const element of body.querySelectorAll('*')) {
    if (!isLine(element)) continue;
    element.before('\n');
    element.after('\n');
  }
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
};
