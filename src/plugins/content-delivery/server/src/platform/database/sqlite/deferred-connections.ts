import type { Core } from '@strapi/strapi';
import type { Connection, KnexClient, Statement } from '../../patches/knex-client';
import { aroundConnections, aroundReleases } from '../../patches/knex-connections';
import { keepMessage } from '../../patches/knex-statements';
import { panelReadOf } from '../panel-reads';

const SELECT = /^\s*select\b/i;
const BEGIN = /^\s*begin\b/i;
const END = /^\s*(commit|rollback)\b/i;

/**
 * Stands in for Strapi's only connection to SQLite, which it takes with the first statement that needs it, and leaves to others
 * while a process reads. A transaction begins with the first statement that is not a `select`, and keeps the connection from
 * then on.
 */
export class DeferredConnection implements Connection {
  #begin: string | null = null;
  #hasBegun = false;
  #taken: Connection | null = null;
  #isOver = false;
  /** Reads of the request that processes are at work on, or that wait for one. */
  #readElsewhere = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: KnexClient,
    private readonly acquire: () => Promise<Connection>,
  ) {}

  /** Undefined where no transaction was begun. */
  get inTransaction(): boolean | undefined {
    return this.#hasBegun ? this.#taken?.inTransaction : undefined;
  }

  set __knex__disposed(reason: unknown) {
    if (this.#taken) this.#taken.__knex__disposed = reason;
  }

  /** BEGIN and SAVEPOINT, which knex sends straight to the driver, past what is put around statements. */
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
      if (END.test(sql) && !this.#hasBegun) {
        this.#begin = null;
        return statement;
      }
      const connection = (this.#taken ??= await this.acquire().catch(rethrow));
      if (this.#begin !== null && !SELECT.test(sql)) {
        await this.client._query(connection, { sql: this.#begin });
        this.#begin = null;
        this.#hasBegun = true;
      }
      try {
        return await run(connection);
      } finally {
        // Strapi reads relations side by side: one by a process, another one here.
        if (this.#readElsewhere > 0) await this.#leave();
      }
    });
  }

  /** Leaves the connection to others while something is read elsewhere; statements that need it meanwhile take it for themselves only. */
  async whileReading<Result>(read: () => Promise<Result>): Promise<Result> {
    this.#readElsewhere += 1;
    try {
      // Whoever takes it meanwhile gives it back.
      if (this.#taken) await this.#inTurn(() => this.#leave());
      return await read();
    } finally {
      this.#readElsewhere -= 1;
    }
  }

  release(): Promise<void> {
    return this.#inTurn(() => {
      this.#isOver = true;
      return this.#giveBack();
    });
  }

  /** Unless a transaction needs it. */
  async #leave(): Promise<void> {
    if (!this.#hasBegun) await this.#giveBack();
  }

  async #giveBack(): Promise<void> {
    const taken = this.#taken;
    this.#taken = null;
    if (taken) await this.client.releaseConnection(taken);
  }

  /** While one statement waits for the connection, another one of the same transaction may get it and keep it. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

const rethrow = (error: Error): never => {
  throw keepMessage(error);
};

/**
 * Requests of the panel that read do not hold Strapi's only connection to SQLite while a process reads for them: it is free for
 * others, their saves and their reads.
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
