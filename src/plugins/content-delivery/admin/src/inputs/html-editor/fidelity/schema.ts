import { Extension, Mark, Node, type Extensions } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';

/**
 * The document of the visual mode. Beside what TipTap has for the elements that editors know, it has boxes
 * (elements whose inside is edited), other elements around words, and parts that are kept as they are.
 *
 * Attributes that hold source text are never read from pasted HTML and never rendered: class names, styles and
 * handlers of the content have no effect inside the panel.
 */

const hidden = <T>(value: T) => ({ default: value, rendered: false, parseHTML: () => null });

/** Where a block comes from (an index into the origins of the opened HTML) and its start tag as written there. */
const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'box',
  'video',
  'keptBlock',
];

/** An element around words: its start tag as written, and its place in the source, outer before inner. */
const MARKS = ['bold', 'italic', 'strike', 'underline', 'code', 'link', 'inlineTag'];

const SourceAttributes = Extension.create({
  name: 'sourceAttributes',
  addGlobalAttributes: () => [
    {
      types: BLOCKS,
      attributes: {
        origin: { ...hidden<number | null>(null), keepOnSplit: false },
        open: { ...hidden<string | null>(null), keepOnSplit: false },
      },
    },
    // The kind of parent in which the text has no paragraph element around it.
    { types: ['paragraph'], attributes: { bare: hidden<string | null>(null) } },
    { types: ['codeBlock'], attributes: { openCode: hidden<string | null>(null) } },
    {
      types: ['table'],
      attributes: { lead: hidden(''), groups: hidden<readonly string[]>([]) },
    },
    { types: ['tableRow'], attributes: { group: hidden<number | null>(null) } },
    { types: ['image', 'hardBreak'], attributes: { open: hidden<string | null>(null) } },
    {
      types: MARKS,
      attributes: { open: hidden<string | null>(null), at: hidden<number | null>(null) },
    },
  ],
});

/** An element that groups blocks, such as a `div` or a `figure`. */
const Box = Node.create({
  name: 'box',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ tag: { default: 'div', rendered: false } }),
  renderHTML: ({ node }) => ['div', { 'data-html-box': String(node.attrs['tag']) }, 0],
});

/** A block that visual mode does not know, kept byte for byte and shown as a labelled box. */
const KeptBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    source: { default: '', rendered: false },
    reason: { default: null, rendered: false },
    /** Whether it flows in a line of text when it is beside text. */
    inLine: { default: false, rendered: false },
  }),
  // As text: nothing of it becomes an element of the panel.
  renderHTML: ({ node }) => ['div', { 'data-html-kept': '' }, String(node.attrs['source'])],
});

/** The same within a line of text. */
const KeptInline = Node.create({
  name: 'keptInline',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    source: { default: '', rendered: false },
    reason: { default: null, rendered: false },
  }),
  renderHTML: ({ node }) => ['span', { 'data-html-kept': '' }, String(node.attrs['source'])],
});

/** A video of a platform in an `iframe`. Shown by its title and address; nothing is loaded from there. */
const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '', rendered: false },
    title: { default: '', rendered: false },
    /** The element as it stood in the source, while nothing of it was changed. */
    source: { default: null, rendered: false },
  }),
  renderHTML: ({ node }) => ['div', { 'data-html-video': '' }, String(node.attrs['src'])],
});

/** An element around words without a button. Several may be around the same word. */
const InlineTag = Mark.create({
  name: 'inlineTag',
  excludes: '',
  addAttributes: () => ({ tag: { default: 'span', rendered: false } }),
  renderHTML: ({ mark }) => ['span', { 'data-html-tag': String(mark.attrs['tag']) }, 0],
});

/** TipTap's own, without what would write into the document unasked, and open to more kinds of content. */
const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (extension.name === 'listItem') return (extension as Node).extend({ content: 'block+' });
      if (extension.name === 'code') return (extension as Mark).extend({ excludes: 'code' });
      if (extension.name === 'link') return (extension as Mark).extend({ addAttributes: linkAttributes });
      return extension;
    });
  },
});

/** An address that may be a link of the panel: anything else is kept but does not become a live link here. */
const isSafeAddress = (address: unknown): boolean =>
  typeof address === 'string' && !/^(javascript|data|vbscript|blob|file):/i.test(withoutBlanks(address));

/** Browsers overlook control characters and spaces in front of and within the name of a scheme. */
const withoutBlanks = (address: string): string => address.replace(/[^\u0021-\uffff]/g, '');

const linkAttributes = () => ({
  href: {
    default: null,
    parseHTML: (element: { getAttribute(name: string): string | null }) => element.getAttribute('href'),
    renderHTML: ({ href }: Record<string, unknown>) => (isSafeAddress(href) ? { href } : {}),
  },
});

export const documentExtensions = (): Extensions => [
  Kit.configure({
    trailingNode: false,
    link: {
      openOnClick: false,
      enableClickSelection: false,
      autolink: false,
      HTMLAttributes: { target: null, rel: 'noreferrer' },
    },
    heading: { levels: [1, 2, 3, 4, 5, 6] },
  }),
  Image.configure({ inline: true, allowBase64: true }),
  TableKit.configure({ table: { resizable: false } }),
  Box,
  KeptBlock,
  KeptInline,
  Video,
  InlineTag,
  SourceAttributes,
];
