import type { Context } from 'koa';
import { errors } from '@strapi/utils';
import type { Answers, Question } from '../answers';
import { encode, encodingOf, negotiate } from '../cache/encoding';
import type { ByteCache } from '../cache/bytes';
import { contentHeaders, isNotModified, STALE_HEADERS, validators } from '../http/delivery-headers';
import { ParameterProblem, readParameters, refuseEmpty } from '../http/parameters';
import { callerOf } from '../website-key/strategy';

interface Parts {
  answers: Answers;
  cache: ByteCache;
  cacheControl: string;
}

/** The four routes of specification 4. */
export const createDeliveryController = ({ answers, cache, cacheControl }: Parts) => {
  const answer = async (ctx: Context, question: Question): Promise<void> => {
    const caller = callerOf(ctx);
    const { key, entry } = await answers.finish(question, caller);
    const encoding = encodingOf(entry, negotiate(ctx.get('Accept-Encoding')));
    const representation = await encode(entry, encoding, () => cache.grown(key, entry));

    ctx.set(validators(representation, cacheControl));
    if (caller.sighting.revisions === null) ctx.set(STALE_HEADERS);
    if (isNotModified(ctx.headers, representation.etag)) {
      ctx.status = 304;
      return;
    }
    ctx.status = 200;
    ctx.body = representation.bytes;
    ctx.set(contentHeaders(representation, encoding));
    // What the fast lane may remember of this request.
    ctx.state['finished'] = { key, provenance: caller.provenance };
  };

  return {
    /** 4.1 and 4.2 */
    blog: (ctx: Context) => answer(ctx, { route: 'blog', ...parameters(ctx, ['slug']) }),
    /** 4.3 */
    internalLinks: (ctx: Context) => answer(ctx, { route: 'internal-links' }),
    /** 4.4 */
    pseoPages: (ctx: Context) =>
      answer(ctx, { route: 'pseo-pages', ...parameters(ctx, ['slug', 'campaignId']) }),
    /** 4.5 */
    taxonomies: (ctx: Context) => answer(ctx, { route: 'taxonomies' }),
  };
};

const parameters = <Name extends string>(
  ctx: Context,
  names: readonly Name[],
): Partial<Record<Name, string>> => {
  try {
    return refuseEmpty(readParameters(ctx.querystring, names));
  } catch (error) {
    throw error instanceof ParameterProblem ? new errors.ValidationError(error.message) : error;
  }
};
