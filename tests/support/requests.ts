import request, { type Response } from 'supertest';
import { DELIVERY_PATHS, UNKNOWN_SLUG } from '../../src/plugins/content-delivery/contracts/delivery';
import { connectTo, portOf } from './connections';
import { MAX_WAIT } from './in-time';
import { expectDescribed } from './openapi';
import type { TestServer } from './strapi';

type Parameters = Record<string, string>;
type Headers = Record<string, string>;

export const PATHS = Object.values(DELIVERY_PATHS);
/** Those whose answers are kept, with an ETag. */
export const CACHED_PATHS = PATHS.filter((path) => path !== DELIVERY_PATHS.changes);
const DEFAULT_CACHE_CONTROL = 'public, max-age=0, must-revalidate';

/**
 * Requests to the public routes; query strings given as text are sent as they are. Whatever comes back is held
 * against the OpenAPI description.
 */
export const requestsTo = ({ strapi }: Pick<TestServer, 'strapi'>) => {
  const { httpServer } = strapi.server;
  const get = (path: string, query: Parameters | string = {}, headers: Headers = {}) =>
    request(httpServer).get(path).query(query).set(headers).timeout(MAX_WAIT).expect(isDescribed);
  return {
    get,
    head: (path: string, query: Parameters = {}, headers: Headers = {}) =>
      request(httpServer).head(path).query(query).set(headers).timeout(MAX_WAIT),
    blog: (apiKey: string, query: Parameters = {}) => get(DELIVERY_PATHS.blog, { apiKey, ...query }),
    taxonomies: (apiKey: string) => get(DELIVERY_PATHS.taxonomies, { apiKey }),
    website: (apiKey: string) => get(DELIVERY_PATHS.website, { apiKey }),
    internalLinks: (apiKey: string) => get(DELIVERY_PATHS.internalLinks, { apiKey }),
    pseoPages: (apiKey: string, query: Parameters = {}) =>
      get(DELIVERY_PATHS.pseoPages, { apiKey, ...query }),
    redirects: (apiKey: string) => get(DELIVERY_PATHS.redirects, { apiKey }),
    changes: (apiKey: string, query: Parameters = {}) => get(DELIVERY_PATHS.changes, { apiKey, ...query }),
  };
};

const isDescribed = (response: Response): void => {
  const { path } = (response as unknown as { req: { path: string } }).req;
  expectDescribed({ target: path, status: response.status, text: response.text, headers: response.headers });
};

/** A 200 of the four routes: these bytes, fields in this order, and the headers that belong to every one. */
export const expectAnswer = (
  response: Response,
  body: unknown,
  cacheControl = DEFAULT_CACHE_CONTROL,
): void => {
  expect({ status: response.status, body: response.body as unknown }).toEqual({ status: 200, body });
  expect(response.text).toBe(JSON.stringify(body));
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cacheControl,
    etag: expect.stringMatching(/^(W\/)?"[^"]+"$/) as string,
    'access-control-allow-origin': '*',
  });
  expect(response.headers).not.toHaveProperty('last-modified');
};

/** An error of the four routes: the one shape, not stored by caches, readable for browsers. A 404 is about a slug. */
export const expectError = (
  response: Response,
  status: number,
  name: string,
  message: string | RegExp = /\S/,
  details: object = status === 404 ? { code: UNKNOWN_SLUG } : {},
): void => {
  const expected = typeof message === 'string' ? message : (expect.stringMatching(message) as string);
  expect({ status: response.status, body: response.body as unknown }).toEqual({
    status,
    body: { data: null, error: { status, name, message: expected, details } },
  });
  const { error } = response.body as { error: object };
  expect(Object.keys(response.body as object)).toEqual(['data', 'error']);
  expect(Object.keys(error)).toEqual(['status', 'name', 'message', 'details']);
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  });
  expect(response.headers).not.toHaveProperty('etag');
};

/** Sends targets exactly as given, without a client that corrects them. The server listens until it is stopped. */
export const rawRequestsTo = async ({ strapi }: Pick<TestServer, 'strapi'>) => {
  const connection = connectTo(await portOf(strapi.server.httpServer));
  return {
    ...connection,
    async send(method: string, target: string, headers: Headers = {}) {
      const answer = await connection.send(method, target, headers);
      if (method === 'GET') expectDescribed({ target, ...answer });
      return answer;
    },
  };
};
