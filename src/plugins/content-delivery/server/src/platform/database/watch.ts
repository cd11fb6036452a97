import type { Core } from '@strapi/strapi';
import type { KnexClient } from '../patches/knex-client';
import { aroundConnections } from '../patches/knex-connections';
import { describeFailure, endsConnection, markLoss } from './loss';

/** Milliseconds between two looks whether the database is back. */
const INTERVAL = 1_000;

/**
 * Sees each loss of a connection to the database where it happens: the log says once that the database is away and once
 * that it is back, and a request's handler can ask whether the loss is why it failed, whatever became of the error.
 */
export const createDatabaseWatch = (strapi: Core.Strapi) => {
  const { connection } = strapi.db;
  /** Requests; what Strapi makes of an error on its way does not always say where it came from. */
  const failed = new WeakSet<object>();
  let since: number | null = null;
  let lastLoss = 0;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const look = async (): Promise<void> => {
    const begun = Date.now();
    const isBack = await connection.raw('select 1').then(
      () => lastLoss < begun,
      () => false,
    );
    if (isClosed || since === null) return;
    if (!isBack) return lookSoon();
    strapi.log.warn(`The database can be reached again, after ${Math.ceil((Date.now() - since) / 1000)} s.`);
    since = null;
  };
  const lookSoon = (): void => {
    timer = setTimeout(() => void look(), INTERVAL).unref();
  };

  const noteLoss = (error: unknown): void => {
    markLoss(error);
    const request = strapi.requestContext.get();
    if (request) failed.add(request);
    // A pool of one connection, which a slow request holds.
    if (isClosed || strapi.db.dialect.client === 'sqlite') return;
    lastLoss = Date.now();
    if (since !== null) return;
    since = lastLoss;
    strapi.log.error(`A connection to the database was lost, or there is none: ${describeFailure(error)}`);
    lookSoon();
  };

  return {
    /** From here on. */
    begin(): void {
      aroundConnections(connection.client as KnexClient, (acquire) =>
        acquire().catch((error: unknown) => {
          noteLoss(error);
          throw error;
        }),
      );
      connection.on('query-error', (error: unknown) => {
        if (endsConnection(error)) noteLoss(error);
      });
    },
    noteLoss,
    /** True when a statement of this request, or of what it began, was lost with its connection. */
    failedDuring: (request: object): boolean => failed.has(request),
    close(): void {
      isClosed = true;
      if (timer) clearTimeout(timer);
    },
  };
};

export type DatabaseWatch = ReturnType<typeof createDatabaseWatch>;
