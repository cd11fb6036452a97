import { NodeHtmlMarkdown } from 'node-html-markdown';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { renderMarkdown } from '../../migration/markdown/render';
import { readHtml } from '../../platform/html/read-html';
import { asHtmlBlock } from './html-block';
import { ownOf } from '../../../../contracts/own';

export interface Body {
  text: string;
  /** True where Markdown has no notation for some of it, which is there as HTML. */
  isHtml: boolean;
  /** Whether attributes that say how it looks were left out. */
  isPlainer: boolean;
}

/** What Markdown has a notation for. */
const WRITABLE = new Set(
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li a img strong b em i del s code pre blockquote table thead tbody tr th td'.split(
    ' ',
  ),
);
const KEPT_ATTRIBUTES = new Set(['href', 'src', 'alt', 'title']);

/** What readers would miss: where a list begins, and what is not to be seen. */
const isMeant = ({ name, value }: { name: string; value: string }): boolean =>
  name === 'start' ||
  name === 'hidden' ||
  (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(value));

let translator: NodeHtmlMarkdown | undefined;

/** Element names and attributes of HTML that Markdown has none for. */
const beyondMarkdown = (html: string): { elements: boolean; attributes: boolean } => {
  const beyond = { elements: false, attributes: false };
  readHtml(html, {
    onStartTag({ tagName, attrs }) {
      if (!WRITABLE.has(tagName) || attrs.some(isMeant)) beyond.elements = true;
      if (attrs.some(({ name }) => !KEPT_ATTRIBUTES.has(name))) beyond.attributes = true;
    },
    onOther() {
      beyond.attributes = true;
    },
  });
  return beyond;
};

type Node = DefaultTreeAdapterTypes.ChildNode;

const SAME_AS: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's' };
/** They say only how a table is written down. */
const UNSEEN = new Set(['thead', 'tbody']);
/** Between these and what stands beside them, spaces are none. */
const BLOCK_TAG = / ?(<\/?(?:p|br|hr|h[1-6]|ul|ol|li|pre|blockquote|table|tr|t[hd])>) ?/g;

/** What readers get of HTML: its texts, and the elements that they lie in, with what these lead to. */
const structureOf = (html: string): string => {
  const written = (node: Node, isExact: boolean): string => {
    if (node.nodeName === '#text') {
      const { value } = node as DefaultTreeAdapterTypes.TextNode;
      return isExact ? value : value.replace(/[ \t\r\n\f]+/g, ' ').replace(/[☐☑] /g, '');
    }
    if (!('tagName' in node)) return '';
    const name = ownOf(SAME_AS, node.tagName) ?? node.tagName;
    const inPre = isExact || name === 'pre';
    const inner = node.childNodes.map((child) => written(child, inPre)).join('');
    if (UNSEEN.has(name)) return inner;
    const kept = node.attrs
      .filter((attribute) => KEPT_ATTRIBUTES.has(attribute.name) && attribute.value !== '')
      .map((attribute) => `{${attribute.name} ${sameAddress(attribute.value)}}`)
      .sort();
    // A line ends a block of code, and is none of it.
    const text = name === 'pre' ? inner.replace(/\n(?=(?:<\/code>)?$)/, '') : inner;
    return `<${name}>${kept.join('')}${text}</${name}>`;
  };
  const all = parseFragment(html).childNodes.map((node) => written(node, false));
  return all.join('').replace(BLOCK_TAG, '$1').trim();
};

const sameAddress = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

/** Null where something would be lost. */
const asMarkdown = (html: string): string | null => {
  translator ??= new NodeHtmlMarkdown({ bulletMarker: '-', maxConsecutiveNewlines: 2 });
  const text = translator.translate(html).trim();
  return structureOf(renderMarkdown(text)) === structureOf(html) ? text : null;
};

/** A part of a text at its top: elements that may become Markdown together, or one that may not. */
interface Part {
  nodes: string[];
  /** Of an element that Markdown has no notation for; null for what it may have one for. */
  name: string | null;
}

const partsOf = (html: string): Part[] => {
  const parts: Part[] = [];
  let from = 0;
  for (const node of parseFragment(html, { sourceCodeLocationInfo: true }).childNodes) {
    const { startOffset = from, endOffset = startOffset } = node.sourceCodeLocation ?? {};
    const own = html.slice(startOffset, endOffset);
    from = endOffset;
    if (own.trim() === '') continue;
    const name = 'tagName' in node && beyondMarkdown(own).elements ? node.tagName : null;
    const last = parts.at(-1);
    if (name === null && last?.name === null) last.nodes.push(own);
    else parts.push({ nodes: [own], name });
  }
  return parts;
};

/** Markdown where it says the same; else, element by element, HTML where that alone does. */
const blocksOf = ({ nodes, name }: Part): { text: string; isHtml: boolean }[] => {
  const whole = nodes.join('\n');
  const text = name === null ? asMarkdown(whole) : null;
  if (text !== null) return [{ text, isHtml: false }];
  if (nodes.length > 1) return nodes.flatMap((node) => blocksOf({ nodes: [node], name: null }));
  return [
    {
      text: asHtmlBlock(whole, name ?? /^<([a-z][a-z\d]*)/i.exec(whole.trim())?.[1]?.toLowerCase() ?? null),
      isHtml: true,
    },
  ];
};

/**
 * The text of a post as Markdown. What Markdown has no notation for stays HTML, which Markdown may contain: an element, or all of
 * it where the parts would not say the same together.
 */
export const markdownBody = (html: string): Body => {
  try {
    const blocks = partsOf(html).flatMap(blocksOf);
    const text = `${blocks.map((block) => block.text).join('\n\n')}\n`;
    if (structureOf(renderMarkdown(text)) === structureOf(html)) {
      const isHtml = blocks.some((block) => block.isHtml);
      const isPlainer = blocks.some((block) => !block.isHtml) && beyondMarkdown(html).attributes;
      return { text, isHtml, isPlainer };
    }
  } catch (error) {
    // Elements that lie in each other by the ten thousand.
    if (!(error instanceof RangeError)) throw error;
  }
  return { text: `${asHtmlBlock(html, null)}\n`, isHtml: true, isPlainer: false };
};
