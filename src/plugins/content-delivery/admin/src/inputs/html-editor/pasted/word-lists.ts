import { isElement, type TreeElement, type TreeNode } from '../fidelity/tree';
import { createNesting, type ListItem } from './nested-lists';
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
const wordItemOf = (node: TreeNode, formats: ListFormats): ListItem | null => {
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

/**
 * Makes lists of the paragraphs that Word shows as items, nested by their level.
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
  const nesting = createNesting();
  for (const node of nodes) {
    const item = wordItemOf(node, formats);
    if (!item) {
      if (nesting.isOpen() && isUnseen(node)) continue;
      nesting.end();
      out.push(...rest(node));
      continue;
    }
    const list = nesting.add(item, elementOf('li', contentOf(node as TreeElement)));
    if (list) out.push(list);
  }
  return out;
};
