import type { Duplex } from 'node:stream';

/** What the patches of knex were read at. */
export const KNEX = 'knex 3.0.1';

/** A connection of a driver. */
export interface Connection {
  /** MariaDB's. */
  stream?: Duplex;
  /** PostgreSQL's. */
  connection?: { stream?: Duplex };
  /** Of SQLite's only: whether it is in a transaction. */
  inTransaction?: boolean;
  /** Why knex's pool is not to use it again. */
  __knex__disposed?: unknown;
}

/** A statement as knex hands it to the driver; the rows become its response. */
export interface Statement {
  sql?: string;
  bindings?: readonly unknown[];
  response?: unknown;
}

/** What knex runs statements with: one for the pool, one for each transaction and each savepoint. */
export interface KnexClient {
  connectionSettings: { filename: string };
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
  /** Ends what a connection is doing, from another one; not on SQLite. */
  cancelQuery(connection: Connection): Promise<unknown>;
  /** Refuses what comes after the end of a transaction. */
  query(connection: Connection, statement: Statement | string): Promise<Statement>;
  /** Beneath the checks of `query`, which look at what the transaction is when a statement is given. */
  _query(connection: Connection, statement: Statement): Promise<Statement>;
  _formatBindings(bindings: readonly unknown[] | undefined): readonly unknown[];
  transaction(container: Container, config?: object, outer?: object): KnexTransaction;
}

export interface KnexTransaction {
  begin(connection: Connection): Promise<unknown>;
  trxClient: Pick<KnexClient, 'query'>;
}

export interface Transactor {
  client: KnexClient;
  executionPromise: Promise<unknown>;
  commit(value?: unknown): Promise<unknown>;
}

/** Gets the transaction when it has begun; a promise that it gives back decides how it ends. */
export type Container = (transactor: Transactor) => unknown;
