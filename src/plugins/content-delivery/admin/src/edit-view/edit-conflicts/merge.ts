import { OPENED_VERSION } from '../../../../contracts/editing';

/** The values of an entry's form, by field. */
export type Values = Record<string, unknown>;

/** What a form itself adds to values. */
const OF_THE_FORM = new Set(['__temp_key__', '__component', 'id', 'documentId']);

/** Equal for values that mean the same, whether they come from a form or from the server. */
export const comparable = (value: unknown): string =>
  JSON.stringify(value ?? null, (name, part: unknown) => (OF_THE_FORM.has(name) ? undefined : part));

/** The fields in which two versions of a form differ. */
export const changedFields = (before: Values, after: Values): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => field !== OPENED_VERSION && comparable(before[field]) !== comparable(after[field]),
  );

/**
 * The newer version with one's own changes put into it: fields that one has not touched are the newer version's.
 *
 * @param opened the values when the form was opened
 * @param mine the values as they were typed
 * @param newer the values that another editor has saved since
 */
export const mergeValues = (opened: Values, mine: Values, newer: Values): Values => {
  const own = changedFields(opened, mine).map((field) => [field, detached(mine[field], newer[field])]);
  return { ...newer, ...(Object.fromEntries(own) as Values) };
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
