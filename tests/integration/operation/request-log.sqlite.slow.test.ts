import { randomUUID } from 'node:crypto';
import http from 'node:http';
import request from 'supertest';
import { contentOf, UID, type TestWebsite } from '../../fixtures/content';
import { carriedOver } from '../../support/carried-over';
import { connectTo, portOf, type Connection, type WireAnswer } from '../../support/connections';
import { startServerWithOutage, type Outage } from '../../support/outage';
import { PATHS } from '../../support/requests';
import { startServerProcess, type ServerProcess } from '../../support/server-process';
import { startServer, type TestServer } from '../../support/strapi';
import { until } from '../../support/until';
import { targets } from '../../support/warmed';
import { serviceOf } from '../../support/services';

const { posts, post, terms } = targets;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Line = Record<string, unknown>;

describe('the log of a server in production', () => {
  let preparing: TestServer;
  let server: ServerProcess;
  let connection: Connection;
  let website: TestWebsite;
  let large: TestWebsite;
  let token: string;

  beforeAll(async () => {
    preparing = await startServer();
    const content = contentOf(preparing.strapi);
    website = await content.website({ apiKey: 'a-key-that-must-never-be-written-anywhere' });
    large = await content.website({ apiKey: 'another-key-that-must-never-be-written' });
    const { documentId } = await content.post(website.documentId, { slug: 'post' });
    const links = serviceOf(preparing.strapi, 'previews');
    token = (await links.make(UID.post, documentId, 3_600_000))?.token ?? '';
    for (let n = 0; n < 3; n += 1) {
      await carriedOver(() => content.post(large.documentId, { metaDescription: 'x'.repeat(1024 * 1024) }));
    }
    await preparing.stopAndKeepDatabase();
    server = await startServerProcess({
      environment: {
        NODE_ENV: 'production',
        LOG_LEVEL: 'debug',
        DELIVERY_LOG_SAMPLE: '1',
        DELIVERY_CACHE_MB: '1',
        TRUSTED_PROXIES: '127.0.0.1',
      },
      keepsOutput: true,
    });
    connection = connectTo(server.port);
  });
  afterAll(async () => {
    connection.close();
    await server.stop();
    await preparing.database.drop();
  });

  /** The line about the request whose answer carries this id. */
  const lineOf = async ({ headers }: WireAnswer): Promise<Line> => {
    const id = String(headers['x-request-id']);
    const line = await until(`the line about request ${id}`, () =>
      server.written.output.split('\n').find((text) => text.includes(`"requestId":"${id}"`)),
    );
    return JSON.parse(line) as Line;
  };
  const get = (target: string, headers: Record<string, string> = {}) =>
    connection.send('GET', target, headers);

  it('has one JSON object for each request, with what tells of it', async () => {
    const own = { route: '/api/blog', website: website.documentId, method: 'GET' };
    const first = await get(posts(website));
    const cases: [WireAnswer, Line][] = [
      [first, { ...own, status: 200, cache: 'built' }],
      [await get(posts(website)), { ...own, status: 200, cache: 'hit' }],
      [
        await get(posts(website), { 'If-None-Match': first.headers.etag ?? '' }),
        { ...own, status: 304, cache: 'revalidated' },
      ],
      [await get(post(website, 'post')), { ...own, status: 200, cache: 'built' }],
      [await get(post(website, 'none')), { ...own, status: 404, cache: 'none' }],
      [await get(posts(large)), { ...own, website: large.documentId, status: 200, cache: 'streamed' }],
      [
        await connection.send('HEAD', terms(website)),
        { ...own, method: 'HEAD', route: '/api/taxonomies', status: 200 },
      ],
    ];
    for (const [answer, expected] of cases) {
      expect(answer.status).toBe(expected['status']);
      const line = await lineOf(answer);
      expect(line).toMatchObject({
        ...expected,
        level: 'http',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        milliseconds: expect.any(Number) as number,
      });
      expect(line['requestId']).toMatch(UUID);
      expect(line['message']).toContain(`${String(expected['method'])} ${String(expected['route'])}`);
    }
    const refused = await lineOf(await get('/api/blog'));
    expect(refused).toMatchObject({ route: '/api/blog', status: 401, cache: 'none' });
    expect(refused).not.toHaveProperty('website');
    const elsewhere = await lineOf(await get('/api/nothing-here'));
    expect(elsewhere).toMatchObject({ status: 404, route: 'none' });
    expect(JSON.stringify(elsewhere)).not.toContain('nothing-here');
    expect(elsewhere).not.toHaveProperty('cache');
  });

  it.each(['hit', 'slow lane'])(
    'takes the id of a trusted proxy, unless it is odd or could be a key; and none of other callers (%s)',
    async (lane) => {
      const target = lane === 'hit' ? posts(website) : post(website, 'none');
      await get(target);
      const id = randomUUID();
      const answer = await get(target, { 'X-Request-Id': id });
      expect(answer.headers['x-request-id']).toBe(id);
      expect(await lineOf(answer)).toMatchObject({ requestId: id });
      expect(answer.headers['access-control-expose-headers']).toContain('X-Request-Id');
      for (const odd of ['two words', '"}', website.key, large.key, `id-${large.key}`, 'cdk_abc', '']) {
        const own = await get(target, { 'X-Request-Id': odd });
        expect(own.headers['x-request-id']).toMatch(UUID);
        await lineOf(own);
      }
      const elsewhere = connectTo(server.port, { localAddress: '127.0.0.2' });
      try {
        const own = await elsewhere.send('GET', target, { 'X-Request-Id': id });
        expect(own.headers['x-request-id']).toMatch(UUID);
        expect(own.headers['x-request-id']).not.toBe(id);
      } finally {
        elsewhere.close();
      }
    },
  );

  it('has no errors that anybody can make, nor what was sent for them', async () => {
    const secret = 'short-key-1';
    const port = server.port;
    const send = (method: string, target: string, body = '', headers: Record<string, string> = {}) =>
      new Promise<number>((resolve, reject) => {
        http
          .request({ host: '127.0.0.1', port, method, path: target, headers, agent: false }, (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
          })
          .on('error', reject)
          .end(body);
      });
    const json = { 'Content-Type': 'application/json' };
    const statuses = [
      await send('POST', '/admin/login', `{"apiKey":${secret}}`, json),
      await send('POST', '/admin/login', `"${secret}"`, json),
      await send('POST', '/admin/login', `{"__proto__":{"password":"${secret}"}}`, json),
      await send('POST', '/admin/login', '{}', { ...json, 'Content-Encoding': secret }),
      await send('POST', '/admin/login', '{}', { 'Content-Type': `application/json; charset=${secret}` }),
      await send('GET', '/uploads/%00'),
      await send('GET', '/%E0%'),
      await send('GET', '/../x'),
    ];
    await lineOf(await get('/api/blog'));
    const lines = server.written.output.split('\n').filter(Boolean);
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
    expect(lines.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
    expect(server.written.output + server.written.errors).not.toContain(secret);
  });

  it('has no preview token in it, whether it opens a draft or not', async () => {
    const bad = `${token.slice(0, -1)}~`;
    const opening = `/api/blog?apiKey=${website.key}&slug=post&preview=`;
    const answers = [
      await get(opening + token, { 'X-Request-Id': token }),
      await get(opening + bad, { 'X-Request-Id': bad }),
      await get(`${opening}${token}&preview=${token}`),
      await get(`/api/blog?apiKey=${website.key}&slug=post&preview[${token}]=a`),
      await get(`/api/pseo-pages?apiKey=${website.key}&preview=${token}`),
      await get(`/api/taxonomies?apiKey=${website.key}&preview=${token}`),
      await get(`/api/blog/${token}`, { Referer: `https://example.com/?token=${token}` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 400, 400, 200, 404]);
    expect(await lineOf(answers[0] as WireAnswer)).toMatchObject({ cache: 'none', route: '/api/blog' });
    for (const answer of answers) await lineOf(answer);
    const { output, errors } = server.written;
    // Neither the token nor the part of it that says what it opens.
    expect(output + errors).not.toContain(token.slice(0, 40));
    expect(JSON.stringify(answers.map(({ headers }) => headers))).not.toContain(token.slice(0, 40));
  });

  it('is JSON from the first line to the last, and has no key in it, wherever in a request it stood', async () => {
    const { key } = website;
    for (const route of PATHS) {
      for (const query of [
        `apiKey=${key}`,
        `apiKey=${key}&apiKey=${key}`,
        `apiKey[]=${key}`,
        `apiKey[${key}]=a`,
        `apiKey=${key}x`,
        `apiKey=${key}&slug=${key}&campaignId=${key}`,
      ]) {
        await get(`${route}?${query}`, { 'X-Request-Id': key });
      }
      await connection.send('POST', `${route}?apiKey=${key}`);
      await get(`${route}/${key}`);
    }
    const encoded = Array.from(key, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    const said: string[] = [];
    const ask = async (...request: Parameters<Connection['send']>): Promise<void> => {
      const { text, headers } = await connection.send(...request);
      said.push(text, JSON.stringify(headers));
    };
    for (const form of [key, encoded, `${key}%00`, `%E0%${key}`, `apiKey=${key}`, `&apiKey=${key}`]) {
      for (const place of ['', '/', '/api/', '/api/blog', '/admin/', '/uploads/', '/upload/files/', '/..']) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          await ask(method, `/${place}${form}`, {
            'X-Request-Id': key,
            Referer: `https://example.com/${form}`,
          });
        }
      }
    }
    for (const target of ['/api/blog', '/admin/init', '/content-manager/init', '/uploads/none.png']) {
      await ask('GET', target, { Authorization: `Bearer ${key}` });
      await ask('GET', target, { Cookie: `koa.sess=${key}; jwtToken=${key}` });
      for (const name of [
        'X-API-Key',
        'Origin',
        'X-Forwarded-For',
        'X-Forwarded-Host',
        'Content-Type',
        'Range',
      ]) {
        await ask('GET', target, { [name]: key });
      }
    }
    expect(said.filter((text) => text.includes(key) || text.includes(encoded))).toEqual([]);
    await lineOf(await get(`/api/${key}?apiKey=${key}`, { 'User-Agent': key, Referer: key }));
    const { output, errors } = server.written;
    for (const line of output.split('\n').filter(Boolean)) {
      expect(JSON.parse(line)).toMatchObject({
        time: expect.any(String) as string,
        level: expect.any(String) as string,
        message: expect.any(String) as string,
      });
    }
    for (const secret of [key, encoded, large.key]) expect(output + errors).not.toContain(secret);
  });
});

describe('the log of requests', () => {
  const lines: Line[] = [];
  let server: TestServer;
  let outage: Outage;
  let stop: () => Promise<void>;

  const start = async (environment: Record<string, string>): Promise<void> => {
    lines.length = 0;
    ({ server, outage, stop } = await startServerWithOutage(environment));
    const { log } = server.strapi;
    log.level = 'http';
    for (const transport of log.transports) transport.silent = true;
    log.on('data', (line: Line) => lines.push(line));
  };
  const get = (target: string) => request(server.strapi.server.httpServer).get(target);
  const told = () => lines.filter((line) => 'requestId' in line);

  it('leaves out what the fast lane answers, by default', async () => {
    await start({});
    try {
      const website = await contentOf(server.strapi).website();
      for (let n = 0; n < 5; n += 1) await get(posts(website)).expect(200);
      expect(told()).toHaveLength(1);
      expect((await get(posts(website))).headers).not.toHaveProperty('x-request-id');
      expect((await get('/_health')).status).toBe(204);
      expect((await get('/_ready')).status).toBe(200);
      expect(told()).toHaveLength(1);
    } finally {
      await stop();
    }
  });

  it('has no key in it while the database is out of reach, nor in the errors of that', async () => {
    await start({ DELIVERY_LOG_SAMPLE: '1' });
    try {
      const website = await contentOf(server.strapi).website();
      await portOf(server.strapi.server.httpServer);
      await get(posts(website)).expect(200);
      await outage.begin();
      await get(posts(website)).expect(200);
      await get(terms(website)).expect(503);
      await get(terms({ key: 'an-unknown-key-of-somebody' })).expect(503);
      await outage.end();
      expect(told().map(({ status, cache }) => [status, cache])).toEqual([
        [200, 'built'],
        [200, 'stale'],
        [503, 'none'],
        [503, 'none'],
      ]);
      const everything = JSON.stringify(lines.map((line) => [line['message'], line['stack'], line]));
      expect(everything).not.toContain(website.key);
      expect(everything).not.toContain('an-unknown-key-of-somebody');
    } finally {
      await stop();
    }
  });

  it('has a line for whoever is over a limit in the fast lane too, under the id that he is told', async () => {
    await start({ DELIVERY_LOG_SAMPLE: '1', RATE_LIMIT_WEBSITE: '1', TRUSTED_PROXIES: '127.0.0.1' });
    try {
      const website = await contentOf(server.strapi).website();
      const ids: unknown[] = [];
      // Strapi meets the key first, and the fast lane refuses what it knows then.
      for (const target of [posts(website), posts(website), terms(website)]) {
        ids.push((await get(target)).headers['x-request-id']);
      }
      expect(told()).toMatchObject(
        [200, 429, 429].map((status, n) => ({
          method: 'GET',
          website: website.documentId,
          status,
          requestId: ids[n],
        })),
      );
      expect(told().map(({ route }) => route)).toEqual(['/api/blog', '/api/blog', '/api/taxonomies']);
      for (const id of ids) expect(id).toMatch(UUID);
      const id = randomUUID();
      expect((await get(posts(website)).set('X-Request-Id', id)).headers['x-request-id']).toBe(id);
      expect(told().at(-1)).toMatchObject({ status: 429, requestId: id, cache: 'none' });
    } finally {
      await stop();
    }
  });
});
