import type { Context } from 'koa';

/** The number of the user who has signed in to the panel. */
export const userIdOf = (ctx: Context): number => (ctx.state['user'] as { id: number }).id;

/** Answers what holds for this user and this moment: nothing keeps it. */
export const answerNow = <Data>(ctx: Context, data: Data): void => {
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { data };
};
