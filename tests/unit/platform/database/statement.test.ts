import fc from 'fast-check';
import createKnex from 'knex';
import {
  compileByIds,
  batchesBySize,
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

describe('batchesBySize', () => {
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
        const batches = [...batchesBySize(list as { id: number }[])];
        expect(batches.flat()).toEqual(list.map(({ id }) => id));
        expect(batches.every((ids) => ids.length > 0 && ids.length <= 250)).toBe(true);
      }),
    );
  });
});

describe('a statement that reads rows by ids', () => {
  const sql = createKnex({ client: 'pg' });
  const read = compileByIds<object, 'website'>((ids, value) =>
    sql('posts').where('website', value('website')).whereIn('id', ids).select('id'),
  );
  const asked = async (ids: (number | string)[]): Promise<unknown[][]> => {
    const filled: unknown[][] = [];
    const rows = async (statement: Parameters<typeof fill>[0], values: object): Promise<never[]> => {
      filled.push(fill(statement, values as Record<string, unknown>));
      return [];
    };
    await read({ rows } as never, ids, { website: 'w' });
    return filled;
  };

  it('asks for each once, in as few statements as it takes, and for nothing else', async () => {
    const ids = fc.oneof(
      fc.uniqueArray(fc.nat(), { maxLength: 600, size: 'max' }),
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 600, size: 'max' }),
    );
    await fc.assert(
      fc.asyncProperty(ids, async (wanted) => {
        const statements = await asked(wanted);
        expect(statements).toHaveLength(Math.ceil(wanted.length / 250));
        const given = statements.flatMap(([website, ...rest]) => {
          expect(website).toBe('w');
          return rest;
        });
        const none = typeof wanted[0] === 'string' ? '' : -1;
        expect(given.filter((id) => id !== none)).toEqual(wanted);
      }),
    );
  });

  it.each([
    [2, 25],
    [25, 25],
    [26, 50],
    [100, 100],
    [101, 250],
  ])('has for %d no more than %d places', async (count, places) => {
    const ids = Array.from({ length: count }, (_, id) => id);
    expect((await asked(ids)).map(({ length }) => length)).toEqual([1 + places]);
  });
});
