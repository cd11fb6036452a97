import type { Context } from 'koa';
import createError from 'http-errors';

/** Attempts that may be under way at a time: passwords are compared one after the other, about 15 a second. */
const MAX_UNDER_WAY = 64;
/** Seconds after which one that was refused may come again. */
const RETRY_AFTER = 5;

let underWay = 0;

/**
 * Does an attempt to sign in, unless there are too many: what waits is bounded, whichever addresses it comes from.
 * @throws an HTTP error 503
 */
export const boundAttempts = async <Result>(
  ctx: Pick<Context, 'set'>,
  attempt: () => Result | Promise<Result>,
): Promise<Result> => {
  if (underWay >= MAX_UNDER_WAY) {
    ctx.set('Retry-After', String(RETRY_AFTER));
    throw createError(
      503,
      'Too many people are signing in at the moment. Please try again in a few seconds.',
      {
        details: {},
      },
    );
  }
  underWay += 1;
  try {
    return await attempt();
  } finally {
    underWay -= 1;
  }
};
