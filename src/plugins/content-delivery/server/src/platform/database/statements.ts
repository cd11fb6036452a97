/** Rows, and characters in them, that one statement brings. */
const MAX_BATCH_ROWS = 25;
const MAX_BATCH_CHARACTERS = 1_000_000;

/**
 * Rows in groups that one statement can carry on every database.
 * @param most rows in a group; those of many columns need the usual number
 */
export function* inStatements<Row extends Record<string, unknown>>(
  rows: readonly Row[],
  most = MAX_BATCH_ROWS,
): Generator<Row[]> {
  let group: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const length = Object.values(row).reduce<number>(
      (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
      0,
    );
    if (group.length > 0 && (group.length >= most || characters + length > MAX_BATCH_CHARACTERS)) {
      yield group;
      group = [];
      characters = 0;
    }
    group.push(row);
    characters += length;
  }
  if (group.length > 0) yield group;
}

/** Items in groups of so many. */
export function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
