import { errorIn, Misunderstood, saysNotFound, type Reader } from '../../../client/src/answers/read';
import { DELIVERY_PATHS } from '../../../client/src/contract';
import { ContentDeliveryError } from '../../../client/src/errors';
import { settingsFrom } from '../../../client/src/options';
import { createRequester } from '../../../client/src/transport/request';
import { realRuntime } from '../../../client/src/transport/runtime';
import type { Fields } from '../../../src/plugins/content-delivery/server/src/migration/fields';
import { isRecord } from '../../../src/plugins/content-delivery/server/src/platform/formats';
import { withWrittenNumbers } from '../../../src/plugins/content-delivery/server/src/platform/written-numbers';
import { MigrationProblem } from '../../../src/plugins/content-delivery/server/src/migration';

/** Milliseconds that one answer may take; lists may be long. */
const TIMEOUT = 60_000;
const RETRIES = { retries: 5, delay: 500, maxDelay: 20_000, maxRetryAfter: 120_000 };

/** A server that may be another implementation: only what the specification says is expected of it. */
export interface Requests {
  /** Entries as they were sent, whatever they are. Null where the server does not have the route. */
  list(route: 'blog' | 'internalLinks' | 'redirects', signal?: AbortSignal): Promise<unknown[] | null>;
  /** The same of pages, with their numbers also as JavaScript reads them: by those they were known before. */
  pages(): Promise<{ item: unknown; asNumbers: unknown }[] | null>;
  taxonomies(): Promise<{ categories: unknown[]; tags: unknown[] } | null>;
  /** Null when there is none with this slug. @throws ContentDeliveryError; the signal's reason */
  one(
    route: 'blog' | 'pseoPages',
    slug: string,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown> | null>;
  baseUrl: string;
}

/**
 * Finds out how the server is to be addressed: people give the address with and without `/api`.
 * @throws MigrationProblem when it does not answer as one with this API
 */
export const openRequests = async (
  from: string,
  apiKey: string,
): Promise<{ requests: Requests; posts: unknown[] }> => {
  let failure: unknown;
  for (const baseUrl of candidates(from)) {
    try {
      const requests = requestsTo(baseUrl, apiKey);
      return { requests, posts: await requests.posts() };
    } catch (error) {
      failure ??= error;
      const isElsewhere =
        error instanceof ContentDeliveryError && (error.status === 404 || error.kind === 'malformed');
      if (!isElsewhere) throw explained(error);
    }
  }
  throw explained(failure);
};

const candidates = (from: string): string[] => {
  const address = from.replace(/(?<!\/)\/+$/, '');
  const short = address.replace(/\/api(\/(blog|taxonomies|internal-links|pseo-pages))?$/, '');
  return short === address ? [address] : [short, address];
};

const requestsTo = (baseUrl: string, apiKey: string): Requests & { posts(): Promise<unknown[]> } => {
  const settings = settingsFrom({ baseUrl, apiKey, retries: RETRIES, timeout: TIMEOUT });
  const request = createRequester(settings, realRuntime);
  const get = <T>(route: keyof typeof DELIVERY_PATHS, read: Reader<T>, signal?: AbortSignal) =>
    request({ path: DELIVERY_PATHS[route], parameters: {}, read, signal });
  const orMissing = async <T>(wanted: Promise<T>): Promise<T | null> => {
    try {
      return await wanted;
    } catch (error) {
      if (error instanceof ContentDeliveryError && error.status === 404) return null;
      throw explained(error);
    }
  };

  return {
    baseUrl: settings.baseUrl,
    posts: () => get('blog', readList),
    list: (route, signal) => orMissing(get(route, readList, signal)),
    pages: () => orMissing(get('pseoPages', readPages)),
    taxonomies: () => orMissing(get('taxonomies', readTaxonomies)),
    one: (route, slug, signal) =>
      request({
        path: DELIVERY_PATHS[route],
        parameters: { slug },
        read: readOne,
        orNotFound: (text) => (saysNotFound(text) ? null : undefined),
        signal,
      }),
  };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text, withWrittenNumbers) as unknown;
  } catch {
    throw new Misunderstood(text.trim() === '' ? 'it is empty' : 'it is not JSON');
  }
};

const listIn = (body: unknown): unknown[] => {
  if (Array.isArray(body)) return body as unknown[];
  throw new Misunderstood((isRecord(body) && errorIn(JSON.stringify(body))) || 'it is not a list');
};

const readList: Reader<unknown[]> = (text) => listIn(parse(text));

const readPages: Reader<{ item: unknown; asNumbers: unknown }[]> = (text) => {
  const items = listIn(parse(text));
  const asNumbers = JSON.parse(text) as unknown[];
  return items.map((item, index) => ({ item, asNumbers: asNumbers[index] }));
};

const readTaxonomies: Reader<{ categories: unknown[]; tags: unknown[] }> = (text) => {
  const body = parse(text);
  if (!isRecord(body)) throw new Misunderstood('it is not an object');
  return { categories: listIn(body['categories'] ?? body), tags: listIn(body['tags'] ?? body) };
};

/** An empty answer, or one with an error property, says that there is none (specification 7). */
const readOne: Reader<Fields | null> = (text) => {
  const body = text.trim() === '' ? null : parse(text);
  if (body === null || (isRecord(body) && (Object.keys(body).length === 0 || 'error' in body))) return null;
  if (!isRecord(body)) throw new Misunderstood('it is not one entry');
  return body;
};

/** What went wrong, with what to do about it. */
const explained = (error: unknown): unknown => {
  if (!(error instanceof ContentDeliveryError)) return error;
  const { status, kind } = error;
  const hint =
    status === 401 || status === 403
      ? 'The server does not know this API key: check --api-key.'
      : status === 404
        ? 'There is no such API at this address: check --from, which is the part before /api/blog.'
        : kind === 'redirect'
          ? 'Give --from the address that it leads to.'
          : kind === 'malformed'
            ? 'Check that --from is the address of the content server, and not that of the front end.'
            : kind === 'status'
              ? 'The server has a problem; try again later.'
              : 'Check --from and the network.';
  return new MigrationProblem(`${whatHappened(error)} ${hint}`);
};

/** Without the client's hint, which speaks of its own options. */
export const whatHappened = ({ message, hint }: ContentDeliveryError): string =>
  hint === null ? message : message.slice(0, -hint.length).trimEnd();
