import { errors } from '@strapi/utils';
import createError from 'http-errors';
import type { Context } from 'koa';
import { ParameterProblem, readParameters } from '../../platform/parameters';
import type { Limits, Refusal } from '../../access/limits';
import type { Caller, KeyResolver } from './websites';

const NO_KEY = 'An API key is needed: add the parameter apiKey with the key of your website.';
const UNKNOWN_KEY = 'This API key is not known. Check it against the one in the settings of your website.';

type Outcome = { authenticated: true; credentials: Caller } | { authenticated: false; error: Error };

/**
 * Passes whoever has the API key of a website (specification 5), and says which website it is. Requests with keys
 * that open nothing are limited by address; keys that open something pass all the same, as many front ends may
 * stand behind one address.
 */
export const createWebsiteKeyStrategy = (
  { find }: KeyResolver,
  { ofWebsites, ofWrongKeys }: Pick<Limits, 'ofWebsites' | 'ofWrongKeys'>,
) => ({
  name: 'website-key',

  /** @throws an HTTP error 429, 503, ValidationError */
  async authenticate(ctx: Context): Promise<Outcome> {
    const apiKey = readApiKey(ctx.querystring);
    if (!apiKey) return { authenticated: false, error: new errors.UnauthorizedError(NO_KEY) };
    const caller = await find(apiKey);
    if (!caller) {
      refuseIf(await ofWrongKeys?.count(ctx.req, ctx.res));
      return { authenticated: false, error: new errors.UnauthorizedError(UNKNOWN_KEY) };
    }
    refuseIf(await ofWebsites?.count(ctx.req, ctx.res, caller.website.documentId));
    return { authenticated: true, credentials: caller };
  },
});

const refuseIf = (refusal: Refusal | null | undefined): void => {
  if (refusal) throw createError(429, refusal.message, { details: {} });
};

/** The key of a request; undefined without one. @throws ValidationError for one that is no plain string */
export const readApiKey = (querystring: string): string | undefined => {
  try {
    return readParameters(querystring, ['apiKey']).apiKey;
  } catch (error) {
    throw error instanceof ParameterProblem ? new errors.ValidationError(error.message) : error;
  }
};

/** Whom the strategy let pass. */
export const callerOf = (ctx: Context): Caller => (ctx.state['auth'] as { credentials: Caller }).credentials;
