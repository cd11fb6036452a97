import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import type { Answers } from '../answers';
import type { ByteCache } from '../../freshness/cache/bytes';
import { encode, encodingOf, negotiate } from '../../freshness/cache/encoding';
import type { Encoding, Entry, Representation } from '../../freshness/cache/entry';
import type { Gate } from '../../freshness/gate';
import type { Scope } from '../../freshness/revisions';
import {
  COMMON_HEADERS,
  contentHeaders,
  isNotModified,
  STALE_HEADERS,
  validators,
} from '../http/delivery-headers';
import type { Limits, Refusal } from '../../access/limits';
import type { Tallies } from '../../operation/metrics/tallies';
import { cacheOutcomeOf } from '../../operation/metrics/tally';
import { REQUEST_ID, requestIdOf } from '../../operation/request-log/request-id';
import { writeRequestLine } from '../../operation/request-log/request-line';
import type { Traffic } from '../../operation/shutdown/traffic';
import type { KeyResolver } from '../authentication/websites';
import { parseUrl } from './parsed-url';
import { createUrlCache, type UrlCacheEntry, type RequestLabels } from './url-cache';
import { refuse } from './refuse';

interface Parts {
  config: { cacheControl: string; logSample: number };
  answers: Answers;
  websites: KeyResolver;
  gate: Gate;
  cache: ByteCache;
  limits: Limits;
  tallies: Tallies;
  traffic: Traffic;
  /** Where the arrival of each request is noted, for what comes after. */
  arrivals: WeakMap<IncomingMessage, number>;
}

interface Answered {
  key: string;
  entry: Entry;
  /** The database could not be asked whether the bytes are current. */
  isStale: boolean;
  /** The bytes were made for this request. */
  isNew: boolean;
  asker: RequestLabels;
}

interface Refused {
  refusal: Refusal;
  path: string;
  /** A documentId; null where no website is known. */
  website: string | null;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Stands in front of Koa, as the HTTP server's first listener. It answers the readers whose keys are known, by
 * the same look-ups and from the same bytes as the delivery controller behind it, within the same limits. Whatever
 * else arrives goes on to Strapi: every other address, unknown keys, all that ends in an error. Taking this
 * middleware out of config/middlewares.ts changes the speed and nothing else.
 */
export const fastLane = (strapi: Core.Strapi, parts: Parts): Middleware => {
  const { answers, websites, gate, cache, tallies, arrivals } = parts;
  const { ofAddresses, ofWebsites, ofWrongKeys } = parts.limits;
  const sampledId = createSampledIds(parts.config.logSample);
  const send = createSend(strapi, parts, sampledId);
  const { set: remember, get: recall } = createUrlCache(cache);
  const server: Server = strapi.server.httpServer;
  const [toStrapi] = server.listeners('request') as Listener[];
  if (!toStrapi) throw new Error('The HTTP server has no request listener to stand in front of.');

  /** Finds out what an address asks for, and answers it; null when that is for Strapi to do. */
  const answer = async (
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answered | Refused | null> => {
    const asked = parseUrl(address);
    if (!asked) return null;
    const unknown = { path: asked.path, website: null };
    const tooMany = await ofAddresses?.count(request, response);
    if (tooMany) return { refusal: tooMany, ...unknown };
    // Where too many unknown keys come from, they are told so here, as Strapi's way there costs many times more.
    if (!websites.remembers(asked.apiKey) && !ofWrongKeys?.isExhausted(request)) return null;
    const caller = await websites.find(asked.apiKey);
    if (!caller) {
      const tooManyWrong = await ofWrongKeys?.count(request, response);
      return tooManyWrong ? { refusal: tooManyWrong, ...unknown } : null;
    }
    const website = caller.website.documentId;
    const tooManyOfWebsite = await ofWebsites?.count(request, response, website);
    if (tooManyOfWebsite) return { refusal: tooManyOfWebsite, path: asked.path, website };
    const finished = await answers.finish(asked.question, caller);
    if ('open' in finished) return null;
    const asker = { path: asked.path, website, tally: tallies.of(asked.path, website) };
    remember(address, { key: finished.key, provenance: caller.provenance, asker });
    return { ...finished, isStale: caller.sighting.revisions === null, asker };
  };
  const answerAnew = (request: IncomingMessage, response: ServerResponse, arrived: number): void => {
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
      // Strapi meets the same error, and knows how to tell it.
      handOn,
    );
  };

  const answerKnown = (
    request: IncomingMessage,
    response: ServerResponse,
    arrived: number,
    { key, provenance, asker }: UrlCacheEntry,
    entry: Entry,
  ): void =>
    gate.observe(entry.scopes as Scope[], (sighting) => {
      // Peeked at again: the wait may have brought newer bytes.
      const latest = cache.get(key) ?? entry;
      if (!gate.isKeyValid(sighting, provenance) || !gate.isFresh(sighting, latest)) {
        return answerAnew(request, response, arrived);
      }
      const sendLatest = (): void => {
        cache.countHit();
        const isStale = sighting.revisions === null;
        send(request, response, arrived, { key, entry: latest, isStale, isNew: false, asker });
      };
      if (!ofWebsites) return sendLatest();
      void ofWebsites.count(request, response, asker.website).then((refusal) => {
        if (refusal) refuseCounted(request, response, arrived, { refusal, ...asker });
        else sendLatest();
      });
    });

  /** Answers whoever is over a limit; that is counted too. */
  const refuseCounted = (
    request: IncomingMessage,
    response: ServerResponse,
    arrived: number,
    { refusal, path, website }: Refused,
  ): void => {
    try {
      const requestId = sampledId(request, response);
      refuse(request, response, refusal);
      const milliseconds = performance.now() - arrived;
      tallies.of(path, website).count(429, 'none', milliseconds);
      if (requestId === null) return;
      writeRequestLine(strapi.log, {
        method: request.method ?? '',
        route: path,
        website,
        status: 429,
        milliseconds,
        cache: 'none',
        requestId,
        isComplete: true,
      });
    } catch (error) {
      abandon(strapi, response, error);
    }
  };

  server.removeListener('request', toStrapi);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isRead(request)) return toStrapi(request, response);
    const arrived = performance.now();
    const alias = request.url ? recall(request.url) : undefined;
    const entry = alias && cache.get(alias.key);
    if (!alias || !entry) return answerAnew(request, response, arrived);
    if (!ofAddresses) return answerKnown(request, response, arrived, alias, entry);
    void ofAddresses.count(request, response).then((refusal) => {
      if (refusal) refuseCounted(request, response, arrived, { refusal, ...alias.asker });
      else answerKnown(request, response, arrived, alias, entry);
    });
  });

  return (_ctx: Context, next: Next) => next();
};

