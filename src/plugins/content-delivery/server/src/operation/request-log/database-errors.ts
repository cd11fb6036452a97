import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { trackRequest } from '../../platform/database/abandoned-requests';
import { CommitError } from '../../platform/database/commits';
import { describeFailure, isLoss } from '../../platform/database/loss';
import { wasGivenUp } from '../../platform/database/panel-reads';
import { unavailable } from '../../platform/unavailable';
import type { DatabaseWatch } from '../../platform/database/watch';

const UNREACHABLE =
  'The database cannot be reached at the moment, so this was not done. Please try again shortly.';
const UNCONFIRMED =
  'It could not be confirmed that this was saved, as the connection to the database was lost at that moment. ' +
  'Please reload the page and look before you try again.';
const NO_ROOM =
  'The server could not write to its disk, which may be full, so nothing was changed. Please tell the operator.';

const TOO_LONG =
  'The database has worked on this for ten seconds and was stopped. Please ask for less: fewer conditions, one website, ' +
  'or a search in a list that is filtered already.';

/** A full disk, or one that does not work: SQLite, PostgreSQL, MariaDB. */
const isOfDisk = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (
    typeof code === 'string' &&
    /^(SQLITE_(FULL|IOERR.*)|53100|58030|ER_DISK_FULL|ER_RECORD_FILE_FULL)$/.test(code)
  )
    return true;
  return cause instanceof Error && isOfDisk(cause);
};

/** A 503 that says what is known, in place of whatever the database's failure has become on its way. */
export const databaseErrors =
  (strapi: Core.Strapi, watch: DatabaseWatch): Middleware =>
  async (ctx: Context, next: Next) => {
    try {
      await trackRequest(ctx, next);
    } catch (error) {
      if (wasGivenUp(ctx)) throw unavailable(TOO_LONG);
      if ((error as { status?: unknown }).status === 503) throw error;
      if (error instanceof Error && isOfDisk(error)) {
        strapi.log.error(`The database cannot write: ${describeFailure(error.cause ?? error)}`);
        throw unavailable(NO_ROOM);
      }
      if (error instanceof CommitError && !error.isRolledBack) throw unavailable(UNCONFIRMED, ctx);
      if (isLoss(error) || watch.failedDuring(ctx)) throw unavailable(UNREACHABLE, ctx);
      throw error;
    }
    // Some of Strapi's controllers answer by themselves that a sign-in is wrong, or that there is no such thing.
    if (ctx.status >= 400 && wasGivenUp(ctx)) throw unavailable(TOO_LONG);
    if (ctx.status >= 400 && ctx.status !== 503 && watch.failedDuring(ctx))
      throw unavailable(UNREACHABLE, ctx);
  };
