import type http from 'node:http';
import { startReceiver, type ReceivedRequest } from './receiver';

interface StandInAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

type Respond = (request: ReceivedRequest) => StandInAnswer | Promise<StandInAnswer>;

const answering = (respond: Respond) => async (request: ReceivedRequest, response: http.ServerResponse) => {
  const { status, headers = {}, body } = await respond(request);
  response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
};

/** A cache on 127.0.0.1 that keeps what it was sent, and answers as it is told. */
export const startCacheStandIn = async (usual: Respond) => {
  const receiver = await startReceiver((request) => request, answering(usual));
  return { ...receiver, answerWith: (next: Respond) => receiver.answerWith(answering(next)) };
};

export type CacheStandIn = Awaited<ReturnType<typeof startCacheStandIn>>;

const json = (raw: string): Record<string, unknown> => JSON.parse(raw) as Record<string, unknown>;
const areTags = (value: unknown, most: number): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= most &&
  value.every((one) => typeof one === 'string');

/**
 * `POST /zones/{zone}/purge_cache` as Cloudflare documents it: 100 tags a request, and on a free plan 25 requests at once, which
 * come back at five a minute.
 */
export const cloudflare = (zone: string, token: string): Respond => {
  const MAX = 25;
  const MILLISECONDS_EACH = 12_000;
  let left = MAX;
  let filledAt = Date.now();
  const failure = (status: number, code: number, message: string, headers = {}): StandInAnswer => ({
    status,
    headers,
    body: { success: false, errors: [{ code, message }], messages: [], result: null },
  });
  return ({ method, path, headers, raw }) => {
    if (headers['authorization'] !== `Bearer ${token}`) return failure(403, 10_000, 'Authentication error');
    if (method !== 'POST' || path !== `/zones/${zone}/purge_cache`) return failure(404, 7_003, 'No route');
    const { tags, ...rest } = json(raw);
    if (!areTags(tags, 100) || Object.keys(rest).length > 0) return failure(400, 1_094, 'Too many tags');
    const gained = Math.floor((Date.now() - filledAt) / MILLISECONDS_EACH);
    left = Math.min(MAX, left + gained);
    filledAt += gained * MILLISECONDS_EACH;
    if (left === 0) return failure(429, 971, 'Rate limit exceeded', { 'Retry-After': '12' });
    left -= 1;
    return { status: 200, body: { success: true, errors: [], messages: [], result: { id: zone } } };
  };
};

/** `POST /service/{id}/purge` as Fastly documents it: 256 keys a request; a limit says at which second it is reset. */
export const fastly =
  (service: string, token: string): Respond =>
  ({ method, path, headers, raw }) => {
    if (headers['fastly-key'] !== token)
      return { status: 401, body: { msg: 'Provided credentials are missing or invalid' } };
    if (method !== 'POST' || path !== `/service/${service}/purge`)
      return { status: 404, body: { msg: 'Record not found' } };
    const { surrogate_keys: keys } = json(raw);
    if (!areTags(keys, 256)) return { status: 400, body: { msg: 'Bad request' } };
    return { status: 200, body: Object.fromEntries((keys as string[]).map((key) => [key, `108-${key}`])) };
  };

/** `POST /pullzone/{id}/purgeCache` as Bunny documents it: one tag a request, answered without a body. */
export const bunny =
  (pullZone: string, accessKey: string): Respond =>
  ({ method, path, headers, raw }) => {
    if (headers['accesskey'] !== accessKey)
      return { status: 401, body: { Message: 'Authorization has been denied.' } };
    if (method !== 'POST' || path !== `/pullzone/${pullZone}/purgeCache`) return { status: 404 };
    return { status: typeof json(raw)['CacheTag'] === 'string' ? 204 : 400 };
  };

/** Takes whatever comes. */
export const willing: Respond = () => ({ status: 200 });
