import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import knex, { type Knex } from 'knex';
import { takeWriteLockAtBegin } from '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite/write-lock';

/** Two processes on one database, as the server and an import; here, two connections. */
describe('the write lock of SQLite', () => {
  let folder: string;
  let ours: Knex;
  let theirs: Knex;
  const open = (): Knex =>
    knex({
      client: 'better-sqlite3',
      connection: { filename: join(folder, 'data.db') },
      useNullAsDefault: true,
    });
  const add = (by: Knex, name: string): Promise<unknown> => by.raw('insert into names values (?)', [name]);
  const names = async (): Promise<string[]> => (await ours('names')).map(({ name }) => name);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'write-lock-'));
    [ours, theirs] = [open(), open()];
    await ours.raw('pragma journal_mode = wal');
    await Promise.all([ours, theirs].map((database) => database.raw('pragma busy_timeout = 0')));
    await ours.raw('create table names (name text)');
    takeWriteLockAtBegin(ours.client);
  });
  afterEach(async () => {
    await Promise.all([ours.destroy(), theirs.destroy()]);
    rmSync(folder, { recursive: true });
  });

  it('is held from the beginning of a transaction, so one that reads first can write then', async () => {
    const transaction = await ours.transaction();
    await transaction('names');
    await expect(add(theirs, 'theirs')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    expect(await theirs('names')).toEqual([]);
    await add(transaction, 'ours');
    await transaction.commit();
    await add(theirs, 'theirs');
    expect(await names()).toEqual(['ours', 'theirs']);
  });

  it('is given back by a rollback, and savepoints work within it', async () => {
    await ours.transaction(async (outer) => {
      await add(outer, 'kept');
      await expect(
        outer.transaction(async (inner) => {
          await add(inner, 'taken back');
          throw new Error('a failed part');
        }),
      ).rejects.toThrow('a failed part');
    });
    const transaction = await ours.transaction();
    await transaction.rollback();
    await add(theirs, 'theirs');
    expect(await names()).toEqual(['kept', 'theirs']);
  });

  it('that another process holds fails a transaction before it has done anything', async () => {
    await theirs.transaction(async (other) => {
      await add(other, 'theirs');
      await expect(ours.transaction()).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    });
    await ours.transaction((transaction) => add(transaction, 'ours'));
    expect(await names()).toEqual(['theirs', 'ours']);
  });
});
