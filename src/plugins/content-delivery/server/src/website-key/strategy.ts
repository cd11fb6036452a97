import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { ParameterProblem, readParameters } from '../http/parameters';
import type { Website } from '../queries/websites';

const NO_KEY = 'An API key is needed: add the parameter apiKey with the key of your website.';
const UNKNOWN_KEY = 'This API key is not known. Check it against the one in the settings of your website.';

type Outcome = { authenticated: true; credentials: Website } | { authenticated: false; error: Error };

/**
 * Passes whoever has the API key of a website (specification 5), and says which website it is.
 * @param findWebsite the website that a key belongs to
 */
export const createWebsiteKeyStrategy = (findWebsite: (apiKey: string) => Promise<Website | null>) => ({
  name: 'website-key',

  async authenticate(ctx: Context): Promise<Outcome> {
    const apiKey = readApiKey(ctx.querystring);
    if (!apiKey) return { authenticated: false, error: new errors.UnauthorizedError(NO_KEY) };
    const website = await findWebsite(apiKey);
    return website
      ? { authenticated: true, credentials: website }
      : { authenticated: false, error: new errors.UnauthorizedError(UNKNOWN_KEY) };
  },
});

const readApiKey = (querystring: string): string | undefined => {
  try {
    return readParameters(querystring, ['apiKey']).apiKey;
  } catch (error) {
    throw error instanceof ParameterProblem ? new errors.ValidationError(error.message) : error;
  }
};

/** The website that the strategy let pass. */
export const websiteOf = (ctx: Context): Website =>
  (ctx.state['auth'] as { credentials: Website }).credentials;
