import type { Knex } from 'knex';
import type { Table } from '../archive/manifest';

/** How much is read at a time: so many rows at most, and about so many bytes. */
const ROWS = 500;
const BYTES = 2_000_000;
/** How many rows are measured at a time. */
const MEASURED = 10_000;

/** Columns whose values may be long. */
const LONG: readonly string[] = ['json', 'jsonb', 'string', 'text'];

/** Rows that are read at a time: the ids of the first and of the last. */
export interface Batch {
  first: number;
  last: number;
}

/**
 * All rows of a table in the order of their ids. Lengths are asked for before the rows are, so that a batch has
 * about 2 MB or is one row, whatever the rows before it were like.
 * @param trx all of it in one snapshot, or rows that come in between are not measured
 */
export async function* batchesOf(trx: Knex.Transaction, { name, columns }: Table): AsyncGenerator<Batch> {
  const long = columns.filter(({ type }) => LONG.includes(type)).map((column) => column.name);
  let last: number | null = null;
  for (;;) {
    const query = trx(name).orderBy('id').limit(MEASURED).select('id', lengthOf(trx, long));
    if (last !== null) void query.where('id', '>', last);
    const rows = (await query) as { id: number; bytes: number }[];
    yield* cut(rows);
    if (rows.length < MEASURED) return;
    last = rows.at(-1)?.id ?? null;
  }
}

function* cut(rows: readonly { id: number; bytes: number }[]): Generator<Batch> {
  let batch: Batch | null = null;
  let count = 0;
  let bytes = 0;
  for (const row of rows) {
    const length = Number(row.bytes);
    if (batch && (count >= ROWS || bytes + length > BYTES)) {
      yield batch;
      batch = null;
    }
    if (!batch) {
      batch = { first: row.id, last: row.id };
      count = 0;
      bytes = 0;
    }
    batch.last = row.id;
    count += 1;
    bytes += length;
  }
  if (batch) yield batch;
}

const lengthOf = (trx: Knex.Transaction, columns: readonly string[]): Knex.Raw => {
  const { dialect } = trx.client as { dialect: string };
  // PostgreSQL knows no length of jsonb.
  const bytes = dialect === 'postgresql' ? 'octet_length(??::text)' : 'octet_length(??)';
  const sum = columns.map(() => `coalesce(${bytes}, 0)`).join(' + ');
  return trx.raw(`${sum || '0'} as bytes`, [...columns]);
};
