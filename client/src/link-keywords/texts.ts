import {
  defaultTreeAdapter,
  html as names,
  Parser,
  Tokenizer,
  type DefaultTreeAdapterTypes,
  type Token,
} from 'parse5';
import { walkTexts, type Text, type Tree, type WalkOptions } from '../keywords/walk.js';

type Node = DefaultTreeAdapterTypes.ChildNode;
type AnyNode = DefaultTreeAdapterTypes.Node;

/** A text, and its position in the HTML. */
export interface PlacedText extends Text {
  start: number;
  end: number;
}

export interface Page {
  texts: PlacedText[];
  /** Where links that are there already lead. */
  targets: string[];
}

/** Their end tags may be missing, or they have none: many of them do not lie in each other. */
const SELF_ENDING = new Set(
  (
    'area base br col dd dt embed hr img input li link meta optgroup option p param rp rt source tbody td tfoot th ' +
    'thead tr track wbr'
  ).split(' '),
);
/** A parser looks at no element around these when they begin. */
const UNRELATED = new Set(
  'abbr bdi bdo cite data del dfn ins kbd mark q samp span sub sup time var'.split(' '),
);
/** Looks at elements around others that take a tenth of a second, and what is allowed however long the HTML is. */
const MAX_LOOKS = 20_000_000;
const LOOKS_PER_TAG = 200;
/** Tags that cannot need so many looks. */
const FEW_TAGS = Math.sqrt(2 * MAX_LOOKS);
/** Characters of HTML that hold no more than those, as each takes three at least: most pages. */
const SHORT = 3 * FEW_TAGS;

const hasFewTags = (html: string): boolean => {
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    tags += 1;
    if (tags > FEW_TAGS) return false;
  }
  return true;
};

/**
 * True when elements lie in each other so deep that a tree of them takes a time that grows with the square of the
 * length of the HTML: 500 kB of `<div>` would stop a server for minutes.
 */
const isTooDeep = (html: string): boolean => {
  const open: string[] = [];
  const counts = new Map<string, number>();
  let tags = 0;
  let looks = 0;
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, selfClosing }: Token.TagToken) {
        tags += 1;
        if (!UNRELATED.has(tagName)) looks += open.length;
        if (SELF_ENDING.has(tagName)) return;
        if (selfClosing && (counts.has('svg') || counts.has('math'))) return;
        open.push(tagName);
        counts.set(tagName, (counts.get(tagName) ?? 0) + 1);
      },
      onEndTag({ tagName }: Token.TagToken) {
        tags += 1;
        if (open.at(-1) !== tagName) looks += open.length;
        if (!counts.has(tagName)) return;
        for (let name = open.pop(); name !== undefined; name = open.pop()) {
          const left = (counts.get(name) ?? 1) - 1;
          if (left === 0) counts.delete(name);
          else counts.set(name, left);
          if (name === tagName) break;
        }
      },
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(html, true);
  return looks > MAX_LOOKS && looks > tags * LOOKS_PER_TAG;
};

/** Attributes of one tag: a parser compares each with all before it. */
const MAX_ATTRIBUTES = 2_000;
const TAG = /<\/?[a-z]/gi;
/** One attribute, with its value; spaces and slashes before it. */
const ATTRIBUTE = /[\s/]*(?:[^\s/>=]+|=)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/gy;

const hasTooManyAttributes = (html: string): boolean => {
  TAG.lastIndex = 0;
  while (TAG.test(html)) {
    ATTRIBUTE.lastIndex = TAG.lastIndex;
    let count = 0;
    let end = TAG.lastIndex;
    while (ATTRIBUTE.test(html)) {
      end = ATTRIBUTE.lastIndex;
      count += 1;
      if (count > MAX_ATTRIBUTES) return true;
    }
    TAG.lastIndex = end;
  }
  return false;
};

/** Places in the HTML are kept of texts and of where tables begin: those of all elements take longer than all else. */
const isPlaced = (node: AnyNode): boolean => node.nodeName === '#text' || node.nodeName === 'table';

const ADAPTER: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  setNodeSourceCodeLocation(node, location) {
    if (isPlaced(node)) node.sourceCodeLocation = location;
  },
  // Only where there is one, its end is looked for.
  getNodeSourceCodeLocation: (node) => (node.nodeName === '#text' ? node.sourceCodeLocation : null),
  updateNodeSourceCodeLocation(node, { endOffset }) {
    if (node.sourceCodeLocation && endOffset !== undefined) node.sourceCodeLocation.endOffset = endOffset;
  },
};

const TREE: Tree<Node> = {
  childrenOf: (node) => ('childNodes' in node ? node.childNodes : []),
  textOf: (node) => (node.nodeName === '#text' ? (node as DefaultTreeAdapterTypes.TextNode).value : null),
  nameOf: (node) => ('tagName' in node ? node.tagName : null),
  attributeOf: (node, name) =>
    'attrs' in node ? node.attrs.find((attribute) => attribute.name === name)?.value : undefined,
};

/**
 * The texts of a piece of HTML, none where elements lie in each other deeper than on any page, as a browser would find them in a `div`.
 */
export const readPage = (html: string, options: WalkOptions): Page => {
  if (html.length > SHORT && (hasTooManyAttributes(html) || (!hasFewTags(html) && isTooDeep(html))))
    return { texts: [], targets: [] };
  const context = defaultTreeAdapter.createElement('div', names.NS.HTML, []);
  const parser = Parser.getFragmentParser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(context, {
    sourceCodeLocationInfo: true,
    treeAdapter: ADAPTER,
    scriptingEnabled: false,
  });
  parser.tokenizer.write(html, true);
  // Not `parseFragment`, which moves the nodes one by one, in a time that grows with the square of their number.
  const [root] = parser.document.childNodes;
  const { texts, targets } = walkTexts(root ? TREE.childrenOf(root) : [], TREE, options);
  const isMovedOut = createMovedOut();
  const placed: PlacedText[] = [];
  for (const { node, siblings, index, value, isOpen, continues } of texts) {
    const location = node.sourceCodeLocation;
    if (!location) continue;
    const { startOffset: start, endOffset: end } = location;
    placed.push({ value, continues, start, end, isOpen: isOpen && !isMovedOut(siblings, index, start) });
  }
  return { targets, texts: placed };
};

/** Text that stood in a table outside of its cells is shown before the table: better left alone. */
const createMovedOut = () => {
  const known = new Map<ArrayLike<Node>, Float64Array>();
  return (siblings: ArrayLike<Node>, index: number, start: number): boolean => {
    let begins = known.get(siblings);
    if (!begins) known.set(siblings, (begins = tablesBehind(siblings)));
    return (begins[index] as number) < start;
  };
};

/** Behind each child, where in the HTML the first of the tables begins; Infinity where there is none. */
const tablesBehind = (children: ArrayLike<Node>): Float64Array => {
  const begins = new Float64Array(children.length);
  let first = Infinity;
  for (let at = children.length - 1; at >= 0; at -= 1) {
    begins[at] = first;
    const node = children[at] as Node;
    const start = node.nodeName === 'table' ? node.sourceCodeLocation?.startOffset : undefined;
    if (start !== undefined && start < first) first = start;
  }
  return begins;
};
