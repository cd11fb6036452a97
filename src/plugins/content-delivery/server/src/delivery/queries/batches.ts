/** How many rows are read at a time where a list is too long to be read at once. */
const ROWS = 250;
/** And how many bytes of them, where rows may be large. */
const BYTES = 4 * 1024 * 1024;

export type IdSlot = `id${number}`;

/** A name for each row number in a statement that reads a batch. */
export const BATCH: IdSlot[] = Array.from({ length: ROWS }, (_, i) => `id${i}` as const);

/** The row numbers of each batch, in the order of the rows. */
export function* inBatches(
  rows: readonly { id: number; bytes?: number | string | null }[],
): Generator<number[]> {
  let ids: number[] = [];
  let bytes = 0;
  for (const row of rows) {
    ids.push(row.id);
    bytes += Number(row.bytes ?? 0);
    if (ids.length < ROWS && bytes < BYTES) continue;
    yield ids;
    [ids, bytes] = [[], 0];
  }
  if (ids.length > 0) yield ids;
}

/** Fills a batch's statement; no row has the number that replaces a missing one. */
export const valuesOf = (ids: readonly number[]): Record<IdSlot, number> =>
  Object.fromEntries(BATCH.map((name, i) => [name, ids[i] ?? -1]));
