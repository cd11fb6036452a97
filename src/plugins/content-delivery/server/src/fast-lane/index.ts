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
import { deliveryOf, type Delivery } from '../services';
import { readAddress } from './address';
import { createAliases } from './aliases';

interface Answered {
  key: string;
  entry: Entry;
  /** The database could not be asked whether the bytes are current. */
  isStale: boolean;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Stands in front of Koa, as the HTTP server's first listener. It answers the readers whose keys are known, by
 * the same look-ups and from the same bytes as the delivery controller behind it. Whatever else arrives goes on
 * to Strapi: every other address, unknown keys, all that ends in an error. Taking this middleware out of
 * config/middlewares.ts changes the speed and nothing else.
 */
export const fastLane = (_config: unknown, { strapi }: { strapi: Core.Strapi }): Middleware => {
  const delivery = deliveryOf(strapi);
  const { remember, recall } = createAliases(delivery.cache);
  const server: Server = strapi.server.httpServer;
  const [toStrapi] = server.listeners('request') as Listener[];
  if (!toStrapi) throw new Error('The HTTP server has no request listener to stand in front of.');

  /** Finds out what an address asks for, and answers it; null when that is for Strapi to do. */
  const answer = async (address: string): Promise<Answered | null> => {
    const asked = readAddress(address);
    if (!asked || !delivery.websites.remembers(asked.apiKey)) return null;
    const caller = await delivery.websites.find(asked.apiKey);
    if (!caller) return null;
    const finished = await delivery.answers.finish(asked.question, caller);
    if ('open' in finished) return null;
    remember(address, { key: finished.key, provenance: caller.provenance });
    return { ...finished, isStale: caller.sighting.revisions === null };
  };
  const answerAnew: Listener = (request, response) => {
    if (!request.url?.startsWith(API_PREFIX)) return toStrapi(request, response);
    answer(request.url).then(
      (answered) => {
        if (answered) send(delivery, request, response, answered);
        else toStrapi(request, response);
      },
      // Strapi meets the same error, and knows how to tell it.
      () => toStrapi(request, response),
    );
  };

  server.removeListener('request', toStrapi);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isRead(request)) return toStrapi(request, response);
    const alias = request.url ? recall(request.url) : undefined;
    const entry = alias && delivery.cache.get(alias.key);
    if (!alias || !entry) return answerAnew(request, response);
    delivery.gate.look(entry.scopes as Scope[], (sighting) => {
      // Peeked at again: the wait may have brought newer bytes.
      const latest = delivery.cache.get(alias.key) ?? entry;
      const { gate } = delivery;
      if (!gate.mayOpen(sighting, alias.provenance) || !gate.mayServe(sighting, latest)) {
        return answerAnew(request, response);
      }
      delivery.cache.countHit();
      send(delivery, request, response, {
        key: alias.key,
        entry: latest,
        isStale: sighting.revisions === null,
      });
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