const API_PREFIX = '/api/';

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Names and values in turn: node:http writes such a list as it is. */
type HeaderList = string[];

interface PreparedHeaders {
  ok: HeaderList;
  notModified: HeaderList;
}

const STALE: HeaderList = Object.entries(STALE_HEADERS).flat();
const prepared = new WeakMap<Representation, PreparedHeaders>();

/** Put together once for the bytes of one encoding: to do so for each request took longer than sending them. */
const headersOf = (
  representation: Representation,
  encoding: Encoding,
  cacheControl: string,
): PreparedHeaders => {
  const known = prepared.get(representation);
  if (known) return known;
  const common = { ...COMMON_HEADERS, ...validators(representation.etag, cacheControl) };
  const made = {
    ok: Object.entries({ ...common, ...contentHeaders(representation, encoding) }).flat(),
    notModified: Object.entries(common).flat(),
  };
  prepared.set(representation, made);
  return made;
};

/** For what fails while an answer is written: nobody waits for that, so it would end the process. */
const abandon = (strapi: Core.Strapi, response: ServerResponse, error: unknown): void => {
  strapi.log.error(error);
  response.destroy();
};

type SampledIds = (request: IncomingMessage, response: ServerResponse) => string | null;

/** The id of a request that the log is to tell of, which its answer says too; null for one that is not in the sample. */
const createSampledIds =
  (logSample: number): SampledIds =>
  (request, response) => {
    if (!(logSample > 0 && Math.random() < logSample)) return null;
    const id = requestIdOf(request.headers['x-request-id'], request.url ?? '');
    response.setHeader(REQUEST_ID, id);
    return id;
  };

const createSend = (strapi: Core.Strapi, { cache, config, traffic }: Parts, sampledId: SampledIds) => {
  /** @param arrived when, by the clock of `performance.now()` */
  return (request: IncomingMessage, response: ServerResponse, arrived: number, answered: Answered): void => {
    const { key, entry, isStale, isNew, asker } = answered;
    const encoding = encodingOf(entry, negotiate(request.headers['accept-encoding'] as string | undefined));
    const finish = (representation: Representation, sentIn: Encoding = encoding): void => {
      const headers = headersOf(representation, sentIn, config.cacheControl);
      const isUnmodified = isNotModified(request.headers, representation.etag);
      const status = isUnmodified ? 304 : 200;
      const requestId = sampledId(request, response);
      if (traffic.isEnding) response.setHeader('Connection', 'close');

      const list = isUnmodified ? headers.notModified : headers.ok;
      response.writeHead(status, isStale ? [...list, ...STALE] : list);
      if (isUnmodified || request.method === 'HEAD') response.end();
      else response.end(representation.bytes);

      const outcome = cacheOutcomeOf({ isStale, isUnmodified, isNew });
      const milliseconds = performance.now() - arrived;
      asker.tally.count(status, outcome, milliseconds);
      if (requestId === null) return;
      writeRequestLine(strapi.log, {
        method: request.method ?? '',
        route: asker.path,
        website: asker.website,
        status,
        milliseconds,
        cache: outcome,
        requestId,
        isComplete: true,
      });
    };
    try {
      const representation = encode(entry, encoding, () => cache.grown(key, entry));
      if ('bytes' in representation) return finish(representation);
      representation
        .then(
          (made) => finish(made),
          // It could not be compressed; plain bytes are understood by everybody.
          () => finish(entry.identity, 'identity'),
        )
        .catch((error: unknown) => abandon(strapi, response, error));
    } catch (error) {
      abandon(strapi, response, error);
    }
  };
};
