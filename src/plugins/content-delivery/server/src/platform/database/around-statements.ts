/** A statement as knex hands it to the driver; the rows become its response. */
export interface Statement {
  sql?: string;
  bindings?: readonly unknown[];
  response?: unknown;
}

/** What knex runs statements with: one for the pool, one for each transaction and each savepoint. */
export interface Client {
  connectionSettings: { filename: string };
  /** Ends what a connection is doing, from another one; not on SQLite. */
  cancelQuery(connection: object): Promise<unknown>;
  /** Beneath the checks of `query`, which look at what the transaction is when a statement is given. */
  _query(connection: object, statement: Statement): Promise<Statement>;
  _formatBindings(bindings: readonly unknown[] | undefined): readonly unknown[];
  transaction(container: Container, config?: object, outer?: object): KnexTransaction;
}
interface KnexTransaction {
  begin(connection: object): Promise<unknown>;
  trxClient: { query(connection: object, sql: string): Promise<unknown> };
}
type Container = (transactor: { client: Client }) => unknown;

/** A transaction with its savepoints. */
export interface Transaction {
  hasWritten: boolean;
}

/** @param transaction null outside of transactions */
type Around = (
  statement: Statement,
  run: () => Promise<Statement>,
  transaction: Transaction | null,
  connection: object,
) => Promise<Statement>;

const WRITES_NOTHING = /^\s*(select|begin|savepoint|release|rollback|commit)\b/i;

/** Puts something around every statement from here on, inside of transactions too. */
export const aroundStatements = (client: Client, around: Around): void => guard(client, null, around);

const guard = (client: Client, transaction: Transaction | null, around: Around): void => {
  const query = client._query.bind(client);
  client._query = (connection, statement) =>
    around(
      statement,
      () => {
        if (transaction && !WRITES_NOTHING.test(statement.sql ?? '')) transaction.hasWritten = true;
        return query(connection, statement);
      },
      transaction,
      connection,
    );
  const begin = client.transaction.bind(client);
  client.transaction = (container, config, outer) =>
    begin(
      (transactor) => {
        guard(transactor.client, transaction ?? { hasWritten: false }, around);
        return container(transactor);
      },
      config,
      outer,
    );
};
