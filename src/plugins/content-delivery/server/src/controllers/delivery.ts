import type { Context } from 'koa';
import { errors } from '@strapi/utils';
import { readQuestion, type Answers, type LongAnswer, type Route } from '../answers';
import { encode, encodingOf, negotiate } from '../cache/encoding';
import type { ByteCache } from '../cache/bytes';
import {
  contentHeaders,
  isNotModified,
  longContentHeaders,
  STALE_HEADERS,
  validators,
} from '../http/delivery-headers';
import { sendLongBody } from '../http/long-body';
import { cacheOutcomeOf } from '../metrics/tally';
import { ParameterProblem } from '../http/parameters';
import { callerOf } from '../website-key/strategy';

interface Parts {
  answers: Answers;
  cache: ByteCache;
  cacheControl: string;
}

/** The four routes of specification 4. */
export const createDeliveryController = ({ answers, cache, cacheControl }: Parts) => {
  const answer = (route: Route) => async (ctx: Context) => {
    const caller = callerOf(ctx);
    const finished = await answers.finish(questionIn(ctx, route), caller);
    if ('open' in finished) return answerLong(ctx, finished);

    const { key, entry, isNew } = finished;
    const encoding = encodingOf(entry, negotiate(ctx.get('Accept-Encoding')));
    const representation = await encode(entry, encoding, () => cache.grown(key, entry));
    ctx.set(validators(representation.etag, cacheControl));
    const isStale = caller.sighting.revisions === null;
    if (isStale) ctx.set(STALE_HEADERS);
    const isUnmodified = isNotModified(ctx.headers, representation.etag);
    ctx.state['cache'] = cacheOutcomeOf({ isStale, isUnmodified, isNew });
    if (isUnmodified) {
      ctx.status = 304;
      return;
    }
    ctx.status = 200;
    ctx.body = representation.bytes;
    ctx.set(contentHeaders(representation, encoding));
  };

  const answerLong = async (ctx: Context, answer: LongAnswer): Promise<void> => {
    const { version, pieces, close } = await answer.open();
    const encoding = negotiate(ctx.get('Accept-Encoding'));
    const etag = `"${version}-${encoding}"`;
    ctx.set(validators(etag, cacheControl));
    if (isNotModified(ctx.headers, etag) || ctx.method === 'HEAD') {
      await close();
      ctx.status = isNotModified(ctx.headers, etag) ? 304 : 200;
      ctx.state['cache'] = ctx.status === 304 ? 'revalidated' : 'streamed';
    } else {
      ctx.state['cache'] = 'streamed';
      sendLongBody(ctx, encoding, pieces, close);
    }
    if (ctx.status === 200) ctx.set(longContentHeaders(encoding));
  };

  return {
    /** 4.1 and 4.2 */
    blog: answer('blog'),
    /** 4.3 */
    internalLinks: answer('internal-links'),
    /** 4.4 */
    pseoPages: answer('pseo-pages'),
    /** 4.5 */
    taxonomies: answer('taxonomies'),
  };
};

const questionIn = (ctx: Context, route: Route) => {
  try {
    return readQuestion(route, ctx.querystring);
  } catch (error) {
    throw error instanceof ParameterProblem ? new errors.ValidationError(error.message) : error;
  }
};
