import path from 'node:path';
import knex, { type Knex } from 'knex';
import {
  shedAbandonedRequests,
  trackRequest,
} from '../../../../src/plugins/content-delivery/server/src/platform/database/abandoned-requests';
import { confirmCommits } from '../../../../src/plugins/content-delivery/server/src/platform/database/commits';
import { searchAlike } from '../../../../src/plugins/content-delivery/server/src/platform/database/search/statements';
import { createSqliteOffloading } from '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite';
import { deferConnections } from '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite/deferred-connections';
import { temporaryFolder } from '../../../support/temporary-folder';

interface ProcessRead {
  sql: string;
  left(): number;
  answer(rows: unknown[] | null): void;
}
/** What the processes are asked. */
const mockReads: ProcessRead[] = [];
jest.mock(
  '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite/reading-processes',
  () => ({
    createReadingProcesses: () => ({
      read: (sql: string, _bindings: unknown, { left }: { left(): number }) =>
        new Promise((resolve) => {
          const answer = (rows: unknown[] | null): void => resolve({ rows, milliseconds: 0 });
          mockReads.push({ sql, left, answer });
        }),
      close: async () => undefined,
    }),
  }),
);

const mockCommitted = jest.fn(async () => undefined);
jest.mock('../../../../src/plugins/content-delivery/server/src/platform/database/sqlite/checkpoints', () => ({
  createCheckpoints: () => ({ committed: mockCommitted, stop: () => undefined }),
}));

const LONG = 'select 1 from names join names as others on true';

