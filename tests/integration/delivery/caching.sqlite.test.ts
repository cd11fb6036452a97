import type { Response } from 'supertest';
import { UID } from '../../fixtures/content';
import { expectAnswer, expectError } from '../../support/requests';
import { withServer } from '../../support/with-server';

// The default is what all other files find.
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600';
const AT_9 = '2025-06-02T09:00:00.000Z';

describe('caching', () => {
  const { content, api, withWebsite } = withServer({
    DELIVERY_CACHE_CONTROL: CACHE_CONTROL,
    DELIVERY_CACHE_TAGS: 'Cache-Tag',
  });
  const website = withWebsite();
  let post: string;
  let campaign: string;
  let page: string;
  let requests: { path: string; query: Record<string, string> }[];

  beforeAll(async () => {
    campaign = (await content.campaign(website.documentId)).documentId;
    post = (await content.post(website.documentId, { slug: 'post' })).documentId;
    page = (await content.page(campaign, { slug: 'page' })).documentId;
    await content.link({ account: (await content.defaultAccount()).documentId });
    await content.tag(website.documentId);
    const apiKey = website.key;
    requests = [
      { path: '/api/blog', query: { apiKey } },
      { path: '/api/blog', query: { apiKey, slug: 'post' } },
      { path: '/api/internal-links', query: { apiKey } },
      { path: '/api/pseo-pages', query: { apiKey } },
      { path: '/api/pseo-pages', query: { apiKey, campaignId: campaign } },
      { path: '/api/pseo-pages', query: { apiKey, slug: 'page' } },
      { path: '/api/taxonomies', query: { apiKey } },
    ];
  });

  const etagOf = (response: Response): string => response.headers['etag'] as string;

  const expectNotModified = (response: Response, etag: string): void => {
    expect({ status: response.status, text: response.text }).toEqual({ status: 304, text: '' });
    expect(response.headers).toMatchObject({
      etag,
      'cache-control': CACHE_CONTROL,
      'access-control-allow-origin': '*',
    });
    expect(response.headers).not.toHaveProperty('content-type');
    expect(response.headers).not.toHaveProperty('last-modified');
  };

  it('gives every 200 an ETag and the configured Cache-Control', async () => {
    const etags = new Set<string>();
    for (const { path, query } of requests) {
      const response = await api.get(path, query);
      expectAnswer(response, response.body, CACHE_CONTROL);
      etags.add(etagOf(response));
    }
    // The list with and without campaignId has the same bytes here; all others differ.
    expect(etags.size).toBe(requests.length - 1);
  });

  it('says by tags what an answer is made of, on 200 and 304 alike, and of errors nothing', async () => {
    const [w, posts, pages, terms, links] = ['w', 'posts', 'pages', 'terms', 'links'].map(
      (kind) => `${kind}-${website.documentId}`,
    );
    const expected = [
      [w, terms, posts],
      [w, terms, `p-${post}`],
      [w, links],
      [w, pages],
      [w, pages],
      [w, `c-${campaign}`, `p-${page}`],
      [w, terms],
    ];
    for (const [at, { path, query }] of requests.entries()) {
      const tags = expected[at]?.join(',');
      const first = await api.get(path, query);
      const again = await api.get(path, query, { 'If-None-Match': etagOf(first) });
      const head = await api.head(path, query);
      expect([first, again, head].map((response) => response.headers['cache-tag'] as unknown)).toEqual([
        tags,
        tags,
        tags,
      ]);
      expect(first.headers['access-control-expose-headers']).not.toMatch(/cache-tag/i);
    }
    const [{ query } = { query: {} }] = requests;
    for (const response of [
      await api.get('/api/blog', { ...query, slug: 'none' }),
      await api.get('/api/blog', { ...query, slug: '' }),
      await api.get('/api/blog', { apiKey: 'none' }),
      await api.get('/api/changes', query),
      await api.get('/api/redirects', query),
      await api.get('/api/openapi.json'),
    ]) {
      expect(response.headers).not.toHaveProperty('cache-tag');
    }
  });

  it('answers If-None-Match with 304 to the tag and the star, and to another tag with the whole answer', async () => {
    for (const { path, query } of requests) {
      const plain = await api.get(path, query);
      const etag = etagOf(plain);
      for (const value of [etag, '*']) {
        expectNotModified(await api.get(path, query, { 'If-None-Match': value }), etag);
      }
      expectAnswer(await api.get(path, query, { 'If-None-Match': '"other"' }), plain.body, CACHE_CONTROL);
    }
  });

  it('answers HEAD with If-None-Match alike', async () => {
    const [{ path, query } = { path: '', query: {} }] = requests;
    const etag = etagOf(await api.get(path, query));
    const response = await api.head(path, query, { 'If-None-Match': etag });
    expect(response.status).toBe(304);
    expect(response.headers).toMatchObject({ etag, 'cache-control': CACHE_CONTROL });
  });

  it('gives equal content equal tags, at any time and on any website', async () => {
    const [one, two] = [await content.website(), await content.website()];
    for (const { documentId } of [one, two]) {
      await content.post(documentId, { title: 'Equal', slug: 'equal', createdAt: AT_9, updatedAt: AT_9 });
    }
    for (const slug of [undefined, 'equal']) {
      const query: Record<string, string> = slug === undefined ? {} : { slug };
      const first = await api.blog(one.key, query);
      const again = await api.blog(one.key, query);
      const other = await api.blog(two.key, query);
      expect(first.status).toBe(200);
      expect([again.text, other.text]).toEqual([first.text, first.text]);
      expect([etagOf(again), etagOf(other)]).toEqual([etagOf(first), etagOf(first)]);
    }
  });

  it('gives changed content another tag, and the old tag again when it is changed back', async () => {
    const own = await content.website();
    const tag = await content.tag(own.documentId, 'Before');
    const query = { apiKey: own.key };
    const before = etagOf(await api.get('/api/taxonomies', query));
    await content.update(UID.tag, tag.documentId, { name: 'After' });
    const changed = await api.get('/api/taxonomies', query, { 'If-None-Match': before });
    expectAnswer(changed, { categories: [], tags: [{ id: tag.documentId, name: 'After' }] }, CACHE_CONTROL);
    expect(etagOf(changed)).not.toBe(before);
    await content.update(UID.tag, tag.documentId, { name: 'Before' });
    expectNotModified(await api.get('/api/taxonomies', query, { 'If-None-Match': before }), before);
  });

  it('never stores errors nor answers them with 304', async () => {
    const headers = { 'If-None-Match': '*' };
    expectError(await api.get('/api/blog', {}, headers), 401, 'UnauthorizedError');
    expectError(
      await api.get('/api/blog', { apiKey: website.key, slug: '' }, headers),
      400,
      'ValidationError',
    );
    expectError(
      await api.get('/api/blog', { apiKey: website.key, slug: 'none' }, headers),
      404,
      'NotFoundError',
    );
    expectError(
      await api.get('/api/pseo-pages', { apiKey: website.key, slug: 'none' }, headers),
      404,
      'NotFoundError',
    );
  });
});
