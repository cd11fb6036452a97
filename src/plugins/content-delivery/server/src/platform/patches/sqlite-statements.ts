import { LRUCache } from 'lru-cache';
import { replaceFunction } from './replace';

/** How many a connection keeps: all that the panel's pages and a publish ask for, several times over. */
const MOST = 200;
/** Characters of the longest that is kept: those of many rows are seldom the same twice, and take memory. */
const LONGEST = 10_000;

export interface SqliteConnection {
  prepare(sql: string): object;
}

/**
 * Changes `prepare` of a connection, read at better-sqlite3 13.2.0. knex has a statement read and planned anew whenever it runs
 * it, which is about a seventh of the work of publishing a post, on the thread that serves. SQLite plans a kept one anew
 * where the schema has changed, and a PRAGMA at each run.
 */
export const keepStatements = (connection: SqliteConnection): void => {
  const kept = new LRUCache<string, object>({ max: MOST });
  replaceFunction(
    connection,
    'prepare',
    { readAt: 'better-sqlite3 13.2.0', parameters: 1 },
    (prepare) => (sql) => {
      const known = kept.get(sql);
      if (known) return known;
      const made = prepare(sql);
      if (sql.length <= LONGEST) kept.set(sql, made);
      return made;
    },
  );
};
