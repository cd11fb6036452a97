import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { encode, encodingOf, negotiate } from '../cache/encoding';
import type { Encoding, Entry, Provenance, Representation } from '../cache/entry';
import type { Scope } from '../freshness/revisions';
import {
  COMMON_HEADERS,
  contentHeaders,
  isNotModified,
  STALE_HEADERS,
  validators,
} from '../http/delivery-headers';
import { deliveryOf, type Delivery } from '../services';

/** An address that was answered before: which bytes, and what the right to them rests on. */
interface Alias {
  key: string;
  provenance: Provenance;
}

/** How many addresses are remembered, and how long one may be: they come from outside. */
const MAX_ALIASES = 200_000;
const LONGEST_ALIAS = 2_048;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Stands in front of Koa, as the HTTP server's first listener. A request whose address was answered before,
 * and whose bytes and key are still current, is answered from them; every other goes on to Strapi. Taking this
 * middleware out of config/middlewares.ts changes the speed and nothing else.
 */
export const fastLane = (_config: unknown, { strapi }: { strapi: Core.Strapi }): Middleware => {
  const aliases = new LRUCache<string, Alias>({ max: MAX_ALIASES });
  const delivery = deliveryOf(strapi);
  const server: Server = strapi.server.httpServer;
  const [toStrapi] = server.listeners('request') as Listener[];
  if (!toStrapi) throw new Error('The HTTP server has no request listener to stand in front of.');

  server.removeListener('request', toStrapi);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const alias = isRead(request) && request.url ? aliases.get(request.url) : undefined;
    const entry = alias && delivery.cache.get(alias.key);
    if (!alias || !entry) return toStrapi(request, response);
    delivery.gate.look(entry.scopes as Scope[], (sighting) => {
      // Peeked at again: the wait may have brought newer bytes.
      const latest = delivery.cache.get(alias.key) ?? entry;
      if (!delivery.gate.mayServe(sighting, latest, alias.provenance)) return toStrapi(request, response);
      send(delivery, request, response, alias.key, latest, sighting.revisions === null);
    });
  });

  return async (ctx: Context, next: Next) => {
    await next();
    const finished = ctx.state['finished'] as Alias | undefined;
    const url = ctx.req.url;
    if (finished && url && url.length <= LONGEST_ALIAS) aliases.set(url, finished);
  };
};

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
  const common = { ...COMMON_HEADERS, ...validators(representation, cacheControl) };
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
  key: string,
  entry: Entry,
  isStale: boolean,
): void => {
  cache.countHit();
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
