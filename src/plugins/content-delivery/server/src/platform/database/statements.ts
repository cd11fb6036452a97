import type { Knex } from 'knex';

/** Rows, and characters in them, that one statement brings. */
const MAX_BATCH_ROWS = 25;
const MAX_BATCH_CHARACTERS = 1_000_000;

/**
 * Items in their order, in groups that weigh no more than that; what is heavier by itself makes one of its own.
 * @param most items in a group
 */
export function* groupsByWeight<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  maxWeight: number,
  most = Infinity,
): Generator<Item[]> {
  let group: Item[] = [];
  let total = 0;
  for (const item of items) {
    const weight = weightOf(item);
    if (group.length > 0 && (group.length >= most || total + weight > maxWeight)) {
      yield group;
      group = [];
      total = 0;
    }
    group.push(item);
    total += weight;
  }
  if (group.length > 0) yield group;
}

const charactersIn = (row: Record<string, unknown>): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/**
 * Rows in groups that one statement can carry on every database.
 * @param most rows in a group; those of many columns need the usual number
 */
export const inStatements = <Row extends Record<string, unknown>>(
  rows: readonly Row[],
  most = MAX_BATCH_ROWS,
): Generator<Row[]> => groupsByWeight(rows, charactersIn, MAX_BATCH_CHARACTERS, most);

/** In an update of rows that are named by their numbers: the value that each of them gets. */
export const byId = <Row extends { id: number }>(
  sql: Knex,
  rows: readonly Row[],
  valueOf: (row: Row) => string | null,
): Knex.Raw =>
  sql.raw(
    `case id ${'when ? then ? '.repeat(rows.length)} end`,
    rows.flatMap((row) => [row.id, valueOf(row)]) as Knex.RawBinding[],
  );

/** Items in groups of so many. */
export function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
