import { isElement, type TreeElement, type TreeNode } from '../fidelity/tree';
import { elementOf, isUnseen, textOf } from './nodes';
import { stylesOf } from './styles';

/** How a level of a list is numbered, such as `bullet` or `alpha-lower`, by `l0:level1`. From Word's style sheet. */
export type ListFormats = ReadonlyMap<string, string>;

/** Reads `@list l0:level1 {mso-level-number-format:bullet; …}` of a style sheet. */
export const listFormatsIn = (styleSheet: string): ListFormats => {
  const formats = new Map<string, string>();
  for (const [, level, rules] of styleSheet.matchAll(/@list\s+(l\d+:level\d+)\s*\{([^}]*)\}/gi)) {
    const format = /mso-level-number-format:\s*([\w-]+)/i.exec(rules ?? '')?.[1];
    formats.set((level ?? '').toLowerCase(), (format ?? 'decimal').toLowerCase());
  }
  return formats;
};

/** A paragraph that Word shows as an item of a list. */
export interface WordItem {
  /** Which list it is of; another one begins anew. */
  list: string;
  /** From 1. */
  level: number;
  isNumbered: boolean;
  /** The number it begins with; null for a bullet. */
  number: number | null;
}

/** The sign before an item, such as `1.` or `·`, which Word writes as text. */
export const isMarker = (node: TreeNode): boolean =>
  isElement(node) && /^ignore$/i.test(stylesOf(node).get('mso-list') ?? '');

const markerIn = (node: TreeNode): string | null => {
  if (!isElement(node)) return null;
  if (isMarker(node)) return textOf(node).trim();
  for (const child of node.childNodes) {
    const marker = markerIn(child);
    if (marker !== null) return marker;
  }
  return null;
};

/** @returns null for a paragraph that is no item */
const wordItemOf = (node: TreeNode, formats: ListFormats): WordItem | null => {
  if (!isElement(node) || node.tagName !== 'p') return null;
  const [, id = '', level = '', use = ''] =
    /^(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i.exec(stylesOf(node).get('mso-list') ?? '') ?? [];
  if (id === '') return null;
  const marker = markerIn(node) ?? '';
  const format = formats.get(`${id}:level${level}`.toLowerCase());
  // A bullet may be a letter: Word's second level has an `o`.
  const counted = /(\d+|[a-z]+)[.):\]]?$/i.exec(
    /[\d.):\]]/.test(marker) ? marker.replace(/[.):\]]+$/, '') : '',
  )?.[1];
  const isNumbered = format === undefined ? counted !== undefined : format !== 'bullet' && format !== 'image';
  return {
    list: `${id} ${use}`,
    level: Math.max(1, Number(level)),
    isNumbered,
    number: isNumbered ? numberOf(counted ?? '1', format) : null,
  };
};

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1_000 };

const numberOf = (sign: string, format = ''): number => {
  if (/^\d+$/.test(sign)) return Number(sign);
  const letters = [...sign.toLowerCase()];
  const isRoman = format ? format.startsWith('roman') : letters.every((one) => 'ivx'.includes(one));
  if (!isRoman) return letters.reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 96, 0);
  return letters.reduce((sum, one, at) => {
    const value = ROMAN[one] ?? 0;
    return sum + (value < (ROMAN[letters[at + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);
};

interface Opened {
  item: WordItem;
  element: TreeElement;
}

/**
 * Makes lists of the paragraphs that Word shows as items, nested by their level; a list that does not begin at one
 * keeps its number.
 *
 * @param contentOf what is in the item, without its sign
 * @param rest what all other nodes become
 */
export const withWordLists = (
  nodes: readonly TreeNode[],
  formats: ListFormats,
  contentOf: (paragraph: TreeElement) => TreeNode[],
  rest: (node: TreeNode) => TreeNode[],
): TreeNode[] => {
  const out: TreeNode[] = [];
  let open: Opened[] = [];
  for (const node of nodes) {
    const item = wordItemOf(node, formats);
    if (!item) {
      if (open.length > 0 && isUnseen(node)) continue;
      open = [];
      out.push(...rest(node));
      continue;
    }
    open = open.filter(({ item: { level } }) => level <= item.level);
    const last = open.at(-1);
    if (last?.item.level === item.level && !isContinued(last, item)) open.pop();
    if (open.at(-1)?.item.level !== item.level) {
      const start: Record<string, string> =
        item.number === null || item.number <= 1 ? {} : { start: String(item.number) };
      const element = elementOf(item.isNumbered ? 'ol' : 'ul', [], start);
      const parent = open.at(-1)?.element.childNodes.at(-1);
      if (parent && isElement(parent)) append(parent, element);
      else out.push(element);
      open.push({ item, element });
    }
    append((open.at(-1) as Opened).element, elementOf('li', contentOf(node as TreeElement)));
  }
  return out;
};

const isContinued = ({ item, element }: Opened, next: WordItem): boolean =>
  item.isNumbered === next.isNumbered &&
  item.list === next.list &&
  (next.number === null || next.number === (item.number ?? 1) + element.childNodes.length);

const append = (parent: TreeElement, child: TreeElement): void => {
  child.parentNode = parent;
  parent.childNodes.push(child);
};
