import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Middleware, Next } from 'koa';
import type { Answers, DeliveryQuery } from '../answers';
import type { ByteCache } from '../../freshness/cache/bytes';
import type { CacheEntry } from '../../freshness/cache/entry';
import type { Gate } from '../../freshness/gate';
import type { Scope } from '../../freshness/revisions';
import type { RequestKey, RequestQueries } from '../http/request-query';
import type { DeliveryResponse, Respond, RespondInput } from '../http/respond';
import type { Limits, LimitRefusal } from '../../access/limits';
import type { CacheOutcome } from '../../operation/metrics/request-counter';
import type { RequestCounters } from '../../operation/metrics/request-counters';
import { REQUEST_ID, type RequestIds } from '../../operation/request-log/request-id';
import { writeRequestLine } from '../../operation/request-log/request-line';
import type { Traffic } from '../../operation/shutdown/traffic';
import { listenFirst, strapisListener } from '../../platform/patches/request-listener';
import type { KeyResolver } from '../authentication/websites';
import { parseUrl, type ParsedUrl } from './parsed-url';
import { createUrlCache, type UrlCacheEntry, type RequestLabels } from './url-cache';
import { refuse } from './refuse';

interface Parts {
  config: { logSample: number };
  answers: Answers;
  queryOf: RequestQueries;
  respond: Respond;
  websites: KeyResolver;
  gate: Gate;
  cache: ByteCache;
  limits: Limits;
  requestCounters: RequestCounters;
  traffic: Traffic;
  requestIdOf: RequestIds;
  /** Where the arrival of each request is noted, for what comes after. */
  arrivals: WeakMap<IncomingMessage, number>;
  /** Where an unknown slug is noted, which is Strapi's to answer: it need not look again. */
  unknownSlugs: WeakMap<IncomingMessage, Error>;
}

interface Answered extends RespondInput {
  labels: RequestLabels;
}

interface Refused {
  refusal: LimitRefusal;
  path: string;
  /** A documentId; null where no website is known. */
  website: string | null;
}

/**
 * Runs before Koa, as the HTTP server's first listener. It answers requests with known keys, by
 * the same look-ups and from the same bytes as the delivery controller after it, within the same limits. Whatever
 * else arrives goes on to Strapi: every other address, unknown keys, all that ends in an error. Taking this
 * middleware out of config/middlewares.ts changes the speed and nothing else.
 */
