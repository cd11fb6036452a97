import Database from 'better-sqlite3';
import createKnex, { type Knex } from 'knex';

type Row = Record<string, unknown>;

/**
 * A read-only connection to a SQLite file, beside Strapi's single one, which a long write keeps from
 * everybody else. In WAL mode both work side by side.
 *
 * knex only writes the statements here; they run at once on this thread, without knex's pool and runner, which
 * would cost more than the statements themselves.
 */
export const openSqlite = (filename: string) => {
  const database = new Database(filename, { readonly: true, fileMustExist: true });
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const builder = createKnex({ client: 'better-sqlite3', useNullAsDefault: true });
  // Where knex would queue a statement for a connection of its own, run it on this one.
  builder.client.runner = (query: Knex.QueryBuilder) => ({
    async run(): Promise<Row[] | Row | undefined> {
      const { sql, bindings, method } = query.toSQL() as Knex.Sql & { method: string };
      const rows = prepare(sql).all(...bindings.map(toBinding)) as Row[];
      return method === 'first' ? rows[0] : rows;
    },
  });

  // Asked in nearly every turn of the event loop: prepared once, and as a bare number.
  const dataVersion = database.prepare('PRAGMA data_version').pluck();
  let last: Promise<unknown> = Promise.resolve();
  return {
    sql: builder,
    /** One transaction after the other: they share the connection, and none of them waits for anything. */
    snapshot<Result>(read: (sql: Knex) => Promise<Result>): Promise<Result> {
      const run = async (): Promise<Result> => {
        prepare('BEGIN').run();
        try {
          return await read(builder);
        } finally {
          prepare('COMMIT').run();
        }
      };
      const result = last.then(run, run);
      last = result.catch(() => undefined);
      return result;
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
