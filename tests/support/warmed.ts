import { DELIVERY_PATHS } from '../../src/plugins/content-delivery/contracts/delivery';
import { connectTo, portOf, targetOf, type WireAnswer } from './connections';
import { expectDescribed } from './openapi';
import type { TestServer } from './strapi';
import { tagsIn, watchPurges } from './purged';
import { madeLater, withServer } from './with-server';
import { serviceOf } from './services';

type Keyed = { key: string };
type Parameters = Record<string, string>;

/** The addresses of the four routes for a website. */
export const targets = {
  posts: ({ key }: Keyed) => targetOf(DELIVERY_PATHS.blog, { apiKey: key }),
  post: ({ key }: Keyed, slug: string) => targetOf(DELIVERY_PATHS.blog, { apiKey: key, slug }),
  links: ({ key }: Keyed) => targetOf(DELIVERY_PATHS.internalLinks, { apiKey: key }),
  pages: ({ key }: Keyed, parameters: Parameters = {}) =>
    targetOf(DELIVERY_PATHS.pseoPages, { apiKey: key, ...parameters }),
  page: ({ key }: Keyed, slug: string) => targetOf(DELIVERY_PATHS.pseoPages, { apiKey: key, slug }),
  terms: ({ key }: Keyed) => targetOf(DELIVERY_PATHS.taxonomies, { apiKey: key }),
};

/** The figures of the server's byte cache. */
export const figuresOf = ({ strapi }: Pick<TestServer, 'strapi'>) =>
  serviceOf(strapi, 'delivery').cache.figures();

/** The status of an error, or what the body of a 200 has to match. */
export type Expected = number | object;

/** A 200 or an error with all that belongs to it. */
export const expectExactly = (answer: WireAnswer, expected: Expected, staleness?: string): void => {
  const { status, headers, text } = answer;
  const body = text === '' ? null : (JSON.parse(text) as object);
  if (typeof expected === 'number') {
    expect({ status, body }).toMatchObject({
      status: expected,
      body: { data: null, error: { status: expected } },
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('etag');
    return;
  }
  expect({ status, body }).toMatchObject({ status: 200, body: expected });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': staleness === undefined ? 'public, max-age=0, must-revalidate' : 'no-store',
    etag: expect.stringMatching(/^"[^"]+"$/) as string,
    vary: 'Accept-Encoding',
  });
  expect(headers['x-stale']).toBe(staleness);
};

/** Requests that watch whether an answer came from cached responses. */
export const warmingRequestsTo = async (server: Pick<TestServer, 'strapi'>) => {
  const connection = connectTo(await portOf(server.strapi.server.httpServer));
  const get = async (target: string, headers: Record<string, string> = {}): Promise<WireAnswer> => {
    const answer = await connection.send('GET', target, headers);
    expectDescribed({ target, ...answer });
    return answer;
  };

  return {
    ...connection,
    get,
    /** Asks twice and expects the same twice, the second time from cached responses. */
    async warm(target: string, expected: Expected): Promise<WireAnswer> {
      const first = await get(target);
      expectExactly(first, expected);
      const before = figuresOf(server);
      const again = await get(target);
      expectExactly(again, expected);
      if (typeof expected === 'object') {
        expect({ text: again.text, etag: again.headers.etag }).toEqual({
          text: first.text,
          etag: first.headers.etag,
        });
        const { hits, builds } = figuresOf(server);
        expect({ hits, builds }).toEqual({ hits: before.hits + 1, builds: before.builds });
      }
      return again;
    },
  };
};

/** Makes a change, and expects that it purges each of these answers from caches in front, as they are made old by it. */
export const expectPurged = async (
  { strapi }: Pick<TestServer, 'strapi'>,
  change: () => Promise<unknown>,
  answers: readonly WireAnswer[],
): Promise<void> => {
  const purges = await watchPurges(strapi);
  await change();
  const purged = await purges.tags();
  for (const { status, headers } of answers) {
    if (status !== 200) continue;
    const tags = tagsIn(headers['xkey'] as string | undefined);
    // Its purge targets end with it, and the last thing that they are sent is its tag.
    if (await purges.isGone(tags)) continue;
    expect({ tags, isPurged: tags.some((tag) => purged.has(tag)) }).toEqual({ tags, isPurged: true });
  }
};

export type WarmingRequests = Awaited<ReturnType<typeof warmingRequestsTo>>;

/** `withServer`, with requests that watch for cached responses, and websites of one account. */
export const withWarmingServer = (environment: Record<string, string> = {}) => {
  const { server, content, asSuperAdmin } = withServer({ DELIVERY_CACHE_TAGS: 'xkey', ...environment });
  let requests: WarmingRequests;
  let account: string;
  beforeAll(async () => {
    requests = await warmingRequestsTo(server);
    account = (await content.account()).documentId;
  });
  afterAll(() => requests.close());
  return {
    server,
    content,
    asSuperAdmin,
    api: madeLater(() => requests),
    site: (data: Record<string, unknown> = {}) => content.website({ account, ...data }),
  };
};
