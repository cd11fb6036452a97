import Database from 'better-sqlite3';
import { createYielder } from '../yielder';
import { fill, type Snapshot, type Statement } from './statement';

type Row = Record<string, unknown>;

/** Rows that are read before it is asked whether others wait. */
const ROWS_OF_A_TURN = 50;

/**
 * SQLite plans a statement anew at each run when a value was bound that its plan may depend on: beside LIMIT, where the table has a
 * partial index, and everywhere once ANALYZE has been run. That takes several times as long as the reading. It does not look
 * into sub-selects.
 */
const plannedOnce = (sql: string): string => sql.replaceAll('?', '(select ?)');

/**
 * A read-only connection to a SQLite file, beside Strapi's single one, which a long write keeps from
 * everybody else. In WAL mode both work side by side.
 *
 * Statements run at once on this thread, without knex's pool and runner, which would cost more than the
 * statements themselves.
 */
export const openSqlite = (filename: string) => {
  const database = new Database(filename, { readonly: true, fileMustExist: true });
  const prepared = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = database.prepare(plannedOnce(sql));
    prepared.set(sql, made);
    return made;
  };

  const view: Snapshot = {
    async rows<R, Name extends string>(
      statement: Statement<R, Name>,
      values: Readonly<Record<string, unknown>>,
    ) {
      return prepare(statement.sql).all(...fill(statement, values).map(toBinding)) as R[];
    },
  };

  // Asked in nearly every tick of the event loop: prepared once, and as a bare number.
  const dataVersion = database.prepare('PRAGMA data_version').pluck();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run, run);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    /** One transaction after the other: they share the connection, and none of them waits for anything. */
    snapshot: <Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result> =>
      inTurn(async () => {
        prepare('BEGIN').run();
        try {
          return await read(view);
        } finally {
          prepare('COMMIT').run();
        }
      }),
    /** For one statement, which needs no transaction: between those of others, as it would see their moment. */
    single: <Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result> =>
      inTurn(() => read(view)),
    /** A view that lasts until it is closed, and the connection with it. Others have their turn between the rows of a statement. */
    begin(): { snapshot: Snapshot; close(): Promise<void> } {
      prepare('BEGIN').run();
      const running = new Set<Promise<unknown>>();
      let isClosing = false;
      const read = async (sql: string, bindings: readonly unknown[]): Promise<unknown[]> => {
        const rows: unknown[] = [];
        const yieldTurn = createYielder();
        for (const row of prepare(sql).iterate(...bindings)) {
          rows.push(row);
          if (rows.length % ROWS_OF_A_TURN === 0) await yieldTurn();
        }
        return rows;
      };
      return {
        snapshot: {
          async rows<R, Name extends string>(
            statement: Statement<R, Name>,
            values: Readonly<Record<string, unknown>>,
          ) {
            if (isClosing) throw new Error('The view of the database is closed.');
            const rows = read(statement.sql, fill(statement, values).map(toBinding));
            running.add(rows);
            try {
              return (await rows) as R[];
            } finally {
              running.delete(rows);
            }
          },
        },
        /** Waits for a statement that is being read, as for one whose reader has gone: SQLite closes no connection in use. */
        async close(): Promise<void> {
          isClosing = true;
          await Promise.allSettled(running);
          database.close();
        },
      };
    },
    /** Changes whenever another connection has committed something. */
    dataVersion: (): number => dataVersion.get() as number,
    all: (sql: string): Row[] => prepare(sql).all() as Row[],
    close: (): void => void database.close(),
  };
};

export type SqliteReader = ReturnType<typeof openSqlite>;

const toBinding = (value: unknown): unknown => {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : value;
};
