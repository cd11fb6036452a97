import { NodeHtmlMarkdown } from 'node-html-markdown';

/** Elements that have no text for readers. */
const IGNORED = ['script', 'style', 'template', 'noscript', 'svg', 'math', 'form', 'object', 'embed'];

let translator: NodeHtmlMarkdown | undefined;

/**
 * HTML of a post or page as Markdown: for `.md` beside an article, which people copy and agents read.
 * @throws RangeError for elements that lie in each other by the ten thousand
 */
export const toMarkdown = (html: string): string => {
  translator ??= new NodeHtmlMarkdown({ ignore: IGNORED, bulletMarker: '-', maxConsecutiveNewlines: 2 });
  return `${translator.translate(html).trim()}\n`;
};
