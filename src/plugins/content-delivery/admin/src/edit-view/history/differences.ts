import type { VersionValue } from '../../../../contracts/history';
import { compareWords, type Part } from './words';

export type Values = Record<string, VersionValue>;

/** A field that two versions do not share. */
export interface Difference {
  field: string;
  parts: Part[];
  /** True when readers see the same words: only the markup differs. */
  isMarkupOnly: boolean;
}

/** @param visible what readers see of two texts of a field */
export const differencesOf = (
  before: Values,
  after: Values,
  visible: (field: string, texts: readonly string[]) => readonly string[],
): Difference[] =>
  [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((field): Difference[] => {
    const old = inWords(before[field] ?? null);
    const now = inWords(after[field] ?? null);
    if (old === now) return [];
    const [seen = '', seenNow = ''] = visible(field, [old, now]);
    const parts = compareWords(seen, seenNow);
    return [{ field, parts, isMarkupOnly: parts.every(({ kind }) => kind === 'same') }];
  });

/** A value in words: of related entries and files their names, of lists a line for each item. */
export const inWords = (value: VersionValue): string => {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return (value as VersionValue[]).map(inWords).join('\n');
  const parts = value as Values;
  if ('name' in parts && ('documentId' in parts || 'id' in parts)) return inWords(parts['name'] ?? null);
  return Object.entries(parts)
    .filter(([, part]) => part !== null && part !== '')
    .map(([name, part]) => `${name}: ${inWords(part)}`)
    .join('\n');
};
