import type { Lookup } from './lookup';

/** The driver of MariaDB, as far as it is used here. */
interface MariaDbDriver {
  query(
    statement: { sql: string; values: unknown[]; rowsAsArray: true },
    done: (error: Error | null, rows: [string, number][]) => void,
  ): void;
}

export const mysqlLookup =
  (sql: string): Lookup =>
  (connection, keys) =>
    new Promise((resolve, reject) => {
      (connection as unknown as MariaDbDriver).query(
        { sql: `${sql} IN (?)`, values: [keys], rowsAsArray: true },
        (error, rows) => (error ? reject(error) : resolve(new Map(rows))),
      );
    });
