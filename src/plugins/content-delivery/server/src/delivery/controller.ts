import type { Context } from 'koa';
import { errors } from '@strapi/utils';
import createError from 'http-errors';
import {
  parseDeliveryQuery,
  type Answers,
  type StreamedResponse,
  type OpenStream,
  type Route,
} from './answers';
import { encode, encodingOf, negotiate } from '../freshness/cache/encoding';
import type { ByteCache } from '../freshness/cache/bytes';
import {
  contentHeaders,
  isNotModified,
  longContentHeaders,
  STALE_HEADERS,
  validators,
} from './http/delivery-headers';
import { AcquireAborted, SemaphoreTimeout } from '../platform/semaphore';
import { sendLongBody } from './http/long-body';
import { onResponseClosed } from '../platform/response-closed';
import { cacheOutcomeOf } from '../operation/metrics/tally';
import { ParameterProblem } from '../platform/parameters';
import { callerOf } from './authentication/strategy';

/** Seconds after which somebody for whom there was no place may ask again. */
const RETRY_AFTER = 10;
const TOO_MANY_LONG =
  'Too many long lists are being read at the moment. Please try again in a few seconds; read them one after the other.';

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

  const answerLong = async (ctx: Context, { version, open }: StreamedResponse): Promise<void> => {
    const encoding = negotiate(ctx.get('Accept-Encoding'));
    const tagOf = (content: string): string => `"${content}-${encoding}"`;
    const isUnmodified = isNotModified(ctx.headers, tagOf(version));
    // Neither takes the place of somebody who reads.
    if (isUnmodified || ctx.method === 'HEAD') {
      ctx.set(validators(tagOf(version), cacheControl));
      ctx.status = isUnmodified ? 304 : 200;
      ctx.state['cache'] = isUnmodified ? 'revalidated' : 'streamed';
      if (!isUnmodified) ctx.set(longContentHeaders(encoding));
      return;
    }
    const opened = await openUnlessBusy(ctx, open);
    if (!opened) return;
    ctx.set(validators(tagOf(opened.version), cacheControl));
    ctx.state['cache'] = 'streamed';
    sendLongBody(ctx, encoding, opened.pieces, opened.close);
    if (ctx.status === 200) ctx.set(longContentHeaders(encoding));
  };

  /** Null for somebody who has gone meanwhile. @throws an HTTP error 503 */
  const openUnlessBusy = async (ctx: Context, open: StreamedResponse['open']): Promise<OpenStream | null> => {
    const gone = new AbortController();
    onResponseClosed(ctx.res, () => gone.abort());
    try {
      return await open(gone.signal);
    } catch (error) {
      if (error instanceof AcquireAborted) return null;
      if (!(error instanceof SemaphoreTimeout)) throw error;
      ctx.set('Retry-After', String(RETRY_AFTER));
      throw createError(503, TOO_MANY_LONG, { details: {} });
    }
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
    return parseDeliveryQuery(route, ctx.querystring);
  } catch (error) {
    throw error instanceof ParameterProblem ? new errors.ValidationError(error.message) : error;
  }
};
