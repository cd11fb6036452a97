import type { Knex } from 'knex';

/** A placeholder for a value that is only known when the statement runs. */
class Slot {
  constructor(readonly name: string) {}
}

declare const ROW: unique symbol;

/** A statement that was written once: its SQL, and what fills its placeholders. */
export interface Statement<Row, Name extends string> {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  /** The columns of a row; and the names of the values that it needs. There for the types only. */
  readonly [ROW]?: [Row, Name];
}

/**
 * Lets knex write a statement in the database's own dialect, once. Writing it for every request
 * took longer than SQLite needs to answer it.
 * @param build is given `value(name)` for each value that comes with the request
 */
export const compile = <Row, Name extends string = never>(
  build: (value: (name: Name) => Knex.Value) => Knex.QueryBuilder,
): Statement<Row, Name> => {
  const { sql, bindings } = build((name) => new Slot(name) as unknown as Knex.Value).toSQL();
  return { sql, bindings };
};

/** The values for the placeholders, in their order. */
export const fill = (
  { bindings }: Statement<unknown, string>,
  values: Readonly<Record<string, unknown>>,
): unknown[] => bindings.map((binding) => (binding instanceof Slot ? values[binding.name] : binding));

/** One consistent view of the database. */
export interface Snapshot {
  rows<Row, Name extends string>(
    statement: Statement<Row, Name>,
    values: Readonly<Record<Name, unknown>>,
  ): Promise<Row[]>;
}

/** The same with the server's clock when the reading began. */
export interface DatedSnapshot extends Snapshot {
  now: Date;
}
