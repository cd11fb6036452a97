import { gunzipSync } from 'node:zlib';
import type { CacheEntry } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/entry';
import {
  createRespond,
  type RespondInput,
  type DeliveryResponse,
} from '../../../../src/plugins/content-delivery/server/src/delivery/http/respond';
import { cacheEntryOf } from '../../../fixtures/cache-entry';

const BYTES = Buffer.from(JSON.stringify('Not too short. '.repeat(200)));

describe('the response that is made of cached bytes', () => {
  const grown = jest.fn();
  let now = 0;

  beforeEach(() => {
    now = 100_000;
    jest.spyOn(Date, 'now').mockImplementation(() => 1_000_000 + now);
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    grown.mockClear();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const config = { cacheControl: 'public, max-age=0, must-revalidate', cacheTags: 'Cache-Tag' };
  const respondWith = (cacheTags = config.cacheTags) => createRespond({ ...config, cacheTags }, { grown });
  const entry = (differing: Partial<CacheEntry> = {}): CacheEntry => ({
    ...cacheEntryOf(BYTES, '"plain"'),
    tags: ['website-a', 'post-b'],
    sharedSeconds: 60,
    headers: { Link: '<next>' },
    ...differing,
  });
  const current = () => ({ revisions: new Map<string, number>(), at: now });
  const inputWith = (differing: Partial<RespondInput> = {}): RespondInput => ({
    key: 'key',
    entry: entry(),
    isNew: false,
    observed: current(),
    isPrivate: false,
    ...differing,
  });
  const headersOf = ({ headers }: DeliveryResponse): Record<string, string> =>
    Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [])));
  const ask = async (
    given: Partial<RespondInput> = {},
    headers: Record<string, string> = {},
    respond = respondWith(),
  ) => {
    const response = await respond({ headers }, inputWith(given));
    return { ...response, headers: headersOf(response) };
  };

  it('has the bytes, their tag and their length, and what belongs to them', async () => {
    const { status, body, headers, outcome } = await ask();
    expect([status, body, outcome]).toEqual([200, BYTES, 'hit']);
    expect(headers).toMatchObject({
      ETag: '"plain"',
      Link: '<next>',
      'Content-Length': String(BYTES.length),
      'Content-Type': 'application/json; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
    });
    expect(headers).not.toHaveProperty('Content-Encoding');
  });

  it('is a 304 without a body for who has these bytes', async () => {
    const { status, body, headers, outcome } = await ask({}, { 'if-none-match': '"other", W/"plain"' });
    expect([status, body, outcome]).toEqual([304, null, 'revalidated']);
    expect(headers).toMatchObject({ ETag: '"plain"', Vary: 'Accept-Encoding' });
    expect(headers).not.toHaveProperty('Content-Length');
    expect((await ask({}, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await ask({}, { 'if-none-match': '*' })).status).toBe(304);
  });

  it('is compressed once as the request accepts it, at once from then on, and is counted', async () => {
    const respond = respondWith();
    const one = entry();
    const first = respond({ headers: { 'accept-encoding': 'gzip' } }, inputWith({ entry: one }));
    expect(first).toBeInstanceOf(Promise);
    const { body } = await first;
    expect(gunzipSync(body ?? '').equals(BYTES)).toBe(true);
    expect(grown).toHaveBeenCalledWith('key', one);
    const again = respond({ headers: { 'accept-encoding': 'gzip' } }, inputWith({ entry: one }));
    expect(again).toMatchObject({ status: 200, body });
    expect(headersOf(await again)).toMatchObject({ 'Content-Encoding': 'gzip' });
  });

  it('is plain where it cannot be compressed', async () => {
    const failing = entry();
    failing.encoded.gzip = Promise.reject(new Error('no memory'));
    const { status, body, headers } = await ask({ entry: failing }, { 'accept-encoding': 'gzip' });
    expect([status, body]).toEqual([200, BYTES]);
    expect(headers).not.toHaveProperty('Content-Encoding');
  });

  describe('says of caches in front', () => {
    const KEPT = { 'Cache-Control': `${config.cacheControl}, s-maxage=60`, 'Cache-Tag': 'website-a,post-b' };
    const NOT_KEPT = { 'Cache-Control': config.cacheControl };

    it('for how long they may keep it, and by what they know it', async () => {
      expect((await ask()).headers).toMatchObject({ ...KEPT, Vary: 'Accept-Encoding' });
      const expiring = entry({ expiresAt: 1_000_000 + now + 7_900 });
      const { headers } = await ask({ entry: expiring });
      expect(headers['Cache-Control']).toBe(`${config.cacheControl}, s-maxage=7`);
    });

    it('another time for the same bytes as their end comes nearer', async () => {
      const respond = respondWith();
      const expiring = entry({ expiresAt: 1_000_000 + now + 20_000 });
      const seconds = async () =>
        (await ask({ entry: expiring }, {}, respond)).headers['Cache-Control']?.replace(/.*=/, '');
      expect(await seconds()).toBe('20');
      expect(await seconds()).toBe('20');
      now += 5_000;
      expect(await seconds()).toBe('15');
    });

    it('nothing where the answer took too long: a purge may have been before it', async () => {
      const at = now;
      now += 5_000;
      expect((await ask({ observed: { ...current(), at } })).headers).toMatchObject(KEPT);
      now += 1;
      expect((await ask({ observed: { ...current(), at } })).headers).toMatchObject(NOT_KEPT);
    });

    it('nothing where nothing would purge it', async () => {
      expect((await ask({ entry: entry({ sharedSeconds: null }) })).headers).toMatchObject(NOT_KEPT);
      const { headers } = await ask({}, {}, respondWith(''));
      expect(headers).toMatchObject(NOT_KEPT);
      expect(headers).not.toHaveProperty('Cache-Tag');
    });

    it.each([
      ['no-store', 'no-store'],
      ['public, no-cache', 'public, no-cache'],
      ['private', 'private'],
      ['public, s-maxage=9, max-age=1', 'public, max-age=1, s-maxage=60'],
      ['s-maxage=9, public', 'public, s-maxage=60'],
      ['public, max-age=1', 'public, max-age=1, s-maxage=60'],
    ])('what an operator has set: %s', async (cacheControl, expected) => {
      const respond = createRespond({ ...config, cacheControl }, { grown });
      expect((await ask({}, {}, respond)).headers['Cache-Control']).toBe(expected);
    });

    it('nothing where the key came in a header, and that the answer depends on it', async () => {
      const { headers } = await ask({ isPrivate: true });
      expect(headers).toMatchObject({
        'Cache-Control': 'private, no-cache',
        Vary: 'Authorization, X-API-Key, Accept-Encoding',
      });
      expect(headers).not.toHaveProperty('Cache-Tag');
    });

    it('to keep nothing that may be out of date', async () => {
      const stale = { observed: { revisions: null, at: now } };
      const respond = respondWith();
      const { headers, outcome } = await ask(stale, {}, respond);
      expect(headers).toMatchObject({ 'Cache-Control': 'no-store', 'X-Stale': 'database-unreachable' });
      expect(outcome).toBe('stale');
      expect((await ask({ isPrivate: true, ...stale }, {}, respond)).headers['Cache-Control']).toBe(
        'no-store',
      );
    });
  });

  it('keeps apart what is prepared of the same bytes for different callers', async () => {
    const respond = respondWith();
    const same = entry();
    const control = async (given: Partial<RespondInput>) =>
      (await ask({ entry: same, ...given }, {}, respond)).headers['Cache-Control'];
    const stale = { observed: { revisions: null, at: now } };
    for (let round = 0; round < 2; round += 1) {
      expect(await control({})).toMatch(/^public.*s-maxage=60$/);
      expect(await control({ isPrivate: true })).toBe('private, no-cache');
      expect(await control(stale)).toBe('no-store');
      expect(await control({ observed: { ...current(), at: now - 5_001 } })).toBe(config.cacheControl);
    }
  });

  it.each([
    ['built', { isNew: true }],
    ['hit', { isNew: false }],
  ])('is counted as a %s', async (expected, given) => {
    expect((await ask(given)).outcome).toBe(expected);
  });
});
