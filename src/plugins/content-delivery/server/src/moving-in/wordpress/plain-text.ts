import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

/** What stands in a line of its own, or ends one. */
const BREAKING: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** A title or name as WordPress stores it, which is HTML, as the text that it shows. */
export const plainText = (html: string): string => {
  const isPlain = !/[&<]/.test(html);
  return (isPlain ? html : textOf(parseFragment(html))).replace(/\s+/g, ' ').trim();
};

/** With a stack of its own: elements may lie in each other deeper than calls may. */
const textOf = (root: Node): string => {
  let text = '';
  const rest: (Node | string)[] = [root];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node === 'string') {
      text += node;
      continue;
    }
    const around = BREAKING.has(node.nodeName) ? ' ' : '';
    text += node.nodeName === '#text' && 'value' in node ? node.value : around;
    if (!('childNodes' in node)) continue;
    rest.push(around);
    for (let last = node.childNodes.length - 1; last >= 0; last -= 1) {
      const child = node.childNodes[last];
      if (child) rest.push(child);
    }
  }
  return text;
};

/** True for a text that shows otherwise than it is stored: with a tag in it. */
export const hasMarkup = (html: string): boolean => /<[a-z/!]/i.test(html);
