import type { Context } from 'koa';
import { unavailable } from '../../../platform/unavailable';

/** Attempts that may be under way at a time: passwords are compared one after the other, about 15 a second. */
const MAX_UNDER_WAY = 64;

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
    throw unavailable(
      'Too many people are signing in at the moment. Please try again in a few seconds.',
      ctx,
    );
  }
  underWay += 1;
  try {
    return await attempt();
  } finally {
    underWay -= 1;
  }
};
