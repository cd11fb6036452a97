import { defaultTreeAdapter } from 'parse5';
import { isElement, type TreeElement } from '../fidelity/tree';
import { elementOf } from './nodes';

/** Where an item of a list belongs. */
export interface ListItem {
  /** Which list it is of; another one begins anew. */
  list: string;
  /** Deeper ones are larger. */
  level: number;
  /** Null for a bullet. */
  number: number | null;
}

interface OpenList {
  first: ListItem;
  element: TreeElement;
}

const isContinued = ({ first, element }: OpenList, next: ListItem): boolean =>
  first.list === next.list &&
  (first.number === null ? next.number === null : next.number === first.number + element.childNodes.length);

/**
 * Makes lists of items that follow one another, deeper ones within the item before them; a list that does not begin at one keeps
 * its number.
 */
export const createNesting = () => {
  let open: OpenList[] = [];
  return {
    isOpen: (): boolean => open.length > 0,

    end(): void {
      open = [];
    },

    /** @returns the list that begins with this item; null where it is within another, or was there already */
    add(item: ListItem, element: TreeElement): TreeElement | null {
      const { level, number } = item;
      open = open.filter(({ first }) => first.level <= level);
      const last = open.at(-1);
      if (last?.first.level === level) {
        if (isContinued(last, item)) {
          defaultTreeAdapter.appendChild(last.element, element);
          return null;
        }
        open.pop();
      }
      const parent = open.at(-1)?.element.childNodes.at(-1);
      const start: Record<string, string> = number !== null && number > 1 ? { start: String(number) } : {};
      const list = elementOf(number === null ? 'ul' : 'ol', [element], start);
      open.push({ first: item, element: list });
      if (!parent || !isElement(parent)) return list;
      defaultTreeAdapter.appendChild(parent, list);
      return null;
    },
  };
};
