import { defaultTreeAdapter, html as names, Parser, type DefaultTreeAdapterTypes, type Token } from 'parse5';
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
/** Characters of the shortest tag. */
const SHORTEST_TAG = 3;

/** Places in the HTML are kept of texts and of where tables begin: those of all elements take longer than all else. */
const isPlaced = (node: AnyNode): boolean => node.nodeName === '#text' || node.nodeName === 'table';

const ADAPTER: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  setNodeSourceCodeLocation(node, location) {
    if (location && isPlaced(node)) node.sourceCodeLocation = location;
  },
  // Only where there is one, its end is looked for.
  getNodeSourceCodeLocation: (node) => (node.nodeName === '#text' ? node.sourceCodeLocation : null),
  updateNodeSourceCodeLocation(node, { endOffset }) {
    if (node.sourceCodeLocation && endOffset !== undefined) node.sourceCodeLocation.endOffset = endOffset;
  },
};

/**
 * A parser that gives up where elements lie in each other so deep that a tree of them takes a time that grows with the square of the
 * length of the HTML: 500 kB of `<div>` would stop a server for minutes.
 */
class PageParser extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  readonly #open: string[] = [];
  readonly #counts = new Map<string, number>();
  #tags = 0;
  #looks = 0;
  #allowed = Infinity;

  /** @returns the nodes of a piece of HTML, as a browser would find them in a `div`; none where it gave up */
  static nodesOf(html: string): readonly Node[] {
    const context = defaultTreeAdapter.createElement('div', names.NS.HTML, []);
    const parser = this.getFragmentParser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(context, {
      sourceCodeLocationInfo: true,
      treeAdapter: ADAPTER,
      scriptingEnabled: false,
    }) as PageParser;
    parser.#allowed = Math.max(MAX_LOOKS, (html.length / SHORTEST_TAG) * LOOKS_PER_TAG);
    parser.tokenizer.write(readable(html), true);
    if (parser.#looks > MAX_LOOKS && parser.#looks > parser.#tags * LOOKS_PER_TAG) return [];
    // Not `getFragment`, which moves the nodes one by one, in a time that grows with the square of their number.
    const [root] = parser.document.childNodes;
    return root ? (TREE.childrenOf(root) as Node[]) : [];
  }

  override onStartTag(token: Token.TagToken): void {
    const { tagName, selfClosing } = token;
    if (!UNRELATED.has(tagName)) this.#look();
    this.#tags += 1;
    if (
      !SELF_ENDING.has(tagName) &&
      !(selfClosing && (this.#counts.has('svg') || this.#counts.has('math')))
    ) {
      this.#open.push(tagName);
      this.#counts.set(tagName, (this.#counts.get(tagName) ?? 0) + 1);
    }
    // All that is known of it would be copied twice.
    const { startOffset } = token.location as Token.LocationWithAttributes;
    token.location = tagName === 'table' ? ({ startOffset } as Token.LocationWithAttributes) : null;
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    // A token may come by twice.
    if (token !== this.currentToken) this.#close(token.tagName);
    super.onEndTag(token);
  }

  #look(): void {
    this.#looks += this.#open.length;
    if (this.#looks > this.#allowed) this.tokenizer.pause();
  }

  #close(tagName: string): void {
    this.#tags += 1;
    if (this.#open.at(-1) !== tagName) this.#look();
    if (!this.#counts.has(tagName)) return;
    for (let name = this.#open.pop(); name !== undefined; name = this.#open.pop()) {
      const left = (this.#counts.get(name) ?? 1) - 1;
      if (left === 0) this.#counts.delete(name);
      else this.#counts.set(name, left);
      if (name === tagName) break;
    }
  }
}

/** Version 7 of the parser throws for the second half of a character behind another second half. */
const readable = (html: string): string =>
  html.replace(/[\udc00-\udfff]{2,}/g, (halves) => '\ufffd'.repeat(halves.length));

/** Attributes of one tag: a parser compares each with all before it. */
const MAX_ATTRIBUTES = 2_000;
/** Characters of HTML that takes no time to speak of, whatever is in it. */
const SHORT = 18_973;
/** Characters of a tag that has no more, as each takes two at least. */
const SHORT_TAG = 2 * MAX_ATTRIBUTES;
const TAG = /<\/?[a-z]/gi;
const [DOUBLE_QUOTE, QUOTE, TAG_END] = [0x22, 0x27, 0x3e];
/** One attribute, with its value; spaces and slashes before it. */
const ATTRIBUTE = /[\s/]*(?:[^\s/>=]+|=)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/gy;

/** Where a tag ends that is short, and has no quotation marks; -1 for another one. */
const endOfShortTag = (html: string, start: number): number => {
  const last = Math.min(html.length, start + SHORT_TAG);
  for (let at = start; at < last; at += 1) {
    const code = html.charCodeAt(at);
    if (code === TAG_END) return at;
    if (code === DOUBLE_QUOTE || code === QUOTE) return -1;
  }
  return -1;
};

const hasTooManyAttributes = (html: string): boolean => {
  if (html.length <= SHORT) return false;
  TAG.lastIndex = 0;
  while (TAG.test(html)) {
    const short = endOfShortTag(html, TAG.lastIndex);
    if (short >= 0) {
      TAG.lastIndex = short;
      continue;
    }
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
  const nodes = hasTooManyAttributes(html) ? [] : PageParser.nodesOf(html);
  // Asked of every text, so its tables of siblings are made only where there is something to find.
  const isMovedOut = /<table/i.test(html) ? createMovedOut() : () => false;
  return walkTexts(nodes, TREE, options, (value, isOpen, continues, node, siblings, index) => {
    const location = node.sourceCodeLocation;
    if (!location) return null;
    const { startOffset: start, endOffset: end } = location;
    return { value, continues, start, end, isOpen: isOpen && !isMovedOut(siblings, index, start) };
  });
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
