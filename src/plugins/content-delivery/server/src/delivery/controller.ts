import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { Answers, StreamedResponse, OpenStream, Route } from './answers';
import { negotiate } from '../freshness/cache/encoding';
import {
  CHANGES_HEADERS,
  isNotModified,
  longContentHeaders,
  PREVIEW_HEADERS,
  PRIVATE_HEADERS,
  publicCaching,
  tagHeaders,
} from './http/delivery-headers';
import { AcquireAborted, SemaphoreTimeout } from '../platform/semaphore';
import { sendLongBody } from './http/long-body';
import { closedSignal } from '../platform/response-closed';
import { unavailable } from '../platform/unavailable';
import type { RequestQueries } from './http/request-query';
import type { Respond } from './http/respond';
import type { ReadChanges } from './changes';
import { readCursor } from './changes/cursor';
import type { Previews } from './previews';
import { writeWithKoa } from './http/write-with-koa';
import { callerOf } from './authentication/strategy';
import { withValidationError } from '../platform/parameters';

/** Seconds after which a client that found no free slot may retry. */
const RETRY_AFTER = 10;
const TOO_MANY_LONG =
  'Too many long lists are being read at the moment. Please try again in a few seconds; read them one after the other.';

interface Parts {
  answers: Answers;
  queryOf: RequestQueries;
  respond: Respond;
  previews: Previews;
  readChanges: ReadChanges;
  cacheControl: string;
  /** The header of tags for caches in front; empty for none. */
  cacheTags: string;
  /** Errors of requests whose slug the fast lane has looked for in vain. */
  unknownSlugs: WeakMap<IncomingMessage, Error>;
}

/** The delivery routes: the four of the specification, and the website, redirects and changes. */
export const createDeliveryController = ({
  answers,
  queryOf,
  respond,
  previews,
  readChanges,
  cacheControl,
  cacheTags,
  unknownSlugs,
}: Parts) => {
  const answer = (route: Route) => async (ctx: Context) => {
    const caller = callerOf(ctx);
    const { query, token, isPrivate } = withValidationError(() => {
      const read = queryOf(ctx.req, ctx.querystring);
      const query = read.deliveryQuery(route);
      return { query, token: read.previewToken(query), isPrivate: read.key()?.isInHeader ?? false };
    });
    if (token !== null && (query.route === 'blog' || query.route === 'pseo-pages')) {
      ctx.body = await previews(query, token, caller);
      // Nothing keeps it, and any origin may read it.
      ctx.remove('Vary');
      ctx.set(PREVIEW_HEADERS);
      return;
    }
    const unknown = unknownSlugs.get(ctx.req);
    if (unknown) throw unknown;
    const found = await answers.get(query, caller);
    if ('open' in found) return answerLong(ctx, found, isPrivate);
    const response = await respond(ctx.req, { ...found, observed: caller.observed, isPrivate });
    ctx.state['cache'] = response.outcome;
    writeWithKoa(ctx, response);
  };

  const answerLong = async (
    ctx: Context,
    { version, tags, headers, open }: StreamedResponse,
    isPrivate: boolean,
  ): Promise<void> => {
    const caching = isPrivate
      ? PRIVATE_HEADERS
      : { ...publicCaching(cacheControl), ...tagHeaders(cacheTags, tags) };
    const encoding = negotiate(ctx.get('Accept-Encoding'));
    const tagOf = (content: string): string => `"${content}-${encoding}"`;
    const isUnmodified = isNotModified(ctx.headers, tagOf(version));
    // Neither takes a slot that a client who reads the list could have.
    if (isUnmodified || ctx.method === 'HEAD') {
      ctx.set({ ETag: tagOf(version), ...headers, ...caching });
      ctx.status = isUnmodified ? 304 : 200;
      ctx.state['cache'] = isUnmodified ? 'revalidated' : 'streamed';
      if (!isUnmodified) ctx.set(longContentHeaders(encoding));
      return;
    }
    const opened = await openUnlessBusy(ctx, open);
    if (!opened) return;
    ctx.set({
      ETag: tagOf(opened.version),
      ...longContentHeaders(encoding),
      ...opened.headers,
      ...caching,
    });
    ctx.state['cache'] = 'streamed';
    sendLongBody(ctx, encoding, opened.pieces, opened.close);
  };

  /** Null for a client that has disconnected meanwhile. @throws an HTTP error 503 */
  const openUnlessBusy = async (ctx: Context, open: StreamedResponse['open']): Promise<OpenStream | null> => {
    try {
      return await open(closedSignal(ctx.res));
    } catch (error) {
      if (error instanceof AcquireAborted) return null;
      if (!(error instanceof SemaphoreTimeout)) throw error;
      throw unavailable(TOO_MANY_LONG, ctx, RETRY_AFTER);
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
    website: answer('website'),
    redirects: answer('redirects'),

    async changes(ctx: Context): Promise<void> {
      const since = withValidationError(() => {
        const given = queryOf(ctx.req, ctx.querystring).since();
        return given === null ? null : readCursor(given);
      });
      ctx.body = await readChanges(callerOf(ctx).website, since);
      // No cache keeps it, so it need not know what it depends on.
      ctx.remove('Vary');
      ctx.set(CHANGES_HEADERS);
    },
  };
};
