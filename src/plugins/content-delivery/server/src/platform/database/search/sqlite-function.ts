import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

const expressions = new LRUCache<string, RegExp>({ max: 50 });

const expressionOf = (pattern: string): RegExp => {
  const known = expressions.get(pattern);
  if (known) return known;
  const made = new RegExp(pattern, 'su');
  expressions.set(pattern, made);
  return made;
};

const textOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString() : String(value));

/**
 * Gives a connection to SQLite the function behind its operator `REGEXP`, of which it has none. `directOnly`: no index, view or
 * trigger can use it, so other tools can write the file.
 */
export const addRegexp = (database: Pick<Database.Database, 'function'>): void => {
  database.function(
    'regexp',
    { deterministic: true, directOnly: true },
    (pattern: unknown, value: unknown) =>
      pattern === null || value === null ? null : Number(expressionOf(textOf(pattern)).test(textOf(value))),
  );
};
