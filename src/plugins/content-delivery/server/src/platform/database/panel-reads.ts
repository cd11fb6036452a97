import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { isAbandoned, isRunning } from './abandoned-requests';
import { startPatientTimer } from '../patient-timer';
import { isApiToken, type Authenticated } from '../tokens';
import type { KnexClient } from '../patches/knex-client';
import { aroundStatements } from '../patches/knex-statements';

/** Milliseconds that the database may work for one request of the panel that only reads. */
const MAX_READING = 10_000;

/** Milliseconds after an answer. A request that failed may have asked more at the same time, which still waits in line. */
const LEFT_BEHIND = 60_000;

const SELECT = /^\s*(select|with)\b/i;

/** The database was at work for too long. The request is answered with a 503, whatever becomes of this on its way. */
export class ReadGivenUp extends Error {
  override name = 'ReadGivenUp';
  constructor() {
    super('The database has worked on this request for too long.');
  }
}

const spent = new WeakMap<object, number>();
const givenUp = new WeakSet<object>();

/** How long the database may still work for a request, and what it has worked. */
export interface PanelRead {
  request: object;
  /** Milliseconds; 0 once the request was given up: what it asked at the same time is not begun. */
  left(): number;
  spend(milliseconds: number): void;
  /** Whoever asked has gone: what waits for its turn is not begun, and what is being read on SQLite is ended. */
  isAbandoned(): boolean;
  giveUp(): ReadGivenUp;
}

/** The running request, where it is one of a signed-in user or a token, and only reads; null for all else, such as jobs. */
export const panelReadOf = ({ requestContext }: Pick<Core.Strapi, 'requestContext'>): PanelRead | null => {
  const ctx = requestContext.get() as Context | undefined;
  if (!ctx || !['GET', 'HEAD'].includes(ctx.method) || !isRunning(ctx, LEFT_BEHIND) || !isSignedIn(ctx.state))
    return null;
  const before = (): number => spent.get(ctx) ?? 0;
  return {
    request: ctx,
    left: () => (givenUp.has(ctx) ? 0 : MAX_READING - before()),
    spend: (milliseconds) => void spent.set(ctx, before() + milliseconds),
    isAbandoned: () => isAbandoned(ctx),
    giveUp() {
      givenUp.add(ctx);
      return new ReadGivenUp();
    },
  };
};

export const wasGivenUp = (ctx: object): boolean => givenUp.has(ctx);

interface State extends Authenticated {
  user?: unknown;
  userAbility?: unknown;
}

const isSignedIn = (state: State): boolean => Boolean(state.user ?? state.userAbility) || isApiToken(state);

/**
 * On PostgreSQL and MariaDB, ends statements of such requests on the server itself when their time is over. The connection
 * is kept until that is done: the next statement on it belongs to another request.
 */
export const endLongPanelReads = (strapi: Pick<Core.Strapi, 'db' | 'requestContext'>): void => {
  if (strapi.db.dialect.client === 'sqlite') return;
  const client = strapi.db.connection.client as KnexClient;
  aroundStatements(client, async ({ sql = '' }, run, _transaction, connection) => {
    const read = SELECT.test(sql) ? panelReadOf(strapi) : null;
    if (!read) return run();
    if (read.left() <= 0) throw read.giveUp();
    let ended: Promise<unknown> | null = null;
    const begun = performance.now();
    const endWait = startPatientTimer(read.left(), () => {
      // A statement of a request that was given up is not begun.
      ended = strapi.requestContext
        .run(undefined as never, async () => void (await client.cancelQuery(connection)))
        .catch(() => undefined);
    });
    try {
      return await run();
    } catch (error) {
      throw ended ? read.giveUp() : error;
    } finally {
      endWait();
      await ended;
      read.spend(performance.now() - begun);
    }
  });
};
