import path from 'node:path';
import Database from 'better-sqlite3';
import { openSqlite } from '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite-reader';
import type {
  Snapshot,
  Statement,
} from '../../../../src/plugins/content-delivery/server/src/platform/database/statement';
import { temporaryFolder } from '../../../support/temporary-folder';
import { ticksDuring } from '../../../support/ticks';

const ROWS = 200_000;
const MANY: Statement<{ i: number }, never> = {
  sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS}) SELECT i FROM n`,
  bindings: [],
};

describe('a view of SQLite for long reads', () => {
  const file = path.join(temporaryFolder(), 'test.db');
  beforeAll(() => void new Database(file).close());

  it('lets others have their turn between the rows of a statement', async () => {
    const { snapshot, close } = openSqlite(file).begin();
    try {
      let rows: { i: number }[] = [];
      const ticks = await ticksDuring(async () => (rows = await snapshot.rows(MANY, {})));
      expect([rows.length, rows[0], rows.at(-1)]).toEqual([ROWS, { i: 1 }, { i: ROWS }]);
      expect(ticks).toBeGreaterThan(2);
    } finally {
      await close();
    }
  });

  it('is closed when the statement under way has been read, and reads no other one', async () => {
    const { snapshot, close } = openSqlite(file).begin();
    const reading = snapshot.rows(MANY, {});
    const closed = close();
    await expect(snapshot.rows(MANY, {})).rejects.toThrow('closed');
    await closed;
    expect(await reading).toHaveLength(ROWS);
  });
});

describe('short reads of SQLite', () => {
  const file = path.join(temporaryFolder(), 'test.db');
  beforeAll(() => {
    const database = new Database(file);
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE posts (slug TEXT, website INTEGER, live INTEGER)');
    const insert = database.prepare('INSERT INTO posts VALUES (?, ?, ?)');
    for (let i = 0; i < 100; i += 1) insert.run(`post-${i}`, i % 2, i % 3 || null);
    database.exec('CREATE INDEX of_website ON posts (website)');
    database.exec('CREATE INDEX of_live ON posts (slug) WHERE live IS NOT NULL');
    database.exec('ANALYZE');
    database.close();
  });

  /** A reader, and a constant that SQLite works out whenever it plans a statement, and once while it runs it. */
  const opened = () => {
    const prepare = jest.spyOn(Database.prototype, 'prepare');
    const reader = openSqlite(file);
    const [connection] = prepare.mock.contexts as Database.Database[];
    prepare.mockRestore();
    const constant = jest.fn(() => 1);
    connection?.function('constant', { deterministic: true }, constant);
    return { reader, constant };
  };
  const READ: Statement<{ slug: string }, never> = {
    sql: 'SELECT slug FROM posts WHERE website = constant() AND slug > ? AND live IS NOT NULL ORDER BY slug LIMIT ?',
    bindings: ['post-5', 2],
  };
  const READ_ROWS = [{ slug: 'post-53' }, { slug: 'post-55' }];

  it.each(['single', 'snapshot'] as const)('are planned once, however often they run: %s', async (kind) => {
    const { reader, constant } = opened();
    try {
      const read = () => reader[kind]((snapshot) => snapshot.rows(READ, {}));
      await read();
      constant.mockClear();
      for (let i = 0; i < 3; i += 1) expect(await read()).toEqual(READ_ROWS);
      expect(constant).toHaveBeenCalledTimes(3);
    } finally {
      reader.close();
    }
  });

  it('are of their own moment, also while others read an earlier one', async () => {
    const { reader } = opened();
    const writer = new Database(file);
    try {
      const count: Statement<{ count: number }, never> = {
        sql: 'SELECT count(*) AS count FROM posts',
        bindings: [],
      };
      const counts = (snapshot: Snapshot) => snapshot.rows(count, {});
      const [before] = await reader.single(counts);
      const earlier = reader.snapshot(async (snapshot) => {
        await counts(snapshot);
        writer.exec("INSERT INTO posts (slug) VALUES ('new')");
        return counts(snapshot);
      });
      const now = reader.single(counts);
      expect(await earlier).toEqual([before]);
      expect(await now).toEqual([{ count: Number(before?.count) + 1 }]);
    } finally {
      writer.close();
      reader.close();
    }
  });
});
