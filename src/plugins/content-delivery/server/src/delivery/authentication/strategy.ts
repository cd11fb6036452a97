import { errors } from '@strapi/utils';
import createError from 'http-errors';
import type { Context } from 'koa';
import { withValidationError } from '../../platform/parameters';
import type { Limits, LimitRefusal } from '../../access/limits';
import type { RequestQueries } from '../http/request-query';
import type { Caller, KeyResolver } from './websites';

const NO_KEY =
  'An API key is needed: add the parameter apiKey, or the header X-API-Key, with the key of your website.';
const UNKNOWN_KEY = 'This API key is not known. Check it against the one in the settings of your website.';

type AuthenticationResult =
  { authenticated: true; credentials: Caller } | { authenticated: false; error: Error };

/**
 * Accepts the API key of a website (specification 5), and says which website it is. Requests with keys
 * that open nothing are limited by address; keys that open something pass all the same, as many front ends may
 * share one address.
 */
export const createWebsiteKeyStrategy = (
  { resolve }: KeyResolver,
  queryOf: RequestQueries,
  { ofWebsites, ofWrongKeys }: Pick<Limits, 'ofWebsites' | 'ofWrongKeys'>,
) => ({
  name: 'website-key',

  /** @throws an HTTP error 429, 503, ValidationError */
  async authenticate(ctx: Context): Promise<AuthenticationResult> {
    const key = withValidationError(() => queryOf(ctx.req, ctx.querystring).key());
    if (key === null) return { authenticated: false, error: new errors.UnauthorizedError(NO_KEY) };
    const caller = await resolve(key.hash);
    if (!caller) {
      refuseIf(await ofWrongKeys?.count(ctx.req, ctx.res));
      return { authenticated: false, error: new errors.UnauthorizedError(UNKNOWN_KEY) };
    }
    refuseIf(await ofWebsites?.count(ctx.req, ctx.res, caller.website.documentId));
    return { authenticated: true, credentials: caller };
  },
});

const refuseIf = (refusal: LimitRefusal | null | undefined): void => {
  if (refusal) throw createError(429, refusal.message, { details: {} });
};

/** Whom the strategy let pass. */
export const callerOf = (ctx: Context): Caller => (ctx.state['auth'] as { credentials: Caller }).credentials;
