import { parseFragment } from 'parse5';

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** What the value of an attribute means: `&amp;` is one character of an address. */
export const attributeValue = (written: string): string => {
  if (!written.includes('&')) return written;
  const quote = written.includes('"') ? "'" : '"';
  const [element] = parseFragment(`<img src=${quote}${written}${quote}>`).childNodes;
  return element && 'attrs' in element ? (element.attrs[0]?.value ?? written) : written;
};
