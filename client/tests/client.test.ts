import fc from 'fast-check';
import { createClientOn } from '../src/client.js';
import {
  ContentDeliveryError,
  createClient,
  memoryCache,
  type AnswerCache,
  type ClientOptions,
} from '../src/index.js';
import { retryAfterOf } from '../src/transport/retry.js';
import {
  apiError,
  cutOff,
  hangUp,
  json,
  page,
  raw,
  silence,
  startBadServer,
  type Answer,
  type BadServer,
} from './support/bad-server';
import { realRuntime } from '../src/transport/runtime.js';
import { NOW, testRuntime, TIMEOUT } from './support/test-runtime';

const API_KEY = 'cdk_secret +/&é';
const POSTS = [{ slug: 'a', title: 'A' }];
/** As servers have always said it, with what says it to programs since. */
const unknownSlug = (details: object = {}, message = 'There is no published post with this slug.') =>
  json({ data: null, error: { status: 404, name: 'NotFoundError', message, details } }, 404);
const NOT_FOUND = unknownSlug({ code: 'unknown-slug' });

describe('the client, against servers that misbehave', () => {
  let server: BadServer;

  beforeAll(async () => {
    server = await startBadServer();
  });
  afterAll(() => server.close());

  const clientWith = (options: Partial<ClientOptions> = {}, time = testRuntime()) => ({
    ...createClientOn(time.runtime, {
      baseUrl: server.baseUrl,
      apiKey: API_KEY,
      timeout: TIMEOUT,
      ...options,
    }),
    waits: time.waits,
  });

  /** Every function of the client. */
  const CALLS: [string, (client: ReturnType<typeof clientWith>) => Promise<unknown>][] = [
    ['posts.list', ({ posts }) => posts.list()],
    ['posts.get', ({ posts }) => posts.get('a')],
    ['taxonomies.get', ({ taxonomies }) => taxonomies.get()],
    ['internalLinks.list', ({ internalLinks }) => internalLinks.list()],
    ['pseoPages.list', ({ pseoPages }) => pseoPages.list({ campaignId: 'c' })],
    ['pseoPages.get', ({ pseoPages }) => pseoPages.get('a')],
    ['website', ({ website }) => website()],
    ['redirects', ({ redirects }) => redirects()],
    ['changes', ({ changes }) => changes({ since: 'c' })],
  ];

  const failureOf = async (call: Promise<unknown>): Promise<ContentDeliveryError> => {
    const failure = await call.then(
      (value) => {
        throw new Error(`It answered ${JSON.stringify(value)}.`);
      },
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ContentDeliveryError);
    const { message, stack, path } = failure as ContentDeliveryError;
    expect(path).toMatch(/^\/api\/[a-z-]+$/);
    for (const text of [message, stack ?? '', JSON.stringify(failure)]) {
      expect(text).not.toContain(API_KEY);
      expect(text).not.toContain(encodeURIComponent(API_KEY));
      expect(text).not.toContain('secret');
    }
    return failure as ContentDeliveryError;
  };

  describe.each(CALLS)('%s', (_name, call) => {
    it.each<[string, Answer, number, string, number | null, RegExp]>([
      [
        '401',
        apiError(401, 'UnauthorizedError', 'This API key is not known.'),
        1,
        'status',
        401,
        /not known/,
      ],
      ['400', apiError(400, 'ValidationError', `Wrong: ${API_KEY}`), 1, 'status', 400, /Wrong: \[API key\]/],
      ['403 with a page', page(403), 1, 'status', 403, /403/],
      ['404 with a page', page(404), 1, 'status', 404, /404/],
      ['405 without a body', raw('', 405), 1, 'status', 405, /405/],
      ['304 that nobody asked for', raw('', 304), 1, 'status', 304, /304/],
      ['500, again and again', apiError(500, 'InternalServerError', 'A fault.'), 3, 'status', 500, /A fault/],
      ['502 with a page', page(502), 3, 'status', 502, /502/],
      ['503', apiError(503, 'ServiceUnavailableError', 'Later.'), 3, 'status', 503, /Later/],
      ['429', apiError(429, 'TooManyRequestsError', 'Too many.'), 3, 'status', 429, /Too many/],
      ['200 with a page', page(200), 1, 'malformed', 200, /text\/html/],
      [
        'broken JSON',
        raw('[{"slug":"a"},', 200, { 'Content-Type': 'application/json' }),
        1,
        'malformed',
        200,
        /JSON/,
      ],
      ['other JSON', json('posts'), 1, 'malformed', 200, /not as promised/],
      ['a number', json(0), 1, 'malformed', 200, /not as promised/],
      ['items of another kind', json([{ id: 1 }]), 1, 'malformed', 200, /not as promised/],
      [
        'a redirect to a login page',
        raw('', 302, { Location: `/login?next=${encodeURIComponent(API_KEY)}` }),
        1,
        'redirect',
        302,
        /to \/login\./,
      ],
      [
        'a redirect that stays',
        raw('', 308, { Location: 'https://other.example/api/blog' }),
        1,
        'redirect',
        308,
        /https:\/\/other\.example/,
      ],
      ['a cut connection', cutOff, 3, 'network', null, /no whole answer/],
      ['a connection hung up', hangUp, 3, 'network', null, /no whole answer/],
    ])('throws for %s', async (_what, answer, attempts, kind, status, message) => {
      server.answer(answer);
      const failure = await failureOf(call(clientWith()));
      expect({ kind: failure.kind, status: failure.status }).toEqual({ kind, status });
      expect(failure.message).toMatch(message);
      expect(server.requests).toHaveLength(attempts);
    });

    it('throws when no answer comes in time', async () => {
      server.answer(silence);
      const failure = await failureOf(call(clientWith({}, testRuntime({ isLate: true }))));
      expect(failure).toMatchObject({ kind: 'timeout', status: null });
    });

    it('throws when nobody listens', async () => {
      const gone = await startBadServer();
      await gone.close();
      const failure = await failureOf(call(clientWith({ baseUrl: gone.baseUrl, retries: 0 })));
      expect(failure).toMatchObject({ kind: 'network', status: null });
      expect(failure.message).toMatch(/ECONNREFUSED/);
    });

    it("stops with the caller's reason, before, during and between attempts", async () => {
      const reason = new Error('enough');
      for (const when of ['before', 'during', 'between']) {
        const controller = new AbortController();
        const time = testRuntime();
        const stop = () => controller.abort(reason);
        server.answer((response) => {
          if (when === 'during') stop();
          else response.writeHead(500).end();
        });
        if (when === 'before') stop();
        const { after } = time.runtime;
        time.runtime.after = (milliseconds, run) => {
          if (when === 'between' && milliseconds !== TIMEOUT) setImmediate(stop);
          return milliseconds === TIMEOUT ? after(milliseconds, run) : () => undefined;
        };
        const { signal } = controller;
        const { posts } = clientWith({}, time);
        await expect(posts.list({ signal })).rejects.toBe(reason);
        expect(server.requests).toHaveLength(when === 'before' ? 0 : 1);
      }
    });
  });

  describe.each([
    ['posts', { slug: 'a', content: '' }],
    ['pseoPages', { slug: 'a', html: '' }],
  ] as const)('%s.get', (kind, found) => {
    const of = (slug: string): Promise<unknown> =>
      kind === 'posts' ? clientWith().posts.get(slug) : clientWith().pseoPages.get(slug);
    const get = (answer: Answer) => {
      server.answer(answer);
      return of('a');
    };

    it('gives what was found', async () => {
      expect(await get(json(found))).toEqual(found);
    });

    it.each<[string, Answer]>([
      ['a 404 about the slug', NOT_FOUND],
      ['one in other words', unknownSlug({ code: 'unknown-slug' }, 'None.')],
      ['one of a server without the code, about a post', unknownSlug()],
      ['one about a page', unknownSlug({}, 'There is no live page with this slug.')],
      ['nothing', raw('')],
      ['204', (response) => void response.writeHead(204).end()],
      ['null', json(null)],
      ['an empty object', json({})],
      ['an empty list', json([])],
      ['an error property', json({ error: 'Post not found' })],
      ['an error property that is empty', json({ error: null })],
    ])('gives null for %s', async (_what, answer) => {
      expect(await get(answer)).toBeNull();
      expect(server.requests).toHaveLength(1);
    });

    describe.each<[string, string, RegExp]>([
      ['the right address', '', /Check baseUrl, which stands before \/api.*a proxy/],
      ['one with /api at its end', '/mounted/api/', /baseUrl ends in \/api.*unless the server is mounted/],
    ])('at %s', (_where, path, hint) => {
      it.each<[string, Answer]>([
        ['of an address', apiError(404, 'NotFoundError', 'There is nothing at this address.')],
        ['of Strapi', apiError(404, 'NotFoundError', 'Not Found')],
        ['of a proxy', json({ error: 'Not Found' }, 404)],
        ['of a host', json({ error: { code: 'NOT_FOUND', message: 'The page could not be found' } }, 404)],
        ['with another code', unknownSlug({ code: 'gone' }, 'None.')],
        ['with movedTo alone', unknownSlug({ movedTo: 'b' }, 'None.')],
        [
          'of a framework',
          json({ statusCode: 404, message: 'Cannot GET /api/blog', error: 'Not Found' }, 404),
        ],
        ['without a body', raw('', 404)],
        ['null', json(null, 404)],
        ['an empty object', json({}, 404)],
        ['a list', json([], 404)],
        ['a code beside the details', json({ error: { code: 'unknown-slug' } }, 404)],
      ])('is an error for a 404 that is not about the slug: %s', async (_what, answer) => {
        server.answer(answer);
        const client = clientWith({ baseUrl: server.baseUrl + path });
        const failure = await failureOf(
          kind === 'posts' ? client.posts.get('a', { movedTo: true }) : client.pseoPages.get('a'),
        );
        expect(failure).toMatchObject({ kind: 'status', status: 404 });
        expect(failure.hint).toMatch(hint);
        // Sentences, each with its end.
        expect(failure.message).toMatch(/^GET \/api\/[a-z-]+ was answered with 404(: [^.]+)?\. [A-Zb]/);
        expect(failure.message.endsWith(failure.hint ?? '-')).toBe(true);
      });
    });

    it('is an error that names a page as one', async () => {
      server.answer(page(404));
      expect((await failureOf(of('a'))).hint).toMatch(
        /^That is no answer of the API.*of a website or of a proxy/,
      );
    });

    it('gives null for an empty slug, without asking for all', async () => {
      server.answer(json([found]));
      expect(await of('')).toBeNull();
      expect(server.requests).toHaveLength(0);
    });
  });

  describe('a list in parts', () => {
    const part =
      (items: unknown, headers: Record<string, string>): Answer =>
      (response) =>
        void response
          .writeHead(200, { 'Content-Type': 'application/json', ...headers })
          .end(JSON.stringify(items));

    it('is asked for with what is wanted, and says where it goes on', async () => {
      const Link = '<?cursor=c%2F1&limit=2&tag=tea>; rel="next"';
      server.answer(part([{ slug: 'a', words: 3 }], { Link, 'X-Total-Count': '7' }));
      const { posts } = clientWith();
      expect(await posts.page({ limit: 2, tag: 'tea', include: ['words'], cursor: null })).toEqual({
        items: [{ slug: 'a', words: 3 }],
        next: 'c/1',
        total: 7,
      });
      const { searchParams } = new URL(server.requests[0]?.url ?? '', server.baseUrl);
      expect(Object.fromEntries(searchParams)).toEqual({
        apiKey: API_KEY,
        limit: '2',
        tag: 'tea',
        include: 'words',
      });
    });

    it.each<[string, string | null]>([
      ['<https://other.example.com/api/blog?cursor=x&limit=1>; rel="next"', 'x'],
      ['<?cursor=first>; rel="prev", <?cursor=second>; rel=next', 'second'],
      ['<?cursor=first>; rel="prev"', null],
      ['<?limit=1>; rel="next"', null],
      ['next', null],
      ['', null],
    ])('goes on at what the header says: %s', async (Link, next) => {
      server.answer(part([], { Link }));
      expect((await clientWith().pseoPages.page({ limit: 1 })).next).toBe(next);
    });

    it('is whole where a server knows no parts', async () => {
      server.answer(json([{ slug: 'a' }, { slug: 'b' }]));
      expect(await clientWith().posts.page({ limit: 1 })).toMatchObject({ next: null, total: 2 });
      const slugs: string[] = [];
      for await (const { slug } of clientWith().pseoPages.all({ campaignId: 'c' })) slugs.push(slug);
      expect(slugs).toEqual(['a', 'b']);
    });

    it('is an error, and not the whole list, where the header that leads on was lost', async () => {
      const { posts } = clientWith();
      server.answer(part([{ slug: 'a' }, { slug: 'b' }], { 'X-Total-Count': '5' }));
      const slugs: string[] = [];
      const reading = (async () => {
        for await (const { slug } of posts.all()) slugs.push(slug);
      })();
      const failure = await failureOf(reading);
      expect(failure.kind).toBe('malformed');
      expect(failure.message).toContain('it has 2 of 5 items, and the header Link is missing');
      expect(slugs).toEqual([]);
      expect((await failureOf(posts.page({ limit: 2 }))).kind).toBe('malformed');
      // The last part has none.
      expect(await posts.page({ limit: 2, cursor: 'c' })).toMatchObject({ next: null, total: 5 });
    });

    it('is an error where a server leaves out what was included', async () => {
      server.answer(json([{ slug: 'a', content: '' }, { slug: 'b' }]));
      const { posts } = clientWith();
      expect(await failureOf(posts.list({ include: ['content'] }))).toMatchObject({ kind: 'malformed' });
      server.answer(json({ slug: 'a', content: '' }));
      const { message } = await failureOf(posts.get('a', { include: ['related'] }));
      expect(message).toContain('it has no related, which was asked for');
    });
  });

  it.each(['list', 'taxonomies', 'links', 'website'])(
    'never takes a failure for an empty answer: %s',
    async (what) => {
      for (const body of [
        null,
        {},
        { error: 'no' },
        { data: null, error: { message: 'no' } },
        { categories: [] },
        '',
      ]) {
        server.answer(body === '' ? raw('') : json(body));
        const { posts, taxonomies, internalLinks, website } = clientWith();
        const call = { list: posts.list, taxonomies: taxonomies.get, links: internalLinks.list, website }[
          what
        ] as () => Promise<unknown>;
        expect((await failureOf(call())).kind).toBe('malformed');
      }
      server.answer(NOT_FOUND);
      expect((await failureOf(clientWith().posts.list())).status).toBe(404);
    },
  );

  it('gives the website as it is', async () => {
    const website = { name: 'One', url: null, language: null, description: null, image: null };
    server.answer(json(website));
    expect(await clientWith().website()).toEqual(website);
  });

  it('gives empty lists as they are', async () => {
    server.answer(json([]));
    expect(await clientWith().posts.list()).toEqual([]);
    server.answer(json({ categories: [], tags: [] }));
    expect(await clientWith().taxonomies.get()).toEqual({ categories: [], tags: [] });
  });

  describe('asks', () => {
    it('with parameters that are encoded, whatever is in them', async () => {
      server.answer(json({ slug: 'a', html: '', content: '' }));
      const { posts, pseoPages } = clientWith({ baseUrl: `${server.baseUrl}/prefix/` });
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), async (text) => {
          server.requests.length = 0;
          await posts.get(text);
          await pseoPages.get(`a/b?c&${text}`, { campaignId: text });
          const [first, second] = server.requests.map(({ url }) => new URL(url ?? '', 'http://host'));
          expect(first?.pathname).toBe('/prefix/api/blog');
          expect([...(first?.searchParams ?? [])]).toEqual([
            ['apiKey', API_KEY],
            ['slug', text],
          ]);
          expect(second?.pathname).toBe('/prefix/api/pseo-pages');
          expect([...(second?.searchParams ?? [])]).toEqual([
            ['apiKey', API_KEY],
            ['slug', `a/b?c&${text}`],
            ['campaignId', text],
          ]);
        }),
        { numRuns: 50 },
      );
    });

    it('through the fetch that it is given', async () => {
      const asked: string[] = [];
      const { posts } = clientWith({
        fetch: (url, init) => {
          asked.push(`${init.method} ${init.redirect} ${new URL(url).pathname}`);
          return Promise.resolve(new Response('[]'));
        },
      });
      expect(await posts.list()).toEqual([]);
      expect(asked).toEqual(['GET manual /api/blog']);
    });

    it('no longer than the timeout, even through a fetch that does not listen', async () => {
      const { posts } = clientWith(
        { fetch: () => new Promise(() => undefined) },
        testRuntime({ isLate: true }),
      );
      expect((await failureOf(posts.list())).kind).toBe('timeout');
    });

    it('and keeps the key to itself when such a fetch tells it', async () => {
      for (const error of [
        new TypeError('bad', { cause: new Error(`at ?apiKey=${API_KEY}`) }),
        'no error',
        undefined,
      ]) {
        const { posts } = clientWith({
          fetch: (url) => Promise.reject(error instanceof Error ? Object.assign(error, { url }) : error),
        });
        expect((await failureOf(posts.list())).kind).toBe('network');
      }
    });

    it('takes an opaque redirect of a browser for what it is', async () => {
      const answer = {
        status: 0,
        type: 'opaqueredirect',
        headers: new Headers(),
        text: () => Promise.resolve(''),
      };
      const { posts } = clientWith({ fetch: () => Promise.resolve(answer) });
      expect((await failureOf(posts.list())).kind).toBe('redirect');
    });
  });

  describe('tries again', () => {
    const busy = (headers = {}): Answer => raw('', 503, headers);

    it.each<[string, Answer]>([
      ['429', raw('', 429)],
      ['500', page(500)],
      ['a cut connection', cutOff],
      ['a connection hung up', hangUp],
    ])('after %s, and gives what comes then', async (_what, answer) => {
      server.answer(answer, answer, json(POSTS));
      expect(await clientWith().posts.list()).toEqual(POSTS);
      expect(server.requests).toHaveLength(3);
    });

    it('later each time, by a part that is random, up to a bound', async () => {
      const retries = { retries: 7, delay: 100, maxDelay: 2_000 };
      for (const [random, expected] of [
        [0, [50, 100, 200, 400, 800, 1_000, 1_000]],
        [1, [100, 200, 400, 800, 1_600, 2_000, 2_000]],
      ] as const) {
        server.answer(busy());
        const { posts, waits } = clientWith({ retries }, testRuntime({ random }));
        await failureOf(posts.list());
        expect(waits).toEqual(expected);
      }
    });

    it.each<[string, string, number]>([
      ['seconds', '7', 7_000],
      ['no time at all', '0', 0],
      ['a date', new Date(NOW + 5_000).toUTCString(), 5_000],
      ['a date that has passed', new Date(NOW - 5_000).toUTCString(), 0],
      ['longer than the bound', '86400', 30_000],
      ['nonsense', 'soon', 225],
      ['a negative number', '-5', 225],
    ])('when the server wants it: %s', async (_what, retryAfter, wait) => {
      server.answer(busy({ 'Retry-After': retryAfter }), json(POSTS));
      const { posts, waits } = clientWith();
      expect(await posts.list()).toEqual(POSTS);
      expect(waits).toEqual([wait]);
    });

    it('as often as it is told, and not at all where that is 0', async () => {
      for (const retries of [0, 1, 4]) {
        server.answer(busy());
        await failureOf(clientWith({ retries }).posts.list());
        expect(server.requests).toHaveLength(retries + 1);
      }
    });

    it('reads any Retry-After as a time that can be waited for, or as none', () => {
      fc.assert(
        fc.property(fc.string(), (text) => {
          const wait = retryAfterOf(text, NOW);
          expect(wait === null || wait >= 0).toBe(true);
        }),
      );
    });
  });

  describe('with a preview token', () => {
    const TOKEN = 'cdp_hidden +/&é';
    const DRAFT = { slug: 'a', title: 'Draft', content: '' };
    const sent = () => server.requests.map(({ url }) => new URL(url ?? '', server.baseUrl).searchParams);

    it('sends it beside slug and key, and gives the draft', async () => {
      server.answer(json(DRAFT));
      expect(await clientWith().posts.get('a', { preview: TOKEN })).toEqual(DRAFT);
      expect(sent().map((query) => [...query])).toEqual([
        [
          ['apiKey', API_KEY],
          ['slug', 'a'],
          ['preview', TOKEN],
        ],
      ]);
    });

    it('sends none where it is empty or undefined', async () => {
      server.answer(json(DRAFT));
      for (const preview of ['', undefined]) {
        await clientWith().posts.get('a', { preview });
        expect(sent().map((query) => query.has('preview'))).toEqual([false]);
        server.answer(json(DRAFT));
      }
    });

    it('gives null for a token that opens nothing', async () => {
      server.answer(NOT_FOUND);
      expect(await clientWith().posts.get('a', { preview: TOKEN })).toBeNull();
      expect(await clientWith().pseoPages.get('a', { preview: TOKEN })).toBeNull();
    });

    it('keeps no draft and asks for none, whatever the server says', async () => {
      const get = jest.fn();
      const set = jest.fn();
      server.answer(json(DRAFT, 200, { ETag: '"v1"' }));
      const { posts } = clientWith({ cache: { get, set } });
      await posts.get('a', { preview: TOKEN });
      expect([get, set].map((called) => called.mock.calls)).toEqual([[], []]);
      expect(server.requests[0]?.headers['if-none-match']).toBeUndefined();
    });

    it.each<[string, Answer]>([
      ['an error', apiError(422, 'UnprocessableEntityError', `Wrong: ${TOKEN}`)],
      ['a redirect', raw('', 302, { Location: `/login/${encodeURIComponent(TOKEN)}` })],
      ['a cut connection', cutOff],
    ])('has it in no message: %s', async (_what, answer) => {
      server.answer(answer);
      const { message } = await failureOf(clientWith().posts.get('a', { preview: TOKEN }));
      expect(message).not.toContain('hidden');
    });

    it('has it in no message of a fetch that fails', async () => {
      const fetch = (url: string) => Promise.reject(new Error(`could not get ${url}`));
      const { message } = await failureOf(clientWith({ fetch }).posts.get('a', { preview: TOKEN }));
      expect(message).toContain('[preview token]');
      expect(message).not.toContain('hidden');
    });
  });

  describe('with a cache', () => {
    const tagged: Answer = (response, request) => {
      const isKept = request.headers['if-none-match'] === '"v1"';
      response
        .writeHead(isKept ? 304 : 200, { ETag: '"v1"' })
        .end(isKept ? undefined : JSON.stringify(POSTS));
    };
    const conditions = () => server.requests.map(({ headers }) => headers['if-none-match']);

    it('is not sent what it has, and gives each caller a copy', async () => {
      server.answer(tagged);
      const { posts } = clientWith({ cache: memoryCache() });
      const first = await posts.list();
      first.pop();
      expect(await posts.list()).toEqual(POSTS);
      expect(conditions()).toEqual([undefined, '"v1"']);
    });

    it('gives what is new, and remembers that', async () => {
      server.answer(tagged, json([], 200, { ETag: '"v2"' }));
      const { posts } = clientWith({ cache: memoryCache() });
      expect(await posts.list()).toEqual(POSTS);
      expect(await posts.list()).toEqual([]);
      await posts.list();
      expect(conditions()).toEqual([undefined, '"v1"', '"v2"']);
    });

    it('keeps websites, servers and parameters apart, and no API key', async () => {
      server.answer(tagged);
      const keys: string[] = [];
      const cache: AnswerCache = { get: (key) => void keys.push(key), set: () => undefined };
      await clientWith({ cache }).posts.list();
      await clientWith({ cache, apiKey: 'other' }).posts.list();
      await clientWith({ cache, baseUrl: `${server.baseUrl}/other` }).posts.list();
      await clientWith({ cache }).pseoPages.list({ campaignId: 'c' });
      expect(new Set(keys).size).toBe(4);
      expect(keys.join()).not.toMatch(/secret|other\?/);
    });

    it('does not keep failures, nor what it does not understand', async () => {
      const set = jest.fn();
      const { posts } = clientWith({ cache: { get: () => undefined, set }, retries: 0 });
      for (const answer of [
        page(200),
        raw('', 500, { ETag: '"e"' }),
        json({}, 200, { ETag: '"e"' }),
        NOT_FOUND,
      ]) {
        server.answer(answer);
        await failureOf(posts.list());
      }
      expect(set).not.toHaveBeenCalled();
    });

    it.each<[string, AnswerCache]>([
      ['throws', { get: () => { throw new Error('down'); }, set: () => { throw new Error('down'); } }],
      ['rejects', { get: () => Promise.reject(new Error('down')), set: () => Promise.reject(new Error('down')) }],
      ['gives nonsense', { get: () => ({}) as never, set: () => undefined }],
      ['gives broken JSON', { get: () => ({ etag: '"v1"', body: '[{' }), set: () => undefined }],
    ])('is right although the cache %s', async (_what, cache) => {
      server.answer(tagged);
      expect(await clientWith({ cache }).posts.list()).toEqual(POSTS);
    }); // prettier-ignore

    it('in memory keeps to its bounds, and lets go of what was not used', async () => {
      const answer = (length: number) => ({ etag: '"e"', body: 'x'.repeat(length) });
      const cache = memoryCache({ maxEntries: 2, maxCharacters: 10 });
      cache.set('a', answer(1));
      cache.set('b', answer(1));
      cache.get('a');
      cache.set('c', answer(1));
      expect(await Promise.all(['a', 'b', 'c'].map(cache.get))).toEqual([answer(1), undefined, answer(1)]);
      cache.set('d', answer(10));
      expect(await Promise.all(['a', 'c', 'd'].map(cache.get))).toEqual([undefined, undefined, answer(10)]);
      cache.set('d', answer(11));
      expect(await cache.get('d')).toBeUndefined();
      cache.set('e', answer(10));
      expect(await cache.get('e')).toEqual(answer(10));
    });
  });

  describe('with redirects and changes', () => {
    it.each<[string, Answer]>([
      ['with the code', unknownSlug({ code: 'unknown-slug', movedTo: 'b' }, 'None.')],
      ['of a server without it', unknownSlug({ movedTo: 'b' })],
    ])('tells of an earlier slug when it is asked to, by an answer %s', async (_what, moved) => {
      const { posts, pseoPages } = clientWith();
      server.answer(moved);
      expect(await posts.get('a')).toBeNull();
      expect(await pseoPages.get('a')).toBeNull();
      expect(await posts.get('a', { movedTo: true })).toEqual({ movedTo: 'b' });
      expect(await pseoPages.get('a', { movedTo: true, campaignId: 'c' })).toEqual({ movedTo: 'b' });
      server.answer(NOT_FOUND);
      expect(await posts.get('a', { movedTo: true })).toBeNull();
      server.answer(json({ slug: 'a', content: '' }));
      expect(await posts.get('a', { movedTo: true })).toEqual({ slug: 'a', content: '' });
    });

    it.each([7, null, '', { a: 1 }])('takes no movedTo like %j', async (movedTo) => {
      server.answer(unknownSlug({ code: 'unknown-slug', movedTo }));
      expect(await clientWith().posts.get('a', { movedTo: true })).toBeNull();
    });

    it('reads what has changed, and null where a cursor is not known any more', async () => {
      const { changes, redirects } = clientWith();
      const answer = { changes: [{ type: 'post' }], next: 'n', complete: false };
      server.answer(json(answer));
      expect(await changes({ since: 'c' })).toEqual(answer);
      expect(server.requests[0]?.url).toMatch(/^\/api\/changes\?.*since=c/);
      await changes();
      expect(server.requests[1]?.url).not.toContain('since');
      server.answer(apiError(410, 'GoneError', 'Read everything again.'));
      expect(await changes({ since: 'c' })).toBeNull();
      expect((await failureOf(redirects())).status).toBe(410);
      expect((await failureOf(changes())).status).toBe(410);
      for (const answer of [page(410), json({ error: 'Gone' }, 410), raw('', 410)]) {
        server.answer(answer);
        expect((await failureOf(changes({ since: 'c' }))).status).toBe(410);
      }
      server.answer(apiError(404, 'NotFoundError', 'There is nothing at this address.'));
      expect((await failureOf(redirects())).hint).toMatch(/the server is older than \/api\/redirects\.$/);
      server.answer(json([{ type: 'post', from: 'a', to: 'b' }]));
      expect(await redirects()).toEqual([{ type: 'post', from: 'a', to: 'b' }]);
    });

    it.each([
      { changes: [], next: 'n' },
      { changes: [], complete: true },
      { changes: {}, next: 'n', complete: true },
      { changes: [{}], next: 'n', complete: true },
    ])('takes no %j for changes', async (body) => {
      server.answer(json(body));
      expect((await failureOf(clientWith().changes())).kind).toBe('malformed');
    });
  });

  describe('is not made', () => {
    it.each([
      ['baseUrl', { baseUrl: 'cms.example.com' }],
      ['baseUrl', { baseUrl: 'ftp://cms.example.com' }],
      ['baseUrl', { baseUrl: 'https://user:pass@cms.example.com' }],
      ['baseUrl', { baseUrl: 'https://cms.example.com?apiKey=secret' }],
      ['baseUrl', { baseUrl: undefined as never }],
      ['apiKey', { apiKey: '' }],
      ['apiKey', { apiKey: undefined as never }],
      ['timeout', { timeout: NaN }],
      ['retries', { retries: -1 }],
      ['delay', { retries: { delay: -1 } }],
      ['apiKey', { apiKey: 'secret\n' }],
      ['apiKey', { apiKey: ' secret' }],
      ['apiKey', { apiKey: '"secret"' }],
    ])('with a %s like %j', (name, options) => {
      const make = () => createClient({ baseUrl: 'https://cms.example.com', apiKey: 'secret', ...options });
      expect(make).toThrow(TypeError);
      expect(make).toThrow(new RegExp(`^${name} (?!.*secret)`));
    });
  });

  it('takes options that are undefined for ones that are left out', async () => {
    server.answer(page(500), json(POSTS));
    const undefinedOptions = {
      retries: { retries: 1, delay: undefined },
      cache: undefined,
      fetch: undefined,
    };
    const client = clientWith(undefinedOptions);
    const options = { signal: undefined, category: undefined, tag: undefined, include: undefined };
    expect(await client.posts.list(options)).toEqual(POSTS);
    expect(client.waits).toEqual([225]);
    expect(server.requests[1]?.url).not.toMatch(/undefined|tag|include/);
  });
});

