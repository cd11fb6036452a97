import fc from 'fast-check';
import createKnex from 'knex';
import {
  BATCH,
  inBatches,
  valuesOf,
} from '../../../../src/plugins/content-delivery/server/src/delivery/queries/batches';
import {
  compile,
  fill,
} from '../../../../src/plugins/content-delivery/server/src/platform/database/statement';

describe.each(['better-sqlite3', 'pg', 'mysql2'])('a statement for %s', (client) => {
  const sql = createKnex({ client, ...(client === 'better-sqlite3' && { useNullAsDefault: true }) });

  it('has the values of a request where their names stand, and its own where it has some', () => {
    const statement = compile<object, 'a' | 'b'>((value) =>
      sql('posts')
        .where('x', value('b'))
        .where((either) => either.whereNull('y').orWhere('y', '<=', value('a')))
        .whereIn('z', [value('a'), 7])
        .first('id'),
    );
    expect(fill(statement, { a: 1, b: 'two' })).toEqual(['two', 1, 1, 7, 1]);
    expect(fill(statement, { a: null, b: false })).toEqual([false, null, null, 7, 1]);
    expect(statement.sql.match(/\?/g)).toHaveLength(5);
  });
});

describe('inBatches', () => {
  it('leaves none out, in their order, and no batch is too long for its statement', () => {
    const rows = fc.array(
      fc.record({ id: fc.nat(), bytes: fc.option(fc.nat(3_000_000), { nil: undefined }) }),
      {
        maxLength: 700,
        size: 'max',
      },
    );
    fc.assert(
      fc.property(rows, (list) => {
        const batches = [...inBatches(list as { id: number }[])];
        expect(batches.flat()).toEqual(list.map(({ id }) => id));
        expect(batches.every((ids) => ids.length > 0 && ids.length <= BATCH.length)).toBe(true);
      }),
    );
  });

  it('fills what a short batch leaves free with a number that no row has', () => {
    const values = Object.values(valuesOf([5, 6]));
    expect(values).toHaveLength(BATCH.length);
    expect(new Set(values)).toEqual(new Set([5, 6, -1]));
  });
});
