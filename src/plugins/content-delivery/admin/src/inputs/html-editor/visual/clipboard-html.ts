import {
  DOMParser,
  DOMSerializer,
  Fragment,
  Slice,
  type Attrs,
  type DOMOutputSpec,
  type Mark,
  type Node as EditorNode,
  type Schema,
  type TagParseRule,
} from '@tiptap/pm/model';
import { attributeIn, startTagOf } from '../fidelity/start-tag';
import { videoAt } from '../fidelity/video';
import { isBoxTag, isInlineTag, markOfTag } from '../../../shared/html-vocabulary';

/**
 * Nodes and marks of visual mode in the HTML of a clipboard. TipTap has elements of its own for all others. What stands
 * here is shown in the editor by elements that mean nothing; programs that it is pasted into get the real ones, and from
 * other programs the real ones are read.
 */
interface Portable<Item> {
  write(item: Item): DOMOutputSpec;
  read: readonly Omit<TagParseRule, 'node' | 'mark'>[];
}

const tagOf = (item: EditorNode | Mark): string => item.attrs['tag'] as string;

/** Boxes that say what is in them. Others of foreign pages, such as `div`, are how these are laid out. */
const SAYING_BOXES = 'figure, figcaption, details, summary, dl, dt, dd, aside';

/** Elements around words that say something, and have no button. */
const SAYING_TAGS =
  'abbr, acronym, bdi, bdo, big, cite, data, dfn, kbd, mark, q, samp, small, sub, sup, time, tt, var';

/** Of these, what belongs to the meaning. */
const SAYING_ATTRIBUTES = ['title', 'datetime', 'dir', 'value'];

const said = (valueOf: (name: string) => string | null): Record<string, string> =>
  Object.fromEntries(
    SAYING_ATTRIBUTES.map((name) => [name, valueOf(name)] as const).filter(
      (pair): pair is [string, string] => pair[1] !== null,
    ),
  );

const boxOf = ({ localName }: HTMLElement): Attrs | false => isBoxTag(localName) && { tag: localName };

const videoOf = (element: HTMLElement): Attrs | false => {
  const video = videoAt(element.getAttribute('src') ?? '');
  return video !== null && { src: video.src, title: element.getAttribute('title') ?? '' };
};

const inlineTagOf = (element: HTMLElement): Attrs | false => {
  const tag = element.localName;
  if (!isInlineTag(tag) || markOfTag(tag)) return false;
  const attributes = said((name) => element.getAttribute(name));
  return { tag, open: Object.keys(attributes).length > 0 ? startTagOf(tag, attributes) : null };
};

const writeInlineTag = (mark: Mark): DOMOutputSpec => {
  const open = mark.attrs['open'] as string | null;
  const attributes = open === null ? {} : said((name) => attributeIn(open, name));
  return [tagOf(mark), { 'data-html-tag': '', ...attributes }, 0];
};

/** A part that is kept is text elsewhere: read as source, HTML of any website could bring scripts into a post. */
const kept: Portable<EditorNode> = {
  write: (node) => [node.isInline ? 'span' : 'pre', {}, String(node.attrs['source'])],
  read: [],
};

const PORTABLE_NODES: Readonly<Record<string, Portable<EditorNode>>> = {
  box: {
    write: (node) => [tagOf(node), { 'data-html-box': '' }, 0],
    read: [{ tag: `[data-html-box], ${SAYING_BOXES}`, getAttrs: boxOf }],
  },
  video: {
    write: ({ attrs }) => ['iframe', { src: String(attrs['src']), title: String(attrs['title']) }],
    read: [{ tag: 'iframe[src]', getAttrs: videoOf }],
  },
  keptBlock: kept,
  keptInline: kept,
};

const PORTABLE_MARKS: Readonly<Record<string, Portable<Mark>>> = {
  inlineTag: {
    write: writeInlineTag,
    read: [{ tag: `[data-html-tag], ${SAYING_TAGS}`, getAttrs: inlineTagOf }],
  },
};

/** Writes what is copied. */
export const clipboardNodes = (schema: Schema) => {
  const nodes = DOMSerializer.nodesFromSchema(schema);
  for (const [name, { write }] of Object.entries(PORTABLE_NODES)) nodes[name] = write;
  return nodes;
};

export const clipboardMarks = (schema: Schema) => {
  const marks = DOMSerializer.marksFromSchema(schema);
  for (const [name, { write }] of Object.entries(PORTABLE_MARKS)) marks[name] = write;
  return marks;
};

/** Reads what is pasted. */
export const clipboardParser = (schema: Schema): DOMParser => {
  const nodes = Object.entries(PORTABLE_NODES).flatMap(([node, { read }]) =>
    read.map((rule): TagParseRule => ({ ...rule, node })),
  );
  const marks = Object.entries(PORTABLE_MARKS).flatMap(([mark, { read }]) =>
    read.map((rule): TagParseRule => ({ ...rule, mark })),
  );
  // Players of other platforms are not known, and their inside is nothing to read.
  const unknown: TagParseRule = { tag: 'iframe', ignore: true };
  return new DOMParser(schema, [...nodes, ...marks, unknown, ...DOMParser.fromSchema(schema).rules]);
};

/** Boxes in which text stands without a paragraph around it. */
const HOLDS_TEXT = new Set(['figure', 'figcaption', 'summary', 'dt']);

/** The same slice with text as figures and captions are mostly written: the editor needs paragraphs everywhere. */
export const withBareText = (slice: Slice): Slice =>
  new Slice(bareIn(slice.content, false), slice.openStart, slice.openEnd);

const bareIn = (fragment: Fragment, isBare: boolean): Fragment => {
  const changed: EditorNode[] = [];
  fragment.forEach((node) => {
    const content = bareIn(node.content, node.type.name === 'box' && HOLDS_TEXT.has(tagOf(node)));
    const attrs = isBare && node.type.name === 'paragraph' ? { ...node.attrs, bare: 'box' } : node.attrs;
    changed.push(node.isText ? node : node.type.create(attrs, content, node.marks));
  });
  return Fragment.from(changed);
};
