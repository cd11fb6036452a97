import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { ParameterProblem, readParameters } from '../http/parameters';
import type { Caller, WebsiteFinder } from './websites';

const NO_KEY = 'An API key is needed: add the parameter apiKey with the key of your website.';
const UNKNOWN_KEY = 'This API key is not known. Check it against the one in the settings of your website.';

type Outcome = { authenticated: true; credentials: Caller } | { authenticated: false; error: Error };

/** Passes whoever has the API key of a website (specification 5), and says which website it is. */
export const createWebsiteKeyStrategy = ({ find }: WebsiteFinder) => ({
  name: 'website-key',

  async authenticate(ctx: Context): Promise<Outcome> {
    const apiKey = readApiKey(ctx.querystring);
    if (!apiKey) return { authenticated: false, error: new errors.UnauthorizedError(NO_KEY) };
    const caller = await find(apiKey);
    return caller
      ? { authenticated: true, credentials: caller }
      : { authenticated: false, error: new errors.UnauthorizedError(UNKNOWN_KEY) };
  },
});

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
