import { defaultTreeAdapter, html, Parser, type DefaultTreeAdapterTypes } from 'parse5';

export type TreeNode = DefaultTreeAdapterTypes.ChildNode;
export type TreeElement = DefaultTreeAdapterTypes.Element;
export type TreeText = DefaultTreeAdapterTypes.TextNode;
export type TreeComment = DefaultTreeAdapterTypes.CommentNode;

/** Content is inside the body of a page; a `div` is read by the same rules. */
const CONTEXT = defaultTreeAdapter.createElement('div', html.NS.HTML, []);

/** Deeper than any text that somebody wrote; what reads trees calls itself for each level. */
const MAX_DEPTH = 100;

/** What the text that is being parsed may still become. Parsing is done in one go. */
let elementsLeft = Infinity;
let depth = 0;
let deadline = Infinity;

const tooMuch = (): RangeError => new RangeError('More than can be shown visually');

/** Does something that is given up with a `RangeError` after so many milliseconds, whatever makes it slow. */
export const within = <Result>(milliseconds: number, run: () => Result): Result => {
  deadline = performance.now() + milliseconds;
  try {
    return run();
  } finally {
    deadline = Infinity;
  }
};

/** To be called for each part of a text. */
export const checkTime = (): void => {
  if (deadline !== Infinity && performance.now() > deadline) throw tooMuch();
};

const treeAdapter: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  createElement(...of) {
    elementsLeft -= 1;
    if (elementsLeft < 0) throw tooMuch();
    checkTime();
    return defaultTreeAdapter.createElement(...of);
  },
  onItemPush() {
    depth += 1;
    if (depth > MAX_DEPTH) throw tooMuch();
  },
  onItemPop() {
    depth -= 1;
  },
  /** Tags in a wrong order have parse5 take the nodes of a parent one by one from the front. */
  detachNode(node) {
    checkTime();
    const siblings = node.parentNode?.childNodes;
    if (siblings?.[0] !== node) return defaultTreeAdapter.detachNode(node);
    siblings.shift();
    node.parentNode = null;
  },
  /** What is put before a table comes to its end, not to that of the many nodes before it. */
  insertBefore(parent, node, reference) {
    parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, node);
    node.parentNode = parent;
  },
  insertTextBefore(parent, text, reference) {
    const before = parent.childNodes[parent.childNodes.lastIndexOf(reference) - 1];
    if (before && isText(before)) before.value += text;
    else treeAdapter.insertBefore(parent, defaultTreeAdapter.createTextNode(text), reference);
  },
  /** Of a second `html` or `body`: a fragment has neither. */
  adoptAttributes() {},
};

/**
 * The nodes of an HTML text, as a browser reads it, each with its place in the source.
 * @throws RangeError for a text that comes to far more elements than it has tags, or to a depth that cannot be walked
 */
export const parseHtml = (source: string): TreeNode[] => {
  // A tag has three characters at least. Formats that are not closed are opened again in each later block.
  elementsLeft = 1000 + source.length / 3;
  depth = 0;
  const parser = Parser.getFragmentParser(CONTEXT, { sourceCodeLocationInfo: true, treeAdapter });
  parser.tokenizer.write(source, true);
  // Not parse5's own fragment: all nodes would go over to it one by one, each from the front of the others.
  const { childNodes } = parser.document.childNodes[0] as TreeElement;
  // Tags in a wrong order may have come deeper than they were opened.
  let level = childNodes.filter(isElement);
  for (let levels = 1; level.length > 0; levels += 1) {
    if (levels > MAX_DEPTH) throw tooMuch();
    level = level.flatMap(childrenOf).filter(isElement);
  }
  return childNodes;
};

export const isElement = (node: TreeNode): node is TreeElement => 'tagName' in node;
export const isText = (node: TreeNode): node is TreeText => node.nodeName === '#text';
export const isComment = (node: TreeNode): node is TreeComment => node.nodeName === '#comment';

/** White space as HTML collapses it: a no-break space is not among it. */
export const isBlank = (text: string): boolean => /^[ \t\n\f\r]*$/.test(text);

export const childrenOf = (element: TreeElement): TreeNode[] =>
  'content' in element
    ? (element as DefaultTreeAdapterTypes.Template).content.childNodes
    : element.childNodes;

export const attributeOf = (element: TreeElement, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** The position of a node in the source, end exclusive; `null` for one that the source does not spell out. */
export const placeOf = (node: TreeNode): { start: number; end: number } | null => {
  const location = node.sourceCodeLocation;
  return location ? { start: location.startOffset, end: location.endOffset } : null;
};

/** What is between an element's start tag and its end tag; `null` for an element without a start tag. */
export const insideOf = (element: TreeElement): { start: number; end: number } | null => {
  const location = element.sourceCodeLocation;
  if (!location?.startTag) return null;
  return {
    start: location.startTag.endOffset,
    end: location.endTag?.startOffset ?? location.endOffset,
  };
};
