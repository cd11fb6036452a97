import { defaultTreeAdapter, html, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

export type TreeNode = DefaultTreeAdapterTypes.ChildNode;
export type TreeElement = DefaultTreeAdapterTypes.Element;
export type TreeText = DefaultTreeAdapterTypes.TextNode;
export type TreeComment = DefaultTreeAdapterTypes.CommentNode;

/** Content is inside the body of a page; a `div` is read by the same rules. */
const CONTEXT = defaultTreeAdapter.createElement('div', html.NS.HTML, []);

/** parse5 takes the nodes of a fragment one by one from the front: from an array of thousands, by shifting. */
const treeAdapter: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  detachNode(node) {
    const siblings = node.parentNode?.childNodes;
    if (siblings?.[0] !== node) return defaultTreeAdapter.detachNode(node);
    siblings.shift();
    node.parentNode = null;
  },
};

/** The nodes of an HTML text, as a browser reads it, each with its place in the source. */
export const parseHtml = (source: string): TreeNode[] =>
  parseFragment(CONTEXT, source, { sourceCodeLocationInfo: true, treeAdapter }).childNodes;

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
