import type { Core } from '@strapi/strapi';
import type { Connection, KnexClient, Statement } from '../../patches/knex-client';
import { aroundConnections, aroundReleases } from '../../patches/knex-connections';
import { panelReadOf } from '../panel-reads';
import { ensureRegexp } from '../search/sqlite-function';

const SELECT = /^\s*select\b/i;
const BEGIN = /^\s*begin\b/i;
const END = /^\s*(commit|rollback)\b/i;

/**
 * Stands in for Strapi's only connection to SQLite, which it takes for one statement at a time. A transaction begins with the
 * first statement that is no `select`, and keeps the connection from then on.
 */
export class DeferredConnection implements Connection {
  #begin: string | null = null;
  #kept: Connection | null = null;
  #isOver = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: KnexClient,
    private readonly acquire: () => Promise<Connection>,
  ) {}

  get inTransaction(): boolean | undefined {
    return this.#kept?.inTransaction;
  }

  set __knex__disposed(reason: unknown) {
    if (this.#kept) this.#kept.__knex__disposed = reason;
  }

  /** BEGIN and SAVEPOINT, which knex gives to the driver past all that is put around statements. */
  prepare(sql: string): { reader: false; run(): Promise<object> } {
    const run = async (): Promise<object> => {
      if (BEGIN.test(sql)) this.#begin = sql;
      else await this.run({ sql }, (on) => this.client._query(on, { sql }));
      return {};
    };
    return { reader: false, run };
  }

  run(statement: Statement, run: (on: Connection) => Promise<Statement>): Promise<Statement> {
    const { sql = '' } = statement;
    return this.#inTurn(async () => {
      if (this.#isOver) throw new Error('The connection was given back.');
      if (this.#kept) return run(this.#kept);
      // Of a transaction that has not begun.
      if (END.test(sql)) return statement;
      const connection = await this.acquire();
      try {
        ensureRegexp(connection);
        if (this.#begin !== null && !SELECT.test(sql)) {
          await this.client._query(connection, { sql: this.#begin });
          this.#kept = connection;
        }
        return await run(connection);
      } finally {
        if (!this.#kept) await this.client.releaseConnection(connection);
      }
    });
  }

  release(): Promise<void> {
    return this.#inTurn(async () => {
      this.#isOver = true;
      if (this.#kept) await this.client.releaseConnection(this.#kept);
    });
  }

  /** While one statement waits for the connection, another one of the same transaction may get it and keep it. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/**
 * Requests of the panel that read hold Strapi's only connection to SQLite no longer than for a statement on it: while a process
 * reads for one of them, the connection is free for others, their saves and their reads.
 */
export const deferConnections = (strapi: Pick<Core.Strapi, 'db' | 'requestContext'>): void => {
  if (strapi.db.dialect.client !== 'sqlite') return;
  const client = strapi.db.connection.client as KnexClient;
  aroundConnections(client, async (acquire) =>
    panelReadOf(strapi) ? new DeferredConnection(client, acquire) : acquire(),
  );
  aroundReleases(client, (connection, release) =>
    connection instanceof DeferredConnection ? connection.release() : release(connection),
  );
};
