import knex, { type Knex } from 'knex';
import {
  CommitError,
  confirmCommits,
} from '../../../../src/plugins/content-delivery/server/src/platform/database/commits';

/** SQLite looks at such a constraint at COMMIT, refuses it, and leaves the transaction open. */
const breakAtCommit = (trx: Knex.Transaction): Promise<unknown> => trx('child').insert({ parent: 1 });

/** The driver's own error, whose class may be that of a test file before in the same process. */
const saying = (words: string) => ({ message: expect.stringContaining(words) as string });

describe('COMMIT', () => {
  let connection: Knex;

  beforeEach(async () => {
    connection = knex({
      client: 'better-sqlite3',
      connection: { filename: ':memory:' },
      useNullAsDefault: true,
    });
    await connection.raw('PRAGMA foreign_keys = ON');
    await connection.raw('CREATE TABLE parent (id INTEGER PRIMARY KEY)');
    await connection.raw(
      'CREATE TABLE child (parent INTEGER REFERENCES parent(id) DEFERRABLE INITIALLY DEFERRED)',
    );
  });
  afterEach(() => connection.destroy());

  const children = async () => (await connection('child')).length;
  const failure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'It was acknowledged.',
      (error: unknown) => error,
    );

  // When this fails, knex has mended it: see docs/decisions/0032-commits-are-confirmed.md.
  it('of knex by itself resolves although it has failed', async () => {
    const trx = await connection.transaction();
    await breakAtCommit(trx);
    await expect(trx.commit()).resolves.toBeUndefined();
    await expect(trx.executionPromise).rejects.toMatchObject(saying('FOREIGN KEY'));
  });

  describe('when commits are confirmed', () => {
    beforeEach(() => confirmCommits({ connection } as never));

    it('resolves, with its value, when the transaction is stored', async () => {
      const trx = await connection.transaction();
      await trx('parent').insert({ id: 1 });
      await breakAtCommit(trx);
      expect(await trx.commit('value')).toBe('value');
      expect(await children()).toBe(1);
    });

    it('rejects when it has failed, however the transaction was begun', async () => {
      const ways: [string, () => Promise<unknown>][] = [
        [
          'commit()',
          async () => {
            const trx = await connection.transaction();
            await breakAtCommit(trx);
            await trx.commit();
          },
        ],
        ['a function', () => connection.transaction((trx) => breakAtCommit(trx))],
        [
          'a provider',
          async () => {
            const trx = await connection.transactionProvider()();
            await breakAtCommit(trx);
            await trx.commit();
          },
        ],
        ['a savepoint', () => connection.transaction((trx) => trx.transaction(breakAtCommit))],
      ];
      for (const [way, begin] of ways) {
        const error = await failure(begin());
        expect([way, error]).toEqual([way, expect.any(CommitError)]);
        expect(error).toMatchObject({
          isRolledBack: true,
          cause: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' },
        });
        // The connection, which is the only one, is in no transaction any more.
        expect(await children()).toBe(0);
        await connection('parent').insert({ id: 7 }).onConflict().ignore();
        await connection.transaction((trx) => trx('parent').where({ id: 7 }).delete());
      }
    });

    it('rejects, and nothing is stored, when the database had ended the transaction and nobody looked', async () => {
      const error = await failure(
        connection.transaction(async (trx) => {
          await trx('parent').insert({ id: 1 });
          // As SQLite does when a write fails; what comes next would be stored by itself.
          await trx.raw('ROLLBACK');
          await failure(trx.raw('SELECT nothing'));
          await failure(trx('parent').insert({ id: 2 }));
        }),
      );
      expect(error).toBeInstanceOf(CommitError);
      expect(await connection('parent')).toEqual([]);
    });

    it('of a savepoint rejects when its transaction is over', async () => {
      const trx = await connection.transaction();
      const savepoint = await trx.transaction();
      await trx.raw('ROLLBACK');
      await expect(savepoint.commit()).rejects.toMatchObject(saying('no such savepoint'));
      await trx.rollback();
    });

    it('leaves roll-backs what they are', async () => {
      const trx = await connection.transaction();
      await trx('parent').insert({ id: 1 });
      await trx.rollback();
      await expect(trx.commit()).resolves.toBeUndefined();
      await expect(
        connection.transaction(async (other) => {
          await other('parent').insert({ id: 1 });
          throw new Error('Changed my mind');
        }),
      ).rejects.toThrow('Changed my mind');
      expect(await connection('parent')).toEqual([]);
    });
  });
});
