import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

/** A title or name as WordPress stores it, which is HTML, as the text that it shows. */
export const plainText = (html: string): string => {
  const isPlain = !/[&<]/.test(html);
  return (isPlain ? html : textOf(parseFragment(html))).replace(/\s+/g, ' ').trim();
};

const textOf = (node: Node): string => {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
};

/** True for a text that shows otherwise than it is stored: with a tag in it. */
export const hasMarkup = (html: string): boolean => /<[a-z/!]/i.test(html);
