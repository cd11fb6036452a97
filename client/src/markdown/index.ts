import { NodeHtmlMarkdown } from 'node-html-markdown';
import { blocksOf } from './blocks.js';
import {
  endCodeLines,
  MARKS,
  MARKS_AT_START,
  removeCodeLines,
  setInnerTranslators,
  TRANSLATORS,
} from './translators.js';

/** Elements that have no text for readers. */
const IGNORED = ['script', 'style', 'template', 'noscript', 'svg', 'math', 'form', 'object', 'embed'];

const createTranslator = (): NodeHtmlMarkdown => {
  const translator = new NodeHtmlMarkdown(
    {
      ignore: IGNORED,
      bulletMarker: '-',
      maxConsecutiveNewlines: 2,
      globalEscape: [MARKS, '\\$&'],
      lineStartEscape: [MARKS_AT_START, '$1$3\\$2$4'],
    },
    TRANSLATORS,
  );
  setInnerTranslators(translator);
  return translator;
};
let translator: NodeHtmlMarkdown | undefined;

/**
 * HTML of a post or page as Markdown: for `.md` beside an article, which people copy and agents read. Texts stay texts: what they
 * contain is neither HTML nor Markdown.
 * @throws RangeError for more than 200 elements that lie in each other, and for a list or table of more than some ten thousand parts
 */
export const toMarkdown = (html: string): string => {
  translator ??= createTranslator();
  let markdown = '';
  for (const block of blocksOf(removeCodeLines(html))) {
    const text = translator.translate(block.html);
    if (text.trim() === '') continue;
    markdown += markdown && (block.continues ? ' ' : '\n\n');
    markdown += text;
  }
  return `${endCodeLines(markdown).trim()}\n`;
};
