import { LRUCache } from 'lru-cache';
import { replaceFunction } from './replace';

/** How many a connection keeps: all that the panel's pages and a publish ask for, several times over. */
const MAX_STATEMENTS = 200;
/** Characters of all of them, each of which stands for some sixty bytes of memory that Node does not see. */
const MAX_CHARACTERS = 100_000;
/** Characters of the longest that is kept: those of many rows are seldom the same twice. */
const MAX_LENGTH = 2_000;

export interface SqliteConnection {
  prepare(sql: string): object;
}

/**
 * Changes `prepare` of a connection, read at better-sqlite3 13.2.0. knex has a statement read and planned anew whenever it runs
 * it, which is about a seventh of the work of publishing a post, on the thread that serves. SQLite plans a kept one anew
 * where the schema has changed, and a PRAGMA at each run.
 */
export const keepStatements = (connection: SqliteConnection): void => {
  replaceFunction(connection, 'prepare', { readAt: 'better-sqlite3 13.2.0', parameters: 1 }, (prepare) => {
    const kept = new LRUCache<string, object>({
      max: MAX_STATEMENTS,
      maxSize: MAX_CHARACTERS,
      maxEntrySize: MAX_LENGTH,
      sizeCalculation: (_, sql) => sql.length,
      memoMethod: (sql) => prepare(sql),
    });
    return (sql) => kept.memo(sql);
  });
};
