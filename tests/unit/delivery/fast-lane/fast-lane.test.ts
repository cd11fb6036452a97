import { createServer } from 'node:http';
import { setImmediate as nextTick } from 'node:timers/promises';
import { errors } from '@strapi/utils';
import { fastLane } from '../../../../src/plugins/content-delivery/server/src/delivery/fast-lane';
import { createRequestQueries } from '../../../../src/plugins/content-delivery/server/src/delivery/http/request-query';
import { createByteCache } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/bytes';
import { cacheEntryOf } from '../../../fixtures/cache-entry';

const REFUSAL = { message: 'Too many requests.' };
const ADDRESS = '/api/blog?slug=a&apiKey=k';

/** A lane, what stands behind it, and what each request comes to. */
const laneWith = ({ logSample = 0, isEnding = false, isLimited = true } = {}) => {
  const httpServer = createServer();
  const toStrapi = jest.fn();
  httpServer.on('request', toStrapi);
  const limit = () => ({ count: jest.fn(async (): Promise<typeof REFUSAL | null> => null) });
  const limits = {
    ofAddresses: limit(),
    ofWebsites: limit(),
    ofWrongKeys: { ...limit(), isExhausted: jest.fn(() => false) },
  };
  const caller = {
    website: { documentId: 'website' },
    validity: { scopes: [], revisions: [], expiresAt: Infinity, validFrom: -Infinity },
    observed: { revisions: new Map(), at: 0 },
  };
  const websites = { remembers: jest.fn(() => true), resolve: jest.fn(async (): Promise<unknown> => caller) };
  const cache = createByteCache(1_000_000);
  const entry = cacheEntryOf(Buffer.from('body'));
  const answers = {
    get: jest.fn(async (): Promise<unknown> => {
      await cache.build('key', '', async () => entry);
      return { key: 'key', entry, isNew: true };
    }),
  };
  const gate = {
    observe: jest.fn((_scopes: unknown, use: (observed: unknown) => void) => use(caller.observed)),
    isKeyValid: jest.fn(() => true),
    isServable: jest.fn(() => true),
  };
  const respond = jest.fn((): unknown => ({
    status: 200,
    headers: ['ETag', '"x"'],
    body: entry.identity.bytes,
    outcome: 'hit',
  }));
  const count = jest.fn();
  const log = { isLevelEnabled: () => true, log: jest.fn(), error: jest.fn() };
  const parts = {
    config: { logSample },
    answers,
    queryOf: createRequestQueries((key) => key),
    respond,
    websites,
    gate,
    cache,
    limits: isLimited ? limits : {},
    requestCounters: { of: jest.fn(() => ({ count })) },
    traffic: { isEnding },
    requestIdOf: () => 'id',
    arrivals: new WeakMap<object, number>(),
    unknownSlugs: new WeakMap<object, Error>(),
  };
  fastLane({ server: { httpServer }, log } as never, parts as never);

  const ask = async (url: string | undefined, headers: Record<string, string> = {}, method = 'GET') => {
    const request = { url, headers, method };
    const response = { setHeader: jest.fn(), writeHead: jest.fn(), end: jest.fn(), destroy: jest.fn() };
    const before = toStrapi.mock.calls.length;
    httpServer.emit('request', request, response);
    const isAtOnce = toStrapi.mock.calls.length > before;
    for (let ticks = 0; ticks < 3; ticks += 1) await nextTick();
    const status = response.writeHead.mock.calls[0]?.[0] as number | undefined;
    const outcome = toStrapi.mock.calls.length > before ? 'Strapi' : (status ?? 'none');
    return { request, response, outcome, isAtOnce };
  };
  return { ...parts, limits, ask, log, count, toStrapi, caller };
};

