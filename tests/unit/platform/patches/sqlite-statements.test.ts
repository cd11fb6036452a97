import Database from 'better-sqlite3';
import { keepStatements } from '../../../../src/plugins/content-delivery/server/src/platform/patches/sqlite-statements';

describe('the statements of a connection to SQLite', () => {
  const SQL = 'SELECT * FROM posts WHERE id = ?';
  let database: Database.Database;
  beforeEach(() => {
    database = new Database(':memory:');
    keepStatements(database);
    database.exec('CREATE TABLE posts (id INTEGER); INSERT INTO posts VALUES (1), (2)');
  });
  afterEach(() => database.close());

  it('are kept, each with the values of its run', () => {
    expect(database.prepare(SQL)).toBe(database.prepare(SQL));
    expect([1, 2, 3].map((id) => database.prepare(SQL).all(id))).toEqual([[{ id: 1 }], [{ id: 2 }], []]);
  });

  it('follow a change of the schema', () => {
    expect(database.prepare(SQL).get(1)).toEqual({ id: 1 });
    database.exec("ALTER TABLE posts ADD COLUMN title TEXT DEFAULT 'Tea'");
    expect(database.prepare(SQL).get(1)).toEqual({ id: 1, title: 'Tea' });
    database.exec('DROP TABLE posts');
    expect(() => database.prepare(SQL).get(1)).toThrow('no such table');
  });

  it('can be run again when they have failed', () => {
    database.exec('CREATE UNIQUE INDEX one ON posts (id)');
    const insert = (id: number) => database.prepare('INSERT INTO posts VALUES (?)').run(id).changes;
    expect(() => insert(1)).toThrow('UNIQUE');
    expect(insert(3)).toBe(1);
  });

  it('change settings whenever they run', () => {
    for (const value of [100, 200, 100, 200]) {
      database.prepare(`PRAGMA busy_timeout = ${value}`).get();
      expect(database.pragma('busy_timeout', { simple: true })).toBe(value);
    }
  });

  const ofLength = (length: number, start = SQL) => start.padEnd(length);

  it('are not kept where they are long', () => {
    expect(database.prepare(ofLength(2_000))).toBe(database.prepare(ofLength(2_000)));
    expect(database.prepare(ofLength(2_001))).not.toBe(database.prepare(ofLength(2_001)));
  });

  it.each([
    ['many', 200, 10],
    ['long together', 51, 2_000],
  ])('are not kept when they are too %s', (_, count, length) => {
    const before = database.prepare(SQL);
    for (let i = 0; i < count; i += 1) database.prepare(ofLength(length, `SELECT ${i}`));
    expect(database.prepare(SQL)).not.toBe(before);
  });
});
