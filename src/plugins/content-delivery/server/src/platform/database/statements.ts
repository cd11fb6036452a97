/** Rows, and characters in them, that one statement brings. */
const ROWS_AT_ONCE = 25;
const CHARACTERS_AT_ONCE = 1_000_000;

/** Rows in groups that one statement can carry on every database. */
export function* inStatements<Row extends Record<string, unknown>>(rows: readonly Row[]): Generator<Row[]> {
  let group: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const length = Object.values(row).reduce<number>(
      (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
      0,
    );
    if (group.length > 0 && (group.length >= ROWS_AT_ONCE || characters + length > CHARACTERS_AT_ONCE)) {
      yield group;
      group = [];
      characters = 0;
    }
    group.push(row);
    characters += length;
  }
  if (group.length > 0) yield group;
}
