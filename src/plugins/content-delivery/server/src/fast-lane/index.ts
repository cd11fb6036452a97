import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { encode, encodingOf, negotiate } from '../cache/encoding';
import type { Encoding, Entry, Representation } from '../cache/entry';
import type { Scope } from '../freshness/revisions';
import {
  COMMON_HEADERS,
  contentHeaders,
  isNotModified,
  STALE_HEADERS,
  validators,
} from '../http/delivery-headers';
import type { Refusal } from '../limits';
import { deliveryOf, type Delivery } from '../services';
import { readAddress } from './address';
import { createAliases, type Alias } from './aliases';
import { refuse } from './refuse';

interface Answered {
  key: string;
  entry: Entry;
  /** The database could not be asked whether the bytes are current. */
  isStale: boolean;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Stands in front of Koa, as the HTTP server's first listener. It answers the readers whose keys are known, by
 * the same look-ups and from the same bytes as the delivery controller behind it, within the same limits. Whatever
 * else arrives goes on to Strapi: every other address, unknown keys, all that ends in an error. Taking this
 * middleware out of config/middlewares.ts changes the speed and nothing else.
 */
export const fastLane = (_config: unknown, { strapi }: { strapi: Core.Strapi }): Middleware => {
  const delivery = deliveryOf(strapi);
  const { websites, gate, cache } = delivery;
  const { ofAddresses, ofWebsites, ofWrongKeys } = delivery.limits;
  const { remember, recall } = createAliases(cache);
  const server: Server = strapi.server.httpServer;
  const [toStrapi] = server.listeners('request') as Listener[];
  if (!toStrapi) throw new Error('The HTTP server has no request listener to stand in front of.');

  /** Finds out what an address asks for, and answers it; null when that is for Strapi to do. */
  const answer = async (
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answered | Refusal | null> => {
    const asked = readAddress(address);
    if (!asked) return null;
    const tooMany = await ofAddresses?.count(request, response);
    if (tooMany) return tooMany;
    // Where too many unknown keys come from, they are told so here, as Strapi's way there costs many times more.
    if (!websites.remembers(asked.apiKey) && !ofWrongKeys?.isExhausted(request)) return null;
    const caller = await websites.find(asked.apiKey);
    if (!caller) return (await ofWrongKeys?.count(request, response)) ?? null;
    const website = caller.website.documentId;
    const tooManyOfWebsite = await ofWebsites?.count(request, response, website);
    if (tooManyOfWebsite) return tooManyOfWebsite;
    const finished = await delivery.answers.finish(asked.question, caller);
    if ('open' in finished) return null;
    remember(address, { key: finished.key, website, provenance: caller.provenance });
    return { ...finished, isStale: caller.sighting.revisions === null };
  };
  const answerAnew: Listener = (request, response) => {
    if (!request.url?.startsWith(API_PREFIX)) return toStrapi(request, response);
    answer(request.url, request, response).then(
      (answered) => {
        if (!answered) toStrapi(request, response);
        else if ('entry' in answered) send(delivery, request, response, answered);
        else refuse(request, response, answered);
      },
      // Strapi meets the same error, and knows how to tell it.
      () => toStrapi(request, response),
    );
  };

  const answerKnown = (
    request: IncomingMessage,
    response: ServerResponse,
    { key, website, provenance }: Alias,
    entry: Entry,
  ): void =>
    gate.look(entry.scopes as Scope[], (sighting) => {
      // Peeked at again: the wait may have brought newer bytes.
      const latest = cache.get(key) ?? entry;
      if (!gate.mayOpen(sighting, provenance) || !gate.mayServe(sighting, latest)) {
        return answerAnew(request, response);
      }
      const sendLatest = (): void => {
        cache.countHit();
        send(delivery, request, response, { key, entry: latest, isStale: sighting.revisions === null });
      };
      if (!ofWebsites) return sendLatest();
      void unlessOver(ofWebsites.count(request, response, website), request, response, sendLatest);
    });

  server.removeListener('request', toStrapi);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isRead(request)) return toStrapi(request, response);
    const alias = request.url ? recall(request.url) : undefined;
    const entry = alias && cache.get(alias.key);
    if (!alias || !entry) return answerAnew(request, response);
    if (!ofAddresses) return answerKnown(request, response, alias, entry);
    void unlessOver(ofAddresses.count(request, response), request, response, () =>
      answerKnown(request, response, alias, entry),
    );
  });

  return (_ctx: Context, next: Next) => next();
};

const unlessOver = async (
  counted: Promise<Refusal | null>,
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void,
): Promise<void> => {
  const refusal = await counted;
  if (refusal) refuse(request, response, refusal);
  else pass();
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

const send = (
  { cache, config }: Delivery,
  request: IncomingMessage,
  response: ServerResponse,
  { key, entry, isStale }: Answered,
): void => {
  const encoding = encodingOf(entry, negotiate(request.headers['accept-encoding'] as string | undefined));
  const finish = (representation: Representation, sentIn: Encoding = encoding): void => {
    const headers = headersOf(representation, sentIn, config.cacheControl);
    if (isNotModified(request.headers, representation.etag)) {
      response.writeHead(304, isStale ? [...headers.notModified, ...STALE] : headers.notModified).end();
      return;
    }
    response.writeHead(200, isStale ? [...headers.ok, ...STALE] : headers.ok);
    if (request.method === 'HEAD') response.end();
    else response.end(representation.bytes);
  };
  const representation = encode(entry, encoding, () => cache.grown(key, entry));
  if ('bytes' in representation) finish(representation);
  else {
    representation.then(
      (made) => finish(made),
      // It could not be compressed; plain bytes are understood by everybody.
      () => finish(entry.identity, 'identity'),
    );
  }
};
