import {
  PostProcessResult,
  type NodeHtmlMarkdown,
  type TranslatorConfigFactory,
  type TranslatorConfigObject,
} from 'node-html-markdown';
import { TRANSPARENT } from './blocks.js';

/** What would be a reference to a character. */
const REFERENCE = '&(?=#?[a-z\\d]+;)';
/** What means something in Markdown wherever it stands: `<` begins HTML, `&` a reference. */
export const MARKS = new RegExp(`[\\\\\`*_~[\\]<]|${REFERENCE}`, 'gi');
/** And at the start of a line; a number only with the full stop behind it. */
export const MARKS_AT_START = /^(\s*)(?:([=>-]|\+\s|#{1,6}\s)|(\d{1,9})(\.(?:\s|$)))/;

/** The end of a line of code, and of the one before it: what is done to the lines around them, such as in lists, is not done to these. */
const CODE_LINE = '\0l';
const CODE_START = '\0s';

/** No HTML has their first character. */
export const removeCodeLines = (html: string): string => html.replaceAll('\0', '');
/** In a list or a quotation code begins in the line of its mark. */
export const endCodeLines = (markdown: string): string =>
  markdown.replace(/([-.>] )\0s[ >]*/g, '$1').replace(/\0[ls]/g, '\n');

/** Alternative texts and titles, in one line. */
const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(new RegExp(`[\\\\\`[\\]<]|${REFERENCE}`, 'gi'), '\\$&');
const titleOf = (title: string | undefined): string =>
  title ? ` "${plain(title).replaceAll('"', '\\"')}"` : '';
/** An address as it stands in brackets: without what would end it, and HTML. */
const addressOf = (address: string, encoded: RegExp): string =>
  address
    .trim()
    .replace(encoded, (sign) =>
      /[()_*]/.test(sign) ? `%${sign.charCodeAt(0).toString(16).toUpperCase()}` : encodeURIComponent(sign),
    )
    .replace(new RegExp(REFERENCE, 'gi'), '\\&');

/** Between as many backticks as the code has none of in a row. */
const fenceFor = (code: string, least: number): string =>
  '`'.repeat((code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length + 1), least));
const codeSpan = (code: string): string => {
  const fence = fenceFor(code, 1);
  const padding = fence.length > 1 ? ' ' : '';
  return fence + padding + code + padding + fence;
};

const link: TranslatorConfigFactory = ({ node, visitor }) => {
  const href = node.getAttribute('href');
  if (!href) return {};
  const address = addressOf(href, /[\s<>\\`()_*]/g);
  // Anything else between these brackets is an element.
  if (node.textContent === href && /^[a-z][a-z\d+.-]{1,31}:[^\s<>]*$/i.test(href)) {
    return { content: `<${address}>` };
  }
  return {
    postprocess: ({ content }) => content.replace(/(?:\r?\n)+/g, ' '),
    childTranslators: visitor.instance.aTagTranslators,
    prefix: '[',
    postfix: `](${address}${titleOf(node.getAttribute('title') ?? undefined)})`,
  };
};

const image: TranslatorConfigFactory = ({ node }) => {
  const src = node.getAttribute('src') ?? '';
  if (!src || /^data:/i.test(src)) return { ignore: true };
  const title = titleOf(node.getAttribute('title') ?? undefined);
  const alt = plain(node.getAttribute('alt') ?? '');
  return { content: `![${alt}](${addressOf(src, /[\s<>\\`()]/g)}${title})`, recurse: false };
};

/** In one line: code that goes on in another paragraph would end there, and what follows be HTML. */
const code: TranslatorConfigFactory = () => ({
  spaceIfRepeatingChar: true,
  noEscape: true,
  // Nothing between backticks would begin code with the next ones.
  postprocess: ({ content }) =>
    content.trim() === '' ? PostProcessResult.RemoveNode : codeSpan(content.replace(/\s+/g, ' ')),
});

const codeBlock: TranslatorConfigFactory = ({ node, parent, visitor, options, ...list }) => {
  let start = '';
  let isBlock = true;
  // The item that it lies in is indented as the list is, and what is in that by its mark; items around quotations by theirs.
  const mark = list.listKind === 'OL' ? `${list.listItemNumber}. ` : `${options.bulletMarker} `;
  let indent = options.indent.repeat(list.indentLevel ?? 0) + ' '.repeat(mark.length);
  for (let at = parent; at?.tagName; at = at.parentNode as typeof parent) {
    const name = at.tagName.toLowerCase();
    if (name === 'blockquote') {
      start = `> ${start}`;
      indent ||= '  ';
    } else if (name === 'li') {
      start = indent + start;
      indent = '';
      // Outside of a list, how far it is indented depends on what stands in front.
      if (!/^[uo]l$/i.test((at.parentNode as typeof parent)?.tagName ?? '')) isBlock = false;
    } else if (name !== 'ul' && name !== 'ol' && !TRANSPARENT.has(name)) isBlock = false;
  }
  const language = /language-([^\s`]+)/.exec(node.querySelector('code')?.getAttribute('class') ?? '')?.[1];
  return {
    surroundingNewlines: 2,
    noEscape: true,
    preserveWhitespace: true,
    childTranslators: visitor.instance.codeBlockTranslators,
    postprocess: ({ content }) => {
      if (content.trim() === '') return PostProcessResult.RemoveNode;
      // The first line end is none of the code.
      const lines = content.replace(/^\r?\n/, '').split(/\r\n?|\n/);
      // Beside words, such as in bold ones, each line is a piece of code.
      if (!isBlock) {
        return lines
          .filter((line) => line.trim())
          .map(codeSpan)
          .join('  \n');
      }
      const fence = fenceFor(content, 3);
      const block = [fence + (language ?? ''), ...lines, fence].join(CODE_LINE + start);
      return start ? CODE_START + start + block : block;
    },
  };
};

/** As the package has it, but for an expression that takes time with the square of the longest word. */
const listItem: TranslatorConfigFactory = ({
  options: { bulletMarker, indent },
  indentLevel = 0,
  listKind,
  listItemNumber,
}) => ({
  prefix:
    indent.repeat(indentLevel) +
    (listKind === 'OL' && listItemNumber !== undefined ? `${listItemNumber}. ` : `${bulletMarker} `),
  surroundingNewlines: 1,
  postprocess: ({ content }) =>
    content.trim() === ''
      ? PostProcessResult.RemoveNode
      : content
          .trim()
          .replace(
            /([^\r\n])(?:\r?\n)+(?!\s*[-*+]|\s*\d+\.|\s*\|)/g,
            (_newlines, before: string) => `${before}  \n${indent.repeat(indentLevel)}`,
          )
          .replace(/(\S)[^\S\r\n]+$/gm, '$1  '),
});

export const TRANSLATORS: TranslatorConfigObject = {
  a: link,
  img: image,
  code,
  pre: codeBlock,
  li: listItem,
};

/** The package has its own for what is inside of links and tables. */
export const setInnerTranslators = (translator: NodeHtmlMarkdown): void => {
  translator.aTagTranslators.set('img', image);
  // As text: a block of code in a link is none.
  translator.aTagTranslators.remove('pre');
  translator.tableCellTranslators.set('img', image);
  translator.tableCellTranslators.set('a', link);
};
