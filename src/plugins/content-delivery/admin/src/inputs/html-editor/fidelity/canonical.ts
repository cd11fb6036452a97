import { childrenOf, isComment, isElement, isText, type TreeNode } from './tree';
import { isBlockTag, keepsSpaces } from '../../../shared/html-vocabulary';

/**
 * One text for all ways to write the same HTML: two sources with the same canonical text show the same page and
 * have the same elements, attributes and comments. Only white space that HTML collapses, the order of
 * attributes, quoting, entities, the case of names and tags that may be left out are levelled.
 */
export const canonicalOf = (nodes: readonly TreeNode[]): string => {
  const out: string[] = [];
  /** The position of the last collapsible space that nothing has followed yet in its line. */
  let pendingSpace = -1;
  let afterSpace = true;

  const breakLine = () => {
    if (pendingSpace >= 0) out[pendingSpace] = '';
    pendingSpace = -1;
    afterSpace = true;
  };
  const visible = () => {
    pendingSpace = -1;
    afterSpace = false;
  };

  const text = (value: string) => {
    for (const part of value.split(/([ \t\n\f\r]+)/)) {
      if (part === '') continue;
      if (/^[ \t\n\f\r]/.test(part)) {
        if (afterSpace) continue;
        pendingSpace = out.push(' ') - 1;
        afterSpace = true;
      } else {
        visible();
        out.push(part.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
      }
    }
  };

  const walk = (node: TreeNode, verbatim: boolean): void => {
    if (isText(node)) {
      if (verbatim) out.push(JSON.stringify(node.value));
      else text(node.value);
    } else if (isComment(node)) {
      visible();
      out.push(`<!--${node.data}-->`);
    } else if (isElement(node)) {
      const { tagName } = node;
      const isLineBreak = isBlockTag(tagName) || tagName === 'br';
      if (isLineBreak) breakLine();
      const attributes = node.attrs
        .map(({ name, prefix, value }) => ` ${prefix ? `${prefix}:` : ''}${name}=${JSON.stringify(value)}`)
        .sort();
      out.push(`<${tagName}${attributes.join('')}>`);
      const children = childrenOf(node);
      if (children.length === 0 && !isLineBreak) visible();
      for (const child of children) walk(child, verbatim || keepsSpaces(tagName));
      if (isLineBreak) breakLine();
      out.push(`</${tagName}>`);
    }
  };

  for (const node of nodes) walk(node, false);
  breakLine();
  return out.join('');
};
