import { attributeOf, isElement, type TreeElement, type TreeNode } from '../fidelity/tree';
import { elementOf, isList, isUnseen } from './nodes';

/** An item of a list as Word writes it in the browser: each in a list of its own, with its level. */
interface OnlineItem {
  element: TreeElement;
  tag: string;
  level: number;
  number: number;
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
    tag: node.tagName,
    level: Number(attributeOf(element, LEVEL)) || 1,
    number: first + index,
  }));
};

interface OpenList {
  list: TreeElement;
  level: number;
  next: number;
}

/** One list of items that follow one another, with deeper ones within the item before them. */
const nested = (items: readonly OnlineItem[]): TreeElement[] => {
  const lists: TreeElement[] = [];
  let open: OpenList[] = [];
  for (const { element, tag, level, number } of items) {
    open = open.filter((one) => one.level <= level);
    const last = open.at(-1);
    const isNext = last?.list.tagName === tag && (tag === 'ul' || last.next === number);
    if (last?.level === level && !isNext) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = elementOf(tag, [], tag === 'ol' && number > 1 ? { start: String(number) } : {});
      const parent = open.at(-1)?.list.childNodes.at(-1);
      if (parent && isElement(parent)) append(parent, list);
      else lists.push(list);
      open.push({ list, level, next: number });
    }
    const current = open.at(-1) as OpenList;
    append(current.list, element);
    current.next = number + 1;
  }
  return lists;
};

const append = (parent: TreeElement, child: TreeElement): void => {
  child.parentNode = parent;
  parent.childNodes.push(child);
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
