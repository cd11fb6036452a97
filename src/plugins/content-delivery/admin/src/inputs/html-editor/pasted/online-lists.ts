import { attributeOf, isElement, type TreeElement, type TreeNode } from '../fidelity/tree';
import { createNesting, type ListItem } from './nested-lists';
import { isList, isUnseen } from './nodes';

/** An item of a list as Word writes it in the browser: each in a list of its own, with its level. */
interface OnlineItem extends ListItem {
  element: TreeElement;
}

const LEVEL = 'data-aria-level';
const WRAPPER = /(^|\s)ListContainerWrapper(\s|$)/;

/** @returns null for anything that is no such list */
const itemsOf = (node: TreeNode): OnlineItem[] | null => {
  if (!isElement(node)) return null;
  const seen = node.childNodes.filter((child) => !isUnseen(child));
  if (seen.length === 0) return null;
  if (WRAPPER.test(attributeOf(node, 'class') ?? '')) {
    const lists = seen.map(itemsOf);
    return lists.every((items) => items !== null) ? lists.flat() : null;
  }
  if (!isList(node)) return null;
  const items = seen.filter(isElement).filter((child) => attributeOf(child, LEVEL) !== undefined);
  if (items.length !== seen.length) return null;
  const first = Number(attributeOf(node, 'start') ?? 1);
  return items.map((element, index) => ({
    element,
    // Whether a list goes on is told by its kind and number only.
    list: '',
    level: Number(attributeOf(element, LEVEL)) || 1,
    number: node.tagName === 'ol' ? first + index : null,
  }));
};

const nested = (items: readonly OnlineItem[]): TreeElement[] => {
  const nesting = createNesting();
  return items.flatMap((item) => nesting.add(item, item.element) ?? []);
};

/** Puts together the lists that Word in the browser writes item by item. */
export const withOnlineLists = (nodes: readonly TreeNode[]): TreeNode[] => {
  const out: TreeNode[] = [];
  let items: OnlineItem[] = [];
  const close = () => {
    out.push(...nested(items));
    items = [];
  };
  for (const node of nodes) {
    const own = itemsOf(node);
    if (own) items.push(...own);
    else if (items.length === 0 || !isUnseen(node)) {
      close();
      out.push(node);
    }
  }
  close();
  return out;
};
