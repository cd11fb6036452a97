import type { Knex } from 'knex';
import { compile, type Snapshot } from '../../platform/database/statement';
import { chunks } from '../../platform/database/statements';

/** How many rows are read at a time where a list is too long to be read at once. */
const ROWS = 250;
/** How many slots for ids a statement has. */
const SLOT_COUNTS = [25, 50, 100, ROWS];
/** How many bytes of rows are read at a time, where they may be large. */
const BYTES = 4 * 1024 * 1024;

/** The number of a row, and about how many bytes it takes where it may be large. */
export interface SizedPlace {
  id: number;
  bytes?: number;
}

type IdSlot = `id${number}`;

/** A name for each id in a statement that reads a batch. */
const SLOTS: IdSlot[] = Array.from({ length: ROWS }, (_, i) => `id${i}` as const);

/**
 * A statement that reads rows by ids, a batch at a time: numbers, or documentIds. Each slot takes time, filled or not, so there are
 * statements with fewer of them, written when they are first needed.
 */
export const compileByIds = <Row, Name extends string = never>(
  build: (ids: Knex.Value[], value: (name: Name) => Knex.Value) => Knex.QueryBuilder,
) => {
  const withSlots = (slots: readonly IdSlot[]) => ({
    slots,
    statement: compile<Row, Name | IdSlot>((value) => build(slots.map(value), value)),
  });
  const written = new Map<number, ReturnType<typeof withSlots>>();
  const forSome = (count: number): ReturnType<typeof withSlots> => {
    const slots = SLOT_COUNTS.find((some) => some >= count) ?? ROWS;
    const made = written.get(slots) ?? withSlots(SLOTS.slice(0, slots));
    written.set(slots, made);
    return made;
  };
  return async (
    snapshot: Snapshot,
    ids: readonly (number | string)[],
    values: Readonly<Record<Name, unknown>>,
  ): Promise<Row[]> => {
    // No row has the id that replaces a missing one.
    const none = typeof ids[0] === 'string' ? '' : -1;
    const read: Row[] = [];
    for (const some of chunks(ids, ROWS)) {
      const { slots, statement } = forSome(some.length);
      const filled: Record<string, unknown> = { ...values };
      for (const [i, name] of slots.entries()) filled[name] = some[i] ?? none;
      const rows = await snapshot.rows(statement, filled as Record<Name | IdSlot, unknown>);
      for (const row of rows) read.push(row);
    }
    return read;
  };
};

/** The row numbers of each batch, in the order of the rows. */
export function* batchesBySize(rows: readonly SizedPlace[]): Generator<number[]> {
  let ids: number[] = [];
  let bytes = 0;
  for (const row of rows) {
    ids.push(row.id);
    bytes += row.bytes ?? 0;
    if (ids.length < ROWS && bytes < BYTES) continue;
    yield ids;
    [ids, bytes] = [[], 0];
  }
  if (ids.length > 0) yield ids;
}
