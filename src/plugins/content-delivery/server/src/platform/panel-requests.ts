import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { refuseAdminToken } from './tokens';

/** The number of the user who has signed in to the panel. */
export const userIdOf = (ctx: Context): number => (ctx.state['user'] as { id: number }).id;

/**
 * The number of the user, for what is theirs alone and shown whatever roles say. A token may do less than its owner.
 * @throws ForbiddenError for a token
 */
export const personIdOf = (ctx: Context): number => {
  refuseAdminToken(ctx.state, 'This is for people who sign in to the admin panel, not for tokens.');
  return userIdOf(ctx);
};

/** The documentId in the path. */
export const documentIdOf = (ctx: Context): string => (ctx['params'] as { documentId: string }).documentId;

/** A 409: it cannot be done in the state that things are in. */
export const conflict = (ctx: Context, message: string, details: object = {}): void =>
  (ctx as unknown as { conflict(message: string, details: object): void }).conflict(message, details);

/** Logs who has done what. */
export const logBy = (strapi: Core.Strapi, ctx: Context, what: string): void => {
  strapi.log.info(`${what} by the user ${userIdOf(ctx)}.`);
};
