import request from 'supertest';
import { DELIVERY_PATHS } from '../../../src/plugins/content-delivery/contracts/delivery';
import { contentOf } from '../../fixtures/content';
import { connectTo, portOf, targetOf } from '../../support/connections';
import { freePort } from '../../support/instances/free-port';
import { CACHED_PATHS } from '../../support/requests';
import { parseScrape, sumOf, type ScrapedSample } from '../../support/scrape';
import { startServer, type TestServer } from '../../support/strapi';
import { withServer } from '../../support/with-server';

const TOKEN = 'a-token-of-the-tests';
const BEARER = { Authorization: `Bearer ${TOKEN}` };
const REQUESTS = 'content_delivery_requests_total';
const DURATIONS = 'content_delivery_request_duration_seconds';

const metricsOf = ({ strapi }: Pick<TestServer, 'strapi'>, headers: Record<string, string> = {}) =>
  request(strapi.server.httpServer).get('/_metrics').set(headers);

describe('metrics with a token', () => {
  const { server, content, api } = withServer({ METRICS_TOKEN: TOKEN });

  const scrape = async (): Promise<ScrapedSample[]> => {
    const { status, text } = await metricsOf(server, BEARER);
    expect(status).toBe(200);
    return parseScrape(text);
  };

  it('are for whoever has it', async () => {
    for (const headers of [
      {},
      { Authorization: TOKEN },
      { Authorization: 'Bearer ' },
      { Authorization: `Bearer ${TOKEN}x` },
      { Authorization: `Bearer ${TOKEN.slice(1)}` },
      { Authorization: `Basic ${Buffer.from(`a:${TOKEN}`).toString('base64')}` },
    ] as Record<string, string>[]) {
      const response = await metricsOf(server, headers);
      expect(response.status).toBe(401);
      expect(response.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' });
      expect(response.text).not.toContain('content_delivery_');
      expect(response.text).not.toContain(TOKEN);
    }
    const { status, headers, text } = await metricsOf(server, BEARER);
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(text).toContain(REQUESTS);
    const post = await request(server.strapi.server.httpServer).post('/_metrics').set(BEARER);
    expect(post.status).toBe(405);
  });

  it('count each request by route, website, status and cache outcome, whichever lane answers it', async () => {
    const website = await content.website();
    const other = await content.website();
    const before = await scrape();
    const WITH_SLUG: readonly string[] = [DELIVERY_PATHS.blog, DELIVERY_PATHS.pseoPages];

    for (const route of CACHED_PATHS) {
      const first = await api.get(route, { apiKey: website.key });
      await api.get(route, { apiKey: website.key });
      await api.get(route, { apiKey: website.key });
      await api.head(route, { apiKey: website.key });
      const unmodified = await api.get(
        route,
        { apiKey: website.key },
        { 'If-None-Match': first.headers['etag'] as string },
      );
      expect(unmodified.status).toBe(304);
      await api.get(route, { apiKey: other.key });
      await api.get(route);
      await api.get(route, { apiKey: 'unknown' });
      await api.get(route, 'apiKey=a&apiKey=b');
      await request(server.strapi.server.httpServer).post(route);
      if (WITH_SLUG.includes(route)) {
        await api.get(route, { apiKey: website.key, slug: 'none' });
        await api.get(route, { apiKey: website.key, slug: '' });
      }
    }
    await api.get('/api/none');

    const after = await scrape();
    const counted = (name: string, labels: Record<string, string>): number =>
      sumOf(after, name, labels) - sumOf(before, name, labels);
    const requests = (labels: Record<string, string>): number => counted(REQUESTS, labels);
    for (const route of CACHED_PATHS) {
      const own = { route, website: website.documentId };
      const none = { route, website: 'none', cache: 'none' };
      const slugs = WITH_SLUG.includes(route) ? 1 : 0;
      expect({
        route,
        built: requests({ ...own, status: '200', cache: 'built' }),
        hit: requests({ ...own, status: '200', cache: 'hit' }),
        revalidated: requests({ ...own, status: '304', cache: 'revalidated' }),
        notFound: requests({ ...own, status: '404', cache: 'none' }),
        empty: requests({ ...own, status: '400', cache: 'none' }),
        other: requests({ route, website: other.documentId }),
        unknown: requests({ ...none, status: '401' }),
        repeated: requests({ ...none, status: '400' }),
        wrongMethod: requests({ ...none, status: '405' }),
      }).toEqual({
        route,
        built: 1,
        hit: 3,
        revalidated: 1,
        notFound: slugs,
        empty: slugs,
        other: 1,
        unknown: 2,
        repeated: 1,
        wrongMethod: 1,
      });
      expect(counted(`${DURATIONS}_count`, own)).toBe(5 + 2 * slugs);
      expect(counted(`${DURATIONS}_bucket`, { ...own, le: '+Inf' })).toBe(5 + 2 * slugs);
      expect(counted(`${DURATIONS}_sum`, own)).toBeGreaterThan(0);
    }
    expect(requests({ route: 'other', website: 'none', status: '404' })).toBe(1);
    // One website for each route, and the first request of the other; hits are the three and the 304.
    expect(counted('content_delivery_cache_hits_total', {})).toBe(4 * CACHED_PATHS.length);
    expect(counted('content_delivery_delivery_query_duration_seconds_count', {})).toBeGreaterThan(0);
  });

  it('tell of the database, of jobs and of websites by name', async () => {
    const name = 'A "quoted" \\ name';
    const { documentId } = await content.website({ name });
    const { text } = await metricsOf(server, BEARER);
    expect(text).toContain(`website="${documentId}",name="A \\"quoted\\" \\\\ name"`);
    const samples = parseScrape(text);
    expect(sumOf(samples, 'content_delivery_database_reachable')).toBe(1);
    expect(sumOf(samples, 'content_delivery_database_query_duration_seconds_count')).toBeGreaterThan(0);
    expect(sumOf(samples, 'content_delivery_shutting_down')).toBe(0);

    const jobs = server.strapi.db.query('plugin::content-delivery.job');
    await jobs.create({ data: { kind: 'test', state: 'waiting', documentId: 'testjob' } });
    const waiting = { kind: 'test', state: 'waiting' };
    expect(sumOf(await scrape(), 'content_delivery_jobs', waiting)).toBe(1);
    await jobs.deleteMany({ where: { kind: 'test' } });
    expect(sumOf(await scrape(), 'content_delivery_jobs', waiting)).toBe(0);
  });
});

describe('metrics', () => {
  it('are nowhere by default', async () => {
    const server = await startServer({ METRICS_TOKEN: undefined, METRICS_PORT: undefined });
    try {
      for (const headers of [{}, BEARER] as Record<string, string>[]) {
        expect((await metricsOf(server, headers)).status).toBe(404);
      }
    } finally {
      await server.stop();
    }
  });

  it('have a port of their own where one is given, and are not on the public one then', async () => {
    const port = await freePort();
    const server = await startServer({ METRICS_PORT: String(port), METRICS_TOKEN: '' });
    const connection = connectTo(port);
    try {
      const website = await contentOf(server.strapi).website();
      const site = connectTo(await portOf(server.strapi.server.httpServer));
      await site.send('GET', targetOf(DELIVERY_PATHS.blog, { apiKey: website.key }));
      expect((await site.send('GET', '/_metrics')).status).toBe(404);
      site.close();
      let answer = await connection.send('GET', '/_metrics').catch(() => null);
      while (!answer) answer = await connection.send('GET', '/_metrics').catch(() => null);
      expect(answer.status).toBe(200);
      expect(sumOf(parseScrape(answer.text), REQUESTS, { website: website.documentId })).toBe(1);
      expect((await connection.send('GET', '/api/blog')).status).toBe(404);
      expect((await connection.send('POST', '/_metrics')).status).toBe(404);
    } finally {
      connection.close();
      await server.stop();
    }
    await expect(connectTo(port).send('GET', '/_metrics')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('ask for the token there too, where there is one', async () => {
    const port = await freePort();
    const server = await startServer({ METRICS_PORT: String(port), METRICS_TOKEN: TOKEN });
    const connection = connectTo(port);
    try {
      await portOf(server.strapi.server.httpServer);
      let answer = await connection.send('GET', '/_metrics').catch(() => null);
      while (!answer) answer = await connection.send('GET', '/_metrics').catch(() => null);
      expect(answer.status).toBe(401);
      expect((await connection.send('GET', '/_metrics', BEARER)).status).toBe(200);
      expect((await metricsOf(server, BEARER)).status).toBe(404);
    } finally {
      connection.close();
      await server.stop();
    }
  });
});
