import { defaultTreeAdapter, html } from 'parse5';
import { isComment, isElement, isText, type TreeElement, type TreeNode } from '../fidelity/tree';
import { isBlockTag } from '../../../shared/html-vocabulary';

/** A new element with these children, which leave the tree that they were in. */
export const elementOf = (
  tag: string,
  children: readonly TreeNode[],
  attributes: Readonly<Record<string, string>> = {},
): TreeElement => {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const element = defaultTreeAdapter.createElement(tag, html.NS.HTML, attrs);
  for (const child of children) defaultTreeAdapter.appendChild(element, child);
  return element;
};

export const textNode = (value: string): TreeNode => defaultTreeAdapter.createTextNode(value);

export const textOf = (node: TreeNode): string => {
  if (isText(node)) return node.value;
  return isElement(node) ? node.childNodes.map(textOf).join('') : '';
};

const HIDDEN = new Set(['style', 'script', 'meta', 'link', 'title', 'xml', 'template', 'base', 'noscript']);

/** An element whose content is not displayed. */
export const isHidden = ({ tagName }: TreeElement): boolean => HIDDEN.has(tagName);

/** White space, no-break spaces too. */
export const isWhite = (text: string): boolean => /^\s*$/.test(text);

/** White space between elements, or a comment: nothing that a reader sees. */
export const isUnseen = (node: TreeNode): boolean =>
  isComment(node) || node.nodeName === '#documentType' || (isText(node) && isWhite(node.value));

export const isBlock = (node: TreeNode | undefined): node is TreeElement =>
  node !== undefined && isElement(node) && isBlockTag(node.tagName);

export const isList = (node: TreeNode): node is TreeElement =>
  isElement(node) && (node.tagName === 'ul' || node.tagName === 'ol');

/** The nodes in which an element is looked for are searched in order, the element itself first. */
export const contains = (nodes: readonly TreeNode[], test: (element: TreeElement) => boolean): boolean =>
  nodes.some((node) => isElement(node) && (test(node) || contains(node.childNodes, test)));