export const fastLane = (strapi: Core.Strapi, parts: Parts): Middleware => {
  const { answers, queryOf, websites, gate, cache, requestCounters, arrivals, unknownSlugs } = parts;
  const { ofAddresses, ofWebsites, ofWrongKeys } = parts.limits;
  const sampledId = createSampledIds(parts.config.logSample, parts.requestIdOf);
  const record = createRecord(strapi);
  const send = createSend(strapi, parts, sampledId, record);
  const urlCache = createUrlCache(cache);
  const server: Server = strapi.server.httpServer;
  const toStrapi = strapisListener(server);

  /** Finds out what an address asks for, and answers it; null when that is for Strapi to do. */
  const answer = async (
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answered | Refused | null> => {
    const parsed = parseUrl(address);
    const asked = parsed && requestOf(request, parsed);
    if (!asked) return null;
    const { path, key, query } = asked;
    const tooMany = await ofAddresses?.count(request, response);
    if (tooMany) return { refusal: tooMany, path, website: null };
    // Addresses with too many unknown keys are refused here, as Strapi's way there costs many times more.
    if (!websites.remembers(key.hash) && !ofWrongKeys?.isExhausted(request)) return null;
    const caller = await websites.resolve(key.hash);
    if (!caller) {
      const tooManyWrong = await ofWrongKeys?.count(request, response);
      return tooManyWrong ? { refusal: tooManyWrong, path, website: null } : null;
    }
    const website = caller.website.documentId;
    const tooManyOfWebsite = await ofWebsites?.count(request, response, website);
    if (tooManyOfWebsite) return { refusal: tooManyOfWebsite, path, website };
    const found = await answers.get(query, caller).catch((error: unknown) => {
      if (error instanceof errors.NotFoundError) unknownSlugs.set(request, error);
      throw error;
    });
    if ('open' in found) return null;
    const labels = { path, website, counter: requestCounters.of(path, website) };
    const { isInHeader: isPrivate } = key;
    // An address without a key opens nothing by itself.
    if (!isPrivate) urlCache.set(address, { key: found.key, validity: caller.validity, labels });
    return { ...found, observed: caller.observed, isPrivate, labels };
  };

  /** Null for a query that has something wrong with it, no key, or a preview token. */
  const requestOf = (
    request: IncomingMessage,
    { path, route, querystring }: ParsedUrl,
  ): { path: string; key: RequestKey; query: DeliveryQuery } | null => {
    try {
      const read = queryOf(request, querystring);
      // Drafts are read by Strapi's lane, and their tokens stay out of what is remembered here.
      const key = read.mayBePreview() ? null : read.key();
      return key === null ? null : { path, key, query: read.deliveryQuery(route) };
    } catch {
      return null;
    }
  };

  const answerUncached = (request: IncomingMessage, response: ServerResponse, arrived: number): void => {
    if (!request.url?.includes(API_PREFIX)) return toStrapi(request, response);
    const handOn = (): void => {
      arrivals.set(request, arrived);
      toStrapi(request, response);
    };
    answer(request.url, request, response).then(
      (answered) => {
        if (!answered) handOn();
        else if ('entry' in answered) send(request, response, arrived, answered);
        else refuseCounted(request, response, arrived, answered);
      },
      // Strapi meets the same error, and knows how to answer it.
      handOn,
    );
  };

  const answerKnown = (
    request: IncomingMessage,
    response: ServerResponse,
    arrived: number,
    { key, validity, labels }: UrlCacheEntry,
    entry: CacheEntry,
  ): void =>
    gate.observe(entry.scopes as Scope[], (observed) => {
      // Looked up again: a newer response may have been cached during the wait.
      const latest = cache.get(key) ?? entry;
      if (!gate.isKeyValid(observed, validity) || !gate.isServable(observed, latest)) {
        return answerUncached(request, response, arrived);
      }
      const sendLatest = (): void => {
        cache.countHit();
        send(request, response, arrived, {
          key,
          entry: latest,
          observed,
          isNew: false,
          isPrivate: false,
          labels,
        });
      };
      if (!ofWebsites) return sendLatest();
      void ofWebsites.count(request, response, labels.website).then((refusal) => {
        if (refusal) refuseCounted(request, response, arrived, { refusal, ...labels });
        else sendLatest();
      });
    });

  /** Answers a request over a limit, and counts it. */
  const refuseCounted = (
    request: IncomingMessage,
    response: ServerResponse,
    arrived: number,
    { refusal, path, website }: Refused,
  ): void => {
    try {
      const requestId = sampledId(request, response);
      refuse(request, response, refusal);
      const counter = requestCounters.of(path, website);
      record(request, { path, website, counter }, { status: 429, cache: 'none', arrived, requestId });
    } catch (error) {
      abandon(strapi, response, error);
    }
  };

  listenFirst(server, (request, response) => {
    if (!isRead(request)) return toStrapi(request, response);
    const arrived = performance.now();
    // A key in a header may be another one than the address has.
    const known = request.headers['x-api-key'] === undefined ? urlCache.get(request.url ?? '') : undefined;
    const entry = known && cache.get(known.key);
    if (!known || !entry) return answerUncached(request, response, arrived);
    if (!ofAddresses) return answerKnown(request, response, arrived, known, entry);
    void ofAddresses.count(request, response).then((refusal) => {
      if (refusal) refuseCounted(request, response, arrived, { refusal, ...known.labels });
      else answerKnown(request, response, arrived, known, entry);
    });
  });

  return (_ctx: Context, next: Next) => next();
};

const API_PREFIX = '/api/';

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** For failures while an answer is written: unhandled, they would end the process. */
const abandon = (strapi: Core.Strapi, response: ServerResponse, error: unknown): void => {
  strapi.log.error(error);
  response.destroy();
};

type SampledIds = (request: IncomingMessage, response: ServerResponse) => string | null;

/** The id of a request that is logged, also sent with its answer; null for one outside the sample. */
const createSampledIds =
  (logSample: number, requestIdOf: RequestIds): SampledIds =>
  (request, response) => {
    if (Math.random() >= logSample) return null;
    const id = requestIdOf(request);
    response.setHeader(REQUEST_ID, id);
    return id;
  };

interface Recorded {
  status: number;
  cache: CacheOutcome;
  /** When, by the clock of `performance.now()`. */
  arrived: number;
  /** Null for a request that is not logged. */
  requestId: string | null;
}

type Recorder = (
  request: IncomingMessage,
  labels: Omit<RequestLabels, 'website'> & { website: string | null },
  recorded: Recorded,
) => void;

/** Counts a request that was answered here, and logs it where it is in the sample. */
const createRecord =
  (strapi: Core.Strapi): Recorder =>
  (request, { path, website, counter }, { status, cache, arrived, requestId }) => {
    const milliseconds = performance.now() - arrived;
    counter.count(status, cache, milliseconds);
    if (requestId === null) return;
    writeRequestLine(strapi.log, {
      method: request.method ?? '',
      route: path,
      website,
      status,
      milliseconds,
      cache,
      requestId,
      isComplete: true,
    });
  };

const createSend = (
  strapi: Core.Strapi,
  { respond, traffic }: Parts,
  sampledId: SampledIds,
  record: Recorder,
) => {
  /** @param arrived when, by the clock of `performance.now()` */
  return (request: IncomingMessage, response: ServerResponse, arrived: number, answered: Answered): void => {
    const { labels } = answered;
    const write = ({ status, headers, body, outcome }: DeliveryResponse): void => {
      const requestId = sampledId(request, response);
      if (traffic.isEnding) response.setHeader('Connection', 'close');
      response.writeHead(status, headers as string[]);
      // Of an answer to HEAD, Node sends the headers alone.
      response.end(body);
      record(request, labels, { status, cache: outcome, arrived, requestId });
    };
    try {
      const responded = respond(request, answered);
      if ('status' in responded) return write(responded);
      responded.then(write).catch((error: unknown) => abandon(strapi, response, error));
    } catch (error) {
      abandon(strapi, response, error);
    }
  };
};
