import { OPENED_VERSION } from '../../../../contracts/editing';
import { hasBlocks } from './blocks';
import { mergeTexts, textOf, type Choice, type Passage } from './merge-texts';

/** The values of an entry's form, by field. */
export type Values = Record<string, unknown>;

/** What a form itself adds to values. */
const OF_THE_FORM = new Set(['__temp_key__', '__component', 'id', 'documentId']);

/** Equal for values that mean the same, whether they come from a form or from the server. */
export const comparable = (value: unknown): string =>
  JSON.stringify(value ?? null, (name, part: unknown) => (OF_THE_FORM.has(name) ? undefined : part));

const isSame = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other);

/** The fields in which two versions of a form differ. */
export const changedFields = (before: Values, after: Values): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => field !== OPENED_VERSION && !isSame(before[field], after[field]),
  );

const isText = (value: unknown): value is string | null | undefined =>
  typeof value === 'string' || value === null || value === undefined;

/** What has become of a text since it was opened; null for a field that has none, or a name or the like. */
export const passagesOf = (opened: unknown, mine: unknown, newer: unknown): Passage[] | null => {
  if (!isText(opened) || !isText(mine) || !isText(newer)) return null;
  const texts = [opened ?? '', mine ?? '', newer ?? ''] as const;
  return texts.some(hasBlocks) ? mergeTexts(...texts) : null;
};

/** What to take of a field that both have changed, and of a passage where it is a text, by its place. */
export type Choose = (field: string, place: number) => Choice;

/** What was typed is in the form until somebody has chosen. */
const keepMine: Choose = () => 'mine';

/**
 * The newer version with one's own changes put into it: fields that one has not touched are the newer version's, and so are
 * passages of texts.
 *
 * @param opened the values when the form was opened
 * @param mine the values as they were typed
 * @param newer the values that another editor has saved since
 */
export const mergeValues = (opened: Values, mine: Values, newer: Values, choose = keepMine): Values => {
  const merged = (field: string): unknown => {
    const [before, typed, saved] = [opened[field], mine[field], newer[field]];
    if (isSame(before, saved) || isSame(typed, saved)) return detached(typed, saved);
    const passages = passagesOf(before, typed, saved);
    if (passages) {
      const text = textOf(passages, (place) => choose(field, place));
      return text === (typed ?? '') ? typed : text || null;
    }
    return choose(field, 0) === 'newer' ? saved : detached(typed, saved);
  };
  const own = changedFields(opened, mine).map((field) => [field, merged(field)]);
  return { ...newer, ...(Object.fromEntries(own) as Values) };
};

/** Whether somebody has to choose, as both have made something else of the same field or passage. */
export const isInConflict = (opened: Values, mine: Values, newer: Values): boolean => {
  const theirs = new Set(changedFields(opened, newer));
  return changedFields(opened, mine).some((field) => {
    if (!theirs.has(field) || isSame(mine[field], newer[field])) return false;
    const passages = passagesOf(opened[field], mine[field], newer[field]);
    return passages === null || passages.some(({ by }) => by === 'both');
  });
};

/** Rows of a list are known by number; those that the newer version no longer has are created again. */
const detached = (mine: unknown, newer: unknown): unknown => {
  if (!Array.isArray(mine)) return mine;
  const known = new Set(Array.isArray(newer) ? (newer as { id?: unknown }[]).map(({ id }) => id) : []);
  return mine.map((row: unknown) => {
    if (typeof row !== 'object' || row === null || !('id' in row) || known.has(row.id)) return row;
    return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id'));
  });
};