describe('a request of the panel that reads SQLite', () => {
  const folder = temporaryFolder();
  let number = 0;
  let ours: Knex;
  /** Another process, such as an import. */
  let theirs: Knex;
  let close: () => Promise<void>;
  let current: object | undefined;

  const open = (): Knex =>
    knex({
      client: 'better-sqlite3',
      connection: { filename: path.join(folder, `${number}.db`) },
      useNullAsDefault: true,
      acquireConnectionTimeout: 5_000,
    });
  beforeEach(async () => {
    number += 1;
    [ours, theirs] = [open(), open()];
    await ours.raw('pragma journal_mode = wal');
    await Promise.all([ours, theirs].map((database) => database.raw('pragma busy_timeout = 0')));
    await ours.raw('create table names (name text)');
    const db = { dialect: { client: 'sqlite' }, connection: ours };
    const strapi = { db, contentTypes: {}, requestContext: { get: () => current } } as never;
    mockReads.length = 0;
    current = undefined;
    ({ close } = createSqliteOffloading(strapi));
    searchAlike(strapi);
    confirmCommits(db as never);
    shedAbandonedRequests(strapi, 0);
    deferConnections(strapi);
  });
  afterEach(async () => {
    current = undefined;
    await close();
    await Promise.all([ours.destroy(), theirs.destroy()]);
  });

  const request = () => ({ method: 'GET', state: { user: {} }, req: { socket: { destroyed: false } } });
  /** Its first turn only, in which knex asks for a connection, knows the request. */
  const asking = <Result>(work: () => Promise<Result>, ctx = request()): Promise<Result> => {
    let result: Promise<Result> | undefined;
    current = ctx;
    void trackRequest(ctx as never, async () => {
      // What knex builds is asked whenever somebody waits for it.
      result = work().then((answer) => answer);
      await result.catch(() => undefined);
    });
    if (!result) throw new Error('The request was not begun.');
    return result;
  };
  const asRequest = async <Result>(work: () => Promise<Result>, ctx = request()): Promise<Result> => {
    try {
      return await asking(work, ctx);
    } finally {
      current = undefined;
    }
  };
  const add = (by: Knex, name: string): Promise<unknown> => by('names').insert({ name });
  const names = (by: Knex = theirs): Promise<string[]> => by('names').orderBy('name').pluck('name');
  /** Until a process was asked so many things. */
  const asked = async (count: number): Promise<void> => {
    while (mockReads.length < count) await new Promise(setImmediate);
  };

  it.each([
    ['by itself', () => ours.raw(LONG)],
    ['in a transaction', () => ours.transaction((trx) => trx.raw(LONG))],
  ])('leaves the connection to others while a process reads for it, %s', async (_name, read) => {
    const reads = [asking(read), asking(read)];
    await asked(2);
    current = undefined;
    await ours.transaction((trx) => add(trx, 'saved'));
    expect(await names(ours)).toEqual(['saved']);
    mockReads[1]?.answer(['second']);
    expect(await reads[1]).toEqual(['second']);
    mockReads[0]?.answer(['first']);
    expect(await reads[0]).toEqual(['first']);
  });

  it('leaves it to them after what it reads there at the same time', async () => {
    const reading = asking(() => ours.transaction((trx) => Promise.all([trx.raw(LONG), names(trx)])));
    await asked(1);
    current = undefined;
    await ours.transaction((trx) => add(trx, 'saved'));
    mockReads[0]?.answer(['row']);
    expect(await reading).toEqual([['row'], []]);
    expect(await names(ours)).toEqual(['saved']);
  });

  it('waits for the connection once, and again only after a process has read for it', async () => {
    const taken = jest.spyOn((ours.client as { pool: { acquire(): unknown } }).pool, 'acquire');
    const reading = asking(() =>
      ours.transaction(async (trx) => {
        for (let n = 0; n < 3; n += 1) await names(trx);
        expect(taken).toHaveBeenCalledTimes(1);
        await trx.raw(LONG);
        for (let n = 0; n < 3; n += 1) await names(trx);
        expect(taken).toHaveBeenCalledTimes(2);
      }),
    );
    await asked(1);
    mockReads[0]?.answer([]);
    await reading;
    current = undefined;
    taken.mockRestore();
    expect(await names(ours)).toEqual([]);
  });

  it('keeps no other process from writing before it writes itself', async () => {
    await asRequest(() =>
      ours.transaction(async (trx) => {
        expect(await names(trx)).toEqual([]);
        await add(theirs, 'theirs');
        expect(await names(trx)).toEqual(['theirs']);
        await add(trx, 'ours');
        await expect(add(theirs, 'too late')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
        // What it has written, only its own connection sees.
        expect(await trx.raw(LONG)).toHaveLength(4);
        await expect(
          trx.transaction(async (inner) => {
            await add(inner, 'taken back');
            throw new Error('a failed part');
          }),
        ).rejects.toThrow('a failed part');
      }),
    );
    expect(await names()).toEqual(['ours', 'theirs']);
    expect(mockReads).toEqual([]);
  });

  it('takes back what it has written when it fails, and gives the connection back', async () => {
    const failing = asRequest(() =>
      ours.transaction(async (trx) => {
        await add(trx, 'taken back');
        throw new Error('a failed request');
      }),
    );
    await expect(failing).rejects.toThrow('a failed request');
    await expect(asRequest(() => ours.raw('select missing from names'))).rejects.toThrow('no such column');
    await asRequest(() => ours.transaction(async () => undefined));
    await add(ours, 'next');
    expect(await names()).toEqual(['next']);
  });

  it('gives the connection back when it cannot begin to write', async () => {
    await theirs.transaction(async (other) => {
      await add(other, 'theirs');
      await expect(asRequest(() => ours.transaction((trx) => add(trx, 'refused')))).rejects.toMatchObject({
        code: 'SQLITE_BUSY',
      });
    });
    await add(ours, 'next');
    expect(await names()).toEqual(['next', 'theirs']);
  });

  it('commits nothing where it has only read', async () => {
    mockCommitted.mockClear();
    await asRequest(() => ours.transaction((trx) => names(trx)));
    expect(mockCommitted).not.toHaveBeenCalled();
    await asRequest(() => ours.transaction((trx) => add(trx, 'one')));
    await ours.transaction((trx) => add(trx, 'two'));
    expect(mockCommitted).toHaveBeenCalledTimes(2);
  });

  it('may write and read side by side in one transaction', async () => {
    await asRequest(() =>
      ours.transaction(async (trx) => {
        const [, found] = await Promise.all([add(trx, 'one'), names(trx), add(trx, 'two')]);
        expect(found).toEqual(['one']);
      }),
    );
    expect(await names()).toEqual(['one', 'two']);
  });

  it('searches alike on the connection itself', async () => {
    await add(ours, 'Käse');
    const found = asRequest(() => ours('names').whereRaw("`name` LIKE ? ESCAPE '\\'", ['%KÄSE%']));
    expect(await found).toHaveLength(1);
  });

  it('is not begun when whoever sent it has gone while it waited for a process or the connection', async () => {
    const ctx = request();
    const read = asking(() => ours.raw(LONG), ctx);
    await asked(1);
    expect(mockReads[0]?.left()).toBeGreaterThan(0);
    ctx.req.socket.destroyed = true;
    expect(mockReads[0]?.left()).toBe(0);
    mockReads[0]?.answer(null);
    await expect(read).rejects.toThrow();

    current = undefined;
    const other = await ours.transaction();
    const waiting = request();
    const small = asking(() => names(ours), waiting);
    await new Promise(setImmediate);
    waiting.req.socket.destroyed = true;
    await other.rollback();
    await expect(small).rejects.toMatchObject({ status: 503, message: 'The client has disconnected.' });
    current = undefined;
    expect(await names(ours)).toEqual([]);
  });
});
