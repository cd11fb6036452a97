import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { contentOf, type Content, type TestWebsite } from '../fixtures/content';
import { createSuperAdmin } from '../support/admin-users';
import { carriedOver } from '../support/carried-over';
import { connectTo, type Connection } from '../support/connections';
import type { TestDatabase } from '../support/databases';
import { fetchInTime } from '../support/fetch-in-time';
import { inTime } from '../support/in-time';
import { freePort } from '../support/instances/free-port';
import { startNginx, type Nginx } from '../support/instances/nginx';
import { panelAt } from '../support/panel-at';
import { PATHS } from '../support/requests';
import { remoteStrapi } from '../support/remote-strapi';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { openSlowly, textOf } from '../support/slow-reader';
import { startServer } from '../support/strapi';
import { until } from '../support/until';
import { targets } from '../support/warmed';

const { posts, post } = targets;

/** Together more than the buffers of a connection and of nginx in memory hold. */
const POSTS = 12;
const LONG_TEXT = 'x'.repeat(1024 * 1024);

describe('the configuration of nginx', () => {
  let database: TestDatabase;
  let website: TestWebsite;
  let large: TestWebsite;
  const stops: (() => Promise<unknown> | void)[] = [];

  beforeAll(async () => {
    const preparing = await startServer();
    const content = contentOf(preparing.strapi);
    website = await content.website();
    large = await content.website();
    await content.post(website.documentId, { slug: 'post', title: 'n0', content: 'text '.repeat(400) });
    for (let n = 0; n < POSTS; n += 1) {
      await carriedOver(() => content.post(large.documentId, { metaDescription: LONG_TEXT }));
    }
    await preparing.stopAndKeepDatabase();
    database = preparing.database;
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  afterAll(() => database?.drop());

  /** A server behind nginx, and a connection to that. */
  const start = async (
    environment: Record<string, string> = {},
    options: readonly string[] = [],
  ): Promise<{ server: ServerProcess; nginx: Nginx; connection: Connection; content: Content }> => {
    const server = await startServerProcess({
      environment: { TRUSTED_PROXIES: '127.0.0.1', ...environment },
      keepsOutput: true,
    });
    stops.push(server.stop);
    const nginx = await startNginx({ instances: [server.port], options });
    stops.push(nginx.stop);
    const connection = connectTo(nginx.port);
    stops.push(connection.close);
    return { server, nginx, connection, content: contentOf(remoteStrapi(server)) };
  };

  /** As somebody else than nginx: with an address of the loopback's own. */
  const statusFrom = (
    localAddress: string,
    port: number,
    target: string,
    headers: Record<string, string> = {},
  ): Promise<number> =>
    inTime(
      `the answer to ${target}`,
      new Promise((resolve, reject) => {
        http
          .get({ host: '127.0.0.1', port, path: target, localAddress, agent: false, headers }, (incoming) => {
            incoming.resume();
            resolve(incoming.statusCode ?? 0);
          })
          .on('error', reject);
      }),
    );

  it('hands on answers as they are: bytes, compression, tags and 304s', async () => {
    const { server, connection } = await start();
    const direct = connectTo(server.port);
    stops.push(direct.close);
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'Accept-Encoding': encoding };
      const [behind, itself] = [
        await connection.send('GET', post(website, 'post'), headers),
        await direct.send('GET', post(website, 'post'), headers),
      ];
      expect(behind.status).toBe(200);
      expect(behind.bytes.equals(itself.bytes)).toBe(true);
      for (const name of ['etag', 'cache-control', 'content-encoding', 'content-length', 'vary'] as const) {
        expect({ name, value: behind.headers[name] }).toEqual({ name, value: itself.headers[name] });
      }
      const again = await connection.send('GET', post(website, 'post'), {
        ...headers,
        'If-None-Match': behind.headers.etag ?? '',
      });
      expect({ status: again.status, length: again.bytes.length }).toEqual({ status: 304, length: 0 });
    }
  });

  it('writes no API key and no preview token anywhere, wherever it stands, not even when the server is away', async () => {
    const { server, nginx, connection } = await start({
      DELIVERY_LOG_SAMPLE: '1',
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'debug',
    });
    const { key } = website;
    const encoded = Array.from(key, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    const token = 'cdp_of.a-draft';
    const asked: [target: string, path: string][] = [[post(website, 'post'), '/api/blog']];
    for (const secret of [key, encoded, token, 'cdk_made_here']) {
      asked.push(
        [`/${secret}`, '-'],
        [`/${secret}/api/blog`, '-'],
        [`/x;apiKey=${secret}`, '-'],
        [`/api/blog/${secret}`, '/api/...'],
        [`/api/blog%3FapiKey=${secret}`, '/api/...'],
        [`/api/blog&apiKey=${secret}`, '/api/...'],
        [`/API/apiKey=${secret}`, '/API/...'],
        [`//api//${secret}`, '/api/...'],
        [`/uploads/${secret}.png`, '/uploads/...'],
        [`/admin/${secret}`, '/admin/...'],
        [`/${secret}/../api/blog?apiKey=${secret}`, '/api/blog'],
      );
    }
    const headers = { 'X-Request-Id': key, Referer: `https://example.com/${key}`, 'User-Agent': key };
    for (const [target] of asked) await connection.send('GET', target, headers);
    server.signal('SIGKILL');
    await server.ended;
    expect((await connection.send('GET', posts(website), headers)).status).toBe(502);
    const logged = await nginx.requests(asked.length + 1);
    expect(logged.map(({ path }) => path)).toEqual([...asked.map(([, path]) => path), '/api/blog']);
    const instance = `127.0.0.1:${server.port}`;
    expect(logged[0]).toMatchObject({ status: '200', instance, instanceStatus: '200' });
    expect(logged.at(-1)).toMatchObject({
      status: '502',
      instance: `${instance}, ${instance}`,
      instanceStatus: '502, 502',
    });
    for (const written of [await nginx.written(), server.written.output, server.written.errors]) {
      for (const secret of [key, encoded, token, 'cdk_made']) expect(written).not.toContain(secret);
    }
  });

  it('writes no API key when it has no connection left for a request either', async () => {
    const silent = net.createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    stops.push(() => void silent.close());
    const nginx = await startNginx({ instances: [(silent.address() as AddressInfo).port], connections: 13 });
    stops.push(nginx.stop);
    const callers: net.Socket[] = [];
    stops.push(() => callers.forEach((caller) => caller.destroy()));
    const ask = (): void => {
      const caller = net.connect(nginx.port, '127.0.0.1').on('error', () => undefined);
      callers.push(caller);
      caller.write(`GET ${post(website, 'post')} HTTP/1.1\r\nHost: test\r\n\r\n`);
    };
    const refused = await until('a request for which there is none', async () => {
      ask();
      return (await nginx.requests()).find(({ status }) => status === '500');
    });
    expect(refused).toMatchObject({ path: '/api/blog', instance: '' });
    expect(await nginx.written()).not.toContain(website.key);
  });

  it('logs the paths that are known to all, as they are', async () => {
    const { nginx, connection } = await start();
    const known = [...PATHS, '/api/openapi.json', '/_health', '/_ready', '/_metrics', '/', '/admin/login'];
    for (const path of known) await connection.send('GET', `${path}?apiKey=${website.key}`);
    expect((await nginx.requests(known.length)).map(({ path }) => path)).toEqual(known);
  });

  it('gives each request an id, in both logs and in the answer, whatever the caller says', async () => {
    const { server, nginx, connection } = await start({ LOG_FORMAT: 'json', LOG_LEVEL: 'http' });
    const ids = ['trace-1', website.key, 'cdk_secret', '4bf92f3577b34da6a3ce929d0e0e4736', ''];
    for (const id of ids) {
      const { headers } = await connection.send('GET', post(website, 'none'), { 'X-Request-Id': id });
      const given = String(headers['x-request-id']);
      expect(given).toMatch(/^[0-9a-f]{32}$/);
      expect(ids).not.toContain(given);
      for (const log of [nginx.written, () => server.written.output]) {
        await until(`a line about ${given}`, async () => (await log()).includes(given));
      }
    }
    // Neither of the server's fast lane nor of its own.
    for (const target of [post(website, 'post'), post(website, 'post'), '/_metrics']) {
      expect((await connection.send('GET', target)).headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it('says from which address a request comes; what callers say of it counts for nothing', async () => {
    const { nginx } = await start({ RATE_LIMIT_ADDRESS: '3' });
    const ask = (address: string, n: number) =>
      statusFrom(address, nginx.port, post(website, 'post'), { 'X-Forwarded-For': `203.0.113.${n}` });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push(await ask('127.0.0.2', n));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await ask('127.0.0.3', 1)).toBe(200);
  });

  it('keeps metrics closed, however they are written', async () => {
    const { server, connection } = await start({ METRICS_TOKEN: 'a-token-of-the-tests' });
    const headers = { Authorization: 'Bearer a-token-of-the-tests' };
    const direct = connectTo(server.port);
    stops.push(direct.close);
    expect((await direct.send('GET', '/_metrics', headers)).status).toBe(200);
    for (const target of [
      '/_metrics',
      '/_metrics?x',
      '//_metrics',
      '/./_metrics',
      '/%5Fmetrics',
      '/_metrics/',
      '/_METRICS',
    ]) {
      const { status, text } = await connection.send('GET', target, headers);
      expect({ target, status }).toEqual({ target, status: 404 });
      expect(text).not.toContain('content_delivery_');
    }
    expect((await connection.send('GET', '/_ready')).status).toBe(200);
  });

  it('lets files through that the server takes, and refuses larger ones before they are sent', async () => {
    const { server, nginx } = await start();
    const user = await createSuperAdmin(remoteStrapi(server));
    const { token } = await panelAt(nginx.port).signIn(user);
    const form = new FormData();
    form.set(
      'files',
      new Blob([Buffer.alloc(3 * 1024 * 1024, 'text ')], { type: 'text/plain' }),
      'large.txt',
    );
    const headers = { Authorization: `Bearer ${token}` };
    const uploaded = await fetchInTime(`http://127.0.0.1:${nginx.port}/upload`, {
      method: 'POST',
      body: form,
      headers,
    });
    expect(uploaded.status).toBe(201);
    const [{ id, url } = { id: 0, url: '' }] = (await uploaded.json()) as { id: number; url: string }[];
    expect((await fetchInTime(`http://127.0.0.1:${nginx.port}${url}`)).status).toBe(200);
    expect((await panelAt(nginx.port).send('DELETE', `/upload/files/${id}`, { token })).status).toBe(200);

    const refused = new Promise<number>((resolve, reject) => {
      const outgoing = http.request(
        {
          host: '127.0.0.1',
          port: nginx.port,
          path: '/upload',
          method: 'POST',
          headers: { ...headers, 'Content-Length': 300 * 1024 * 1024 },
        },
        (incoming) => {
          resolve(incoming.statusCode ?? 0);
          outgoing.destroy();
        },
      );
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
    expect(await inTime('a refusal', refused)).toBe(413);
  });

  it('takes a long list from the server at once, however slowly it is read', async () => {
    const { server, nginx, connection } = await start({ DELIVERY_CACHE_MB: '1', SHUTDOWN_SECONDS: '60' });
    const whole = (await connection.send('GET', posts(large))).text;
    expect(whole.length).toBeGreaterThan(POSTS * LONG_TEXT.length);
    const reading = await openSlowly(nginx.port, posts(large));
    server.signal('SIGTERM');
    // It has nothing left to wait for, though nobody has read any of it.
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.written.output).not.toContain('cut');
    expect((await textOf(reading)) === whole).toBe(true);
  });

  it('closes the admin panel to addresses that are not listed, and nothing else, by its option "panel"', async () => {
    const { connection } = await start({}, ['panel']);
    for (const target of [
      '/admin',
      '/admin/init',
      '/content-manager/init',
      '/upload/files',
      '/',
      '/api/../admin/init',
    ]) {
      expect({ target, status: (await connection.send('GET', target)).status }).toEqual({
        target,
        status: 403,
      });
    }
    expect((await connection.send('GET', post(website, 'post'))).status).toBe(200);
    expect((await connection.send('GET', '/uploads/none.png')).status).toBe(404);
    expect((await connection.send('GET', '/_health')).status).toBe(204);
    expect((await connection.send('GET', '/_ready')).status).toBe(200);
  });

  it('sends who comes without TLS on to it, by its option "tls", and logs no key', async () => {
    const { nginx } = await start({}, ['tls']);
    const plain = connectTo(nginx.plainPort);
    stops.push(plain.close);
    const target = post(website, 'post');
    const { status, headers } = await plain.send('GET', target);
    expect({ status, location: headers.location }).toEqual({
      status: 301,
      location: `https://127.0.0.1${target}`,
    });
    expect((await plain.send('GET', target, { Host: 'not..valid' })).status).toBe(400);
    expect(await nginx.written()).not.toContain(website.key);
  });

  it('answers what a certificate authority asks for, before there is TLS and after', async () => {
    const ACME = '/.well-known/acme-challenge/token';
    const before = await start();
    expect(await before.connection.send('GET', ACME)).toMatchObject({
      status: 200,
      text: 'what the authority asks for',
    });
    const { nginx } = await start({}, ['tls']);
    const plain = connectTo(nginx.plainPort);
    stops.push(plain.close);
    expect((await plain.send('GET', ACME)).text).toBe('what the authority asks for');
    expect((await plain.send('GET', '/.well-known/acme-challenge/other')).status).toBe(404);
  });

  describe('with its option "cache"', () => {
    const ask = async (connection: Connection, headers: Record<string, string> = {}) => {
      const { status, headers: answered } = await connection.send('GET', post(website, 'post'), headers);
      return { status, etag: answered.etag ?? '', cache: answered['x-cache-status'] };
    };

    it('keeps nothing as long as every request is to be asked for; readers lose their 304s', async () => {
      const { connection } = await start({}, ['cache']);
      const { etag } = await ask(connection);
      for (let n = 0; n < 3; n += 1) {
        expect(await ask(connection, { 'If-None-Match': etag })).toEqual({
          status: 200,
          etag,
          cache: 'MISS',
        });
      }
    });

    it('answers by itself for s-maxage, and then asks by the tag whether that is still so', async () => {
      const { connection } = await start(
        { DELIVERY_CACHE_CONTROL: 'public, max-age=0, s-maxage=6, must-revalidate' },
        ['cache'],
      );
      const { etag, cache } = await ask(connection);
      expect(cache).toBe('MISS');
      expect(await ask(connection)).toEqual({ status: 200, etag, cache: 'HIT' });
      expect(await ask(connection, { 'If-None-Match': etag })).toEqual({ status: 304, etag, cache: 'HIT' });
      const expired = async () => {
        const seen = await ask(connection);
        return seen.cache !== 'HIT' && seen;
      };
      expect(await until('an answer that is asked for', expired, { every: 50 })).toEqual({
        status: 200,
        etag,
        cache: 'REVALIDATED',
      });
    });
  });

  it('says 502 when nobody answers, and asks one that is back at once, though it was left out a moment ago', async () => {
    const port = await freePort();
    const nginx = await startNginx({ instances: [port, await freePort()] });
    stops.push(nginx.stop);
    const connection = connectTo(nginx.port);
    stops.push(connection.close);
    const ask = async (): Promise<number> => (await connection.send('GET', post(website, 'post'))).status;
    expect(await ask()).toBe(502);
    let isBack = false;
    const askUntilBack = async (): Promise<void> => {
      while (!isBack) await ask();
    };
    const asking = askUntilBack();
    const server = await startServerProcess({ port, keepsOutput: true }).finally(() => (isBack = true));
    stops.push(server.stop);
    await asking;
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) statuses.push(await ask());
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
  });
});