describe('the fast lane', () => {
  it('answers a delivery route, and the same address at once from then on', async () => {
    const lane = laneWith();
    const first = await lane.ask(ADDRESS);
    expect(first.outcome).toBe(200);
    expect(first.response.end).toHaveBeenCalledWith(Buffer.from('body'));
    expect((await lane.ask(ADDRESS)).outcome).toBe(200);
    expect([lane.answers.get.mock.calls.length, lane.websites.resolve.mock.calls.length]).toEqual([1, 1]);
    expect(lane.cache.figures().hits).toBe(1);
    expect(
      lane.respond.mock.calls.map(([, answer]: unknown[]) => (answer as { isNew: boolean }).isNew),
    ).toEqual([true, false]);
    expect(lane.count).toHaveBeenCalledTimes(2);
    expect((await lane.ask(ADDRESS, {}, 'HEAD')).outcome).toBe(200);
  });

  it.each<[string, string | undefined, Record<string, string>, string]>([
    ['another method', ADDRESS, {}, 'POST'],
    ['another address', '/admin', {}, 'GET'],
    ['no address', undefined, {}, 'GET'],
  ])('leaves to Strapi at once: %s', async (_name, url, headers, method) => {
    const lane = laneWith();
    expect(await lane.ask(url, headers, method)).toMatchObject({ outcome: 'Strapi', isAtOnce: true });
  });

  it.each<[string, string, Record<string, string>]>([
    ['another address below /api', '/api/posts?apiKey=k', {}],
    ['no key', '/api/blog?slug=a', {}],
    ['a query with something wrong in it', '/api/blog?slug=&apiKey=k', {}],
    ['a preview', '/api/blog?slug=a&preview=t&apiKey=k', {}],
    ['two keys', ADDRESS, { 'x-api-key': 'other' }],
  ])('leaves to Strapi, which knows when it came: %s', async (_name, url, headers) => {
    const lane = laneWith();
    const { outcome, request } = await lane.ask(url, headers);
    expect(outcome).toBe('Strapi');
    expect(lane.arrivals.get(request)).toEqual(expect.any(Number));
    expect(lane.limits.ofAddresses.count).not.toHaveBeenCalled();
  });

  it('leaves keys to Strapi that it does not know, without looking them up or counting them', async () => {
    const lane = laneWith();
    lane.websites.remembers.mockReturnValue(false);
    expect((await lane.ask(ADDRESS)).outcome).toBe('Strapi');
    expect(lane.websites.resolve).not.toHaveBeenCalled();
    lane.websites.remembers.mockReturnValue(true);
    lane.websites.resolve.mockResolvedValue(null);
    expect((await lane.ask(ADDRESS)).outcome).toBe('Strapi');
    expect(lane.answers.get).not.toHaveBeenCalled();
  });

  it('refuses an address that has sent too many wrong keys itself', async () => {
    const lane = laneWith();
    lane.websites.remembers.mockReturnValue(false);
    lane.websites.resolve.mockResolvedValue(null);
    lane.limits.ofWrongKeys.isExhausted.mockReturnValue(true);
    lane.limits.ofWrongKeys.count.mockResolvedValue(REFUSAL);
    const { outcome, response } = await lane.ask(ADDRESS);
    expect(outcome).toBe(429);
    expect(JSON.parse(String(response.end.mock.calls[0]?.[0]))).toMatchObject({
      data: null,
      error: { status: 429, message: REFUSAL.message },
    });
    expect(lane.requestCounters.of).toHaveBeenCalledWith('/api/blog', null);
    // A right key passes all the same.
    lane.websites.resolve.mockResolvedValue(lane.caller);
    expect((await lane.ask(ADDRESS)).outcome).toBe(200);
  });

  it.each(['ofAddresses', 'ofWebsites'] as const)(
    'keeps to the limit %s, for a known address too',
    async (name) => {
      const lane = laneWith();
      lane.limits[name].count.mockResolvedValue(REFUSAL);
      expect((await lane.ask(ADDRESS)).outcome).toBe(429);
      expect(lane.answers.get).not.toHaveBeenCalled();
      lane.limits[name].count.mockResolvedValue(null);
      expect((await lane.ask(ADDRESS)).outcome).toBe(200);
      lane.limits[name].count.mockResolvedValue(REFUSAL);
      expect((await lane.ask(ADDRESS)).outcome).toBe(429);
      expect(lane.requestCounters.of).toHaveBeenLastCalledWith('/api/blog', 'website');
      expect(lane.count).toHaveBeenLastCalledWith(429, 'none', expect.any(Number));
      expect(lane.cache.figures().hits).toBe(0);
    },
  );

  it('answers without limits, where none are set', async () => {
    const lane = laneWith({ isLimited: false });
    expect((await lane.ask(ADDRESS)).outcome).toBe(200);
    expect((await lane.ask(ADDRESS)).outcome).toBe(200);
  });

  it('remembers no address of a key in a header, and answers none that is remembered to another key', async () => {
    const lane = laneWith();
    await lane.ask('/api/blog?slug=a', { 'x-api-key': 'k' });
    expect((await lane.ask('/api/blog?slug=a')).outcome).toBe('Strapi');
    expect((await lane.ask(ADDRESS)).outcome).toBe(200);
    expect((await lane.ask(ADDRESS, { 'x-api-key': 'other' })).outcome).toBe('Strapi');
    expect(
      lane.respond.mock.calls.map(([, answer]: unknown[]) => (answer as { isPrivate: boolean }).isPrivate),
    ).toEqual([true, false]);
  });

  it.each(['isKeyValid', 'isServable'] as const)('finds everything out again where not %s', async (name) => {
    const lane = laneWith();
    await lane.ask(ADDRESS);
    lane.gate[name].mockReturnValue(false);
    expect((await lane.ask(ADDRESS)).outcome).toBe(200);
    expect(lane.answers.get).toHaveBeenCalledTimes(2);
    expect(lane.websites.resolve).toHaveBeenCalledTimes(2);
  });

  it('sends what was kept meanwhile, and finds everything out again where the bytes are gone', async () => {
    const lane = laneWith();
    await lane.ask(ADDRESS);
    const newer = cacheEntryOf(Buffer.from('newer'));
    lane.gate.observe.mockImplementationOnce((_scopes, use) => {
      void lane.cache.build('key', '2', async () => newer).then(() => use(lane.caller.observed));
    });
    await lane.ask(ADDRESS);
    expect(lane.respond).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ entry: newer }),
    );
    // Another address of the same bytes, of which one is remembered by them.
    await lane.ask('/api/blog?apiKey=k&slug=a');
    lane.cache.forget('key');
    for (const address of [ADDRESS, '/api/blog?apiKey=k&slug=a']) {
      expect((await lane.ask(address)).outcome).toBe(200);
    }
    expect(lane.answers.get).toHaveBeenCalledTimes(4);
  });

  it('sends the bytes that it has found, where they go while the revisions are read', async () => {
    const lane = laneWith();
    await lane.ask(ADDRESS);
    lane.gate.observe.mockImplementationOnce((_scopes, use) => {
      lane.cache.forget('key');
      use(lane.caller.observed);
    });
    expect((await lane.ask(ADDRESS)).outcome).toBe(200);
    expect(lane.respond).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ entry: expect.objectContaining({ scopes: [] }) as object }),
    );
    expect(lane.answers.get).toHaveBeenCalledTimes(1);
  });

  it('leaves to Strapi what is sent while it is read', async () => {
    const lane = laneWith();
    lane.answers.get.mockResolvedValue({ version: 'v', tags: [], headers: {}, open: jest.fn() });
    expect((await lane.ask(ADDRESS)).outcome).toBe('Strapi');
  });

  it('leaves errors to Strapi, with an unknown slug that need not be looked for again', async () => {
    const lane = laneWith();
    const unknown = new errors.NotFoundError('There is no such post.');
    lane.answers.get.mockRejectedValueOnce(unknown);
    const first = await lane.ask(ADDRESS);
    expect([first.outcome, lane.unknownSlugs.get(first.request)]).toEqual(['Strapi', unknown]);
    lane.answers.get.mockRejectedValueOnce(new Error('no database'));
    const second = await lane.ask(ADDRESS);
    expect([second.outcome, lane.unknownSlugs.get(second.request)]).toEqual(['Strapi', undefined]);
  });

  it('logs requests in the sample, and sends their id', async () => {
    const quiet = laneWith();
    const { response } = await quiet.ask(ADDRESS);
    expect(response.setHeader).not.toHaveBeenCalled();
    const loud = laneWith({ logSample: 1 });
    const logged = await loud.ask(ADDRESS);
    expect(logged.response.setHeader).toHaveBeenCalledWith('X-Request-Id', 'id');
    const lines = ({ log }: typeof quiet): number => log.log.mock.calls.length;
    expect([lines(quiet), lines(loud)]).toEqual([0, 1]);
    const half = laneWith({ logSample: 0.5 });
    jest.spyOn(Math, 'random').mockReturnValueOnce(0.6).mockReturnValueOnce(0.4);
    await half.ask(ADDRESS);
    await half.ask(ADDRESS);
    expect(lines(half)).toBe(1);
    jest.restoreAllMocks();
    for (const { log } of [quiet, loud, half]) expect(log.error).not.toHaveBeenCalled();
  });

  it('asks for the connection to be closed while the server ends', async () => {
    const { response } = await laneWith({ isEnding: true }).ask(ADDRESS);
    expect(response.setHeader).toHaveBeenCalledWith('Connection', 'close');
  });

  it.each<[string, () => unknown]>([
    [
      'at once',
      () => {
        throw new Error('no memory');
      },
    ],
    ['later', () => Promise.reject(new Error('no memory'))],
  ])('closes the connection where an answer cannot be written: %s', async (_name, failing) => {
    const lane = laneWith();
    lane.respond.mockImplementation(failing);
    const { response, outcome } = await lane.ask(ADDRESS);
    expect(outcome).toBe('none');
    expect(response.destroy).toHaveBeenCalledTimes(1);
    expect(lane.log.error).toHaveBeenCalledTimes(1);
  });
});
