import path from 'node:path';
import Database from 'better-sqlite3';
import { openSqlite } from '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite-reader';
import type { Statement } from '../../../../src/plugins/content-delivery/server/src/platform/database/statement';
import { temporaryFolder } from '../../../support/temporary-folder';
import { turnsDuring } from '../../../support/turns';

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
      const turns = await turnsDuring(async () => (rows = await snapshot.rows(MANY, {})));
      expect([rows.length, rows[0], rows.at(-1)]).toEqual([ROWS, { i: 1 }, { i: ROWS }]);
      expect(turns).toBeGreaterThan(2);
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
