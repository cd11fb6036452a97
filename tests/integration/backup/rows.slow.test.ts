import type { Knex } from 'knex';
import { readRows, writeRows } from '../../../src/backup/database/rows';
import type { Table } from '../../../src/backup/archive/manifest';
import { withServer } from '../../support/with-server';

const { server } = withServer();
const connection = () => server.strapi.db.connection;

/** A name that stands in messages of the database. */
const NUMBER = 'number - of words';

const table: Table = {
  name: 'texts_of_a_test',
  columns: [
    { name: 'id', type: 'increments' },
    { name: 'html', type: 'text' },
    { name: 'data', type: 'jsonb' },
    { name: NUMBER, type: 'integer' },
  ],
  indexes: [],
  foreignKeys: [],
};
const row = (id: number, html: string | null = null, data: string | null = null) => ({
  id,
  html,
  data,
  [NUMBER]: 1,
});

beforeAll(async () => {
  await connection().schema.createTable(table.name, (builder) => {
    builder.increments('id');
    builder.text('html', 'longtext');
    builder.jsonb('data');
    builder.integer(NUMBER).notNullable();
  });
});
afterEach(() => connection()(table.name).delete());

/** How many characters each answer of the database had. */
const watched = (trx: Knex.Transaction): number[] => {
  const answers: number[] = [];
  trx.on('query-response', (response: unknown) => answers.push(JSON.stringify(response).length));
  return answers;
};

it('are read some megabytes at a time, or one by one, however long those before were', async () => {
  const MB = 1_000_000;
  const short = Array.from({ length: 1_200 }, (_, i) => row(i + 1, 'short'));
  const long = Array.from({ length: 12 }, (_, i) =>
    // Ids need not be in a row.
    i % 2 ? row(5_000 + i * 7, 'x'.repeat(MB)) : row(5_000 + i * 7, null, JSON.stringify('y'.repeat(MB))),
  );
  const longest = row(9_000, 'z'.repeat(5 * MB));
  const rows = [...short, ...long, longest, ...short.map(({ id }) => row(10_000 + id))];
  await connection().transaction(async (trx) => {
    for (const one of [...long, longest]) await trx(table.name).insert(one);
    await trx.batchInsert(
      table.name,
      rows.filter(({ html, data }) => html === null && data === null),
      200,
    );
    await trx.batchInsert(table.name, short, 200);
  });

  await connection().transaction(async (trx) => {
    const answers = watched(trx);
    const ids: unknown[] = [];
    for await (const { id } of readRows(trx, table)) ids.push(id);
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect(answers.filter((length) => length > 3 * MB)).toHaveLength(1);
    expect(Math.max(...answers)).toBeLessThan(5.1 * MB);
    // And short ones are many at a time.
    expect(answers.length).toBeLessThan(30);
  });
});

describe('that the database does not take are told', () => {
  const refusal = async (rows: object[], isOver: boolean): Promise<string> => {
    const trx = await connection().transaction();
    try {
      if (isOver) await trx.rollback();
      return await writeRows(trx, table, rows as Record<string, unknown>[]).then(
        () => 'taken',
        (error: Error) => error.message,
      );
    } finally {
      if (!isOver) await trx.rollback();
    }
  };

  it('in its own words, with all of them and without the rows', async () => {
    const message = await refusal([{ ...row(1, 'secret - text?'), [NUMBER]: null }], false);
    expect(message).toMatch(
      /^The database does not take the rows 1 to 1 of texts_of_a_test: .*number - of words/,
    );
    expect(message).not.toMatch(/insert into|secret/i);
  });

  it('whole, where no statement stands before them', async () => {
    expect(await refusal([row(1)], true)).toMatch(/of texts_of_a_test: Transaction query already complete/);
  });
});