describe('time that really passes', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([2 ** 31 - 1, 2 ** 31, 1e12])('is waited for, however long: %d ms', async (milliseconds) => {
    const run = jest.fn();
    realRuntime.after(milliseconds, run);
    await jest.advanceTimersByTimeAsync(Math.min(milliseconds - 1, 2 ** 33));
    expect(run).not.toHaveBeenCalled();
    if (milliseconds > 2 ** 33) return;
    await jest.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is not waited for where it never ends, nor once it is called off', async () => {
    const run = jest.fn();
    realRuntime.after(Infinity, run);
    expect(jest.getTimerCount()).toBe(0);
    const callOff = realRuntime.after(2 ** 32, run);
    await jest.advanceTimersByTimeAsync(2 ** 31 + 1);
    callOff();
    expect(jest.getTimerCount()).toBe(0);
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a signal that many reads share', () => {
  it('has one listener, and stops them all', async () => {
    const controller = new AbortController();
    const add = jest.spyOn(controller.signal, 'addEventListener');
    let asked = 0;
    const fetch = () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    };
    const { posts } = createClient({ baseUrl: 'https://cms.example.com', apiKey: 'key', fetch, retries: 0 });
    const reads = Array.from({ length: 100 }, () => posts.list({ signal: controller.signal }));
    const ends = Promise.allSettled(reads);
    while (asked < reads.length) await new Promise((done) => setImmediate(done));
    expect(add).toHaveBeenCalledTimes(1);
    const reason = new Error('enough');
    controller.abort(reason);
    for (const end of await ends) expect(end).toEqual({ status: 'rejected', reason });
  });
});
