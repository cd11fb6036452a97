import http from 'node:http';
import net from 'node:net';
import { contentOf, UID, type TestWebsite } from '../../fixtures/content';
import { carriedOver } from '../../support/carried-over';
import { connectTo, type WireAnswer } from '../../support/connections';
import type { TestDatabase } from '../../support/databases';
import { createSuperAdmin } from '../../support/admin-users';
import { startMailServer } from '../../support/mail-server';
import { inTime } from '../../support/in-time';
import { startServerProcess, type ServerProcess } from '../../support/server-process';
import { openSlowly, textOf } from '../../support/slow-reader';
import { startServer } from '../../support/strapi';
import { until } from '../../support/until';
import { targets } from '../../support/warmed';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';

const { posts, post, links, pages, terms } = targets;

/** Together more than the buffers of both sides of a connection hold. */
const POSTS = 24;
const LONG_TEXT = 'x'.repeat(1024 * 1024);

describe('a server that is told to end by SIGTERM', () => {
  let database: TestDatabase;
  let website: TestWebsite;
  let large: TestWebsite;
  let receiver: WebhookReceiver;
  let user: { email: string };
  const running: ServerProcess[] = [];

  beforeAll(async () => {
    const preparing = await startServer();
    const content = contentOf(preparing.strapi);
    website = await content.website();
    large = await content.website();
    await content.post(website.documentId, { slug: 'post' });
    for (let n = 0; n < POSTS; n += 1) {
      await carriedOver(() => content.post(large.documentId, { metaDescription: LONG_TEXT }));
    }
    user = await createSuperAdmin(preparing.strapi);
    receiver = await startWebhookReceiver(true);
    await receiver.register(preparing.strapi, ['entry.create']);
    await preparing.stopAndKeepDatabase();
    database = preparing.database;
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });
  afterAll(async () => {
    receiver.stop();
    await database.drop();
  });

  const start = async (environment: Record<string, string> = {}): Promise<ServerProcess> => {
    const server = await startServerProcess({
      environment: {
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
        LOG_LEVEL: 'info',
        DELIVERY_CACHE_MB: '1',
        SHUTDOWN_SECONDS: '60',
        ...environment,
      },
      keepsOutput: true,
    });
    running.push(server);
    return server;
  };

  /** Resolves when nobody can connect any more. */
  const refusal = (port: number): Promise<boolean> =>
    until(
      `nobody to listen on port ${port}`,
      () =>
        new Promise<boolean>((resolve) => {
          const socket = net.connect(port, '127.0.0.1', () => {
            socket.destroy();
            resolve(false);
          });
          socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
        }),
    );

  const get = async (port: number, target: string): Promise<WireAnswer> => {
    const connection = connectTo(port);
    const answer = await connection.send('GET', target);
    connection.close();
    return answer;
  };

  it('sends a list to its end, however slowly somebody reads it, and ends with code 0', async () => {
    const server = await start();
    const whole = (await get(server.port, posts(large))).text;
    expect(whole.length).toBeGreaterThan(POSTS * LONG_TEXT.length);
    const reading = await openSlowly(server.port, posts(large));
    server.signal('SIGTERM');
    await refusal(server.port);
    expect((await textOf(reading)) === whole).toBe(true);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.written.output).toContain('Every request has been answered.');
  });

  it.each(['made for it', 'kept'])(
    'sends an answer that is %s to its end, though it was handed over before the signal',
    async (which) => {
      const server = await start({ DELIVERY_CACHE_MB: '256' });
      await get(server.port, post(website, 'post'));
      const whole = which === 'kept' ? (await get(server.port, posts(large))).text.length : null;
      // A connection without a request, which shows when the server begins to close those.
      const idle = net.connect(server.port, '127.0.0.1');
      const closed = new Promise((resolve) => idle.once('close', resolve));
      idle.write('GET /_health HTTP/1.1\r\nHost: test\r\n\r\n');
      await new Promise((resolve) => idle.once('data', resolve));
      const reading = await openSlowly(server.port, posts(large));
      server.signal('SIGTERM');
      await closed;
      const { length } = await textOf(reading);
      expect(length).toBe(whole ?? Number(reading.headers['content-length']));
      expect(length).toBeGreaterThan(POSTS * LONG_TEXT.length);
      expect(await server.ended).toEqual({ code: 0, signal: null });
      expect(server.written.output).toContain('Every request has been answered.');
    },
  );

  it.each([
    { callers: 'keep their connections', keepAlive: true, delay: '0' },
    { callers: 'keep their connections', keepAlive: true, delay: '1' },
    { callers: 'make a new one for each request', keepAlive: false, delay: '0' },
    { callers: 'make a new one for each request', keepAlive: false, delay: '1' },
  ])(
    'answers every request that has reached it, and closes each connection after its answer: callers $callers, a delay of $delay s',
    async ({ keepAlive, delay }) => {
      const server = await start({ SHUTDOWN_DELAY_SECONDS: delay });
      const asked = [
        posts(website),
        post(website, 'post'),
        post(website, 'none'),
        links(website),
        pages(website),
        terms(website),
        terms({ key: 'unknown' }),
        '/_health',
        '/admin/init',
      ];
      const failures: string[] = [];
      const last: (string | undefined)[] = [];
      let answered = 0;
      let isEnding = false;

      /** Asks one thing after the other, until nobody listens any more. */
      const work = async (first: number): Promise<void> => {
        const agent = new http.Agent({ keepAlive, maxSockets: 1 });
        for (let turn = first; ; turn += 1) {
          const target = asked[turn % asked.length] ?? '';
          const isAskedLate = isEnding;
          const outcome = await new Promise<{ connection: string | undefined } | { code: string }>(
            (resolve) => {
              http
                .get({ host: '127.0.0.1', port: server.port, path: target, agent }, (incoming) => {
                  incoming.resume();
                  incoming.on('error', () => resolve({ code: 'cut off' }));
                  incoming.on('end', () => resolve({ connection: incoming.headers.connection }));
                })
                .on('error', (error: NodeJS.ErrnoException) =>
                  resolve({ code: error.code ?? error.message }),
                );
            },
          );
          if ('code' in outcome) {
            if (outcome.code !== 'ECONNREFUSED') failures.push(`${target}: ${outcome.code}`);
            break;
          }
          answered += 1;
          last[first] = outcome.connection;
          if (outcome.connection === 'close') isEnding = true;
          else if (isAskedLate) failures.push(`${target}: the connection stays open`);
          if (answered === 1_000) server.signal('SIGTERM');
        }
        agent.destroy();
      };
      await Promise.all(Array.from({ length: 20 }, (_, n) => work(n)));

      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThanOrEqual(1_000);
      expect(last).toEqual(Array.from({ length: 20 }, () => 'close'));
      expect(await server.ended).toEqual({ code: 0, signal: null });
    },
  );

  it('says first that it is not ready any more, for as long as it is told to', async () => {
    // Longer than this test takes on any machine, and as short as can be.
    const server = await start({ SHUTDOWN_DELAY_SECONDS: '300', SHUTDOWN_SECONDS: '301' });
    const other = await start({ SHUTDOWN_DELAY_SECONDS: '1' });
    expect((await get(server.port, '/_ready')).status).toBe(200);
    server.signal('SIGTERM');
    const ready = await until('a server that is not ready', async () => {
      const answer = await get(server.port, '/_ready');
      return answer.status !== 200 && answer;
    });
    expect({ status: ready.status, body: JSON.parse(ready.text) as unknown }).toEqual({
      status: 503,
      body: { status: 'unavailable', reason: 'The server is shutting down.' },
    });
    // New connections, too.
    expect((await get(server.port, '/_health')).status).toBe(204);
    expect((await get(server.port, post(website, 'post'))).status).toBe(200);
    other.signal('SIGTERM');
    expect(await other.ended).toEqual({ code: 0, signal: null });
  });

  it('does not wait for connections on which nothing happens', async () => {
    // It would wait for an hour.
    const server = await start({ SHUTDOWN_SECONDS: '3600' });
    const connection = connectTo(server.port);
    expect((await connection.send('GET', posts(website))).status).toBe(200);
    const silent = net.connect(server.port, '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    server.signal('SIGTERM');
    expect(await inTime('its end', server.ended, { within: 60_000 })).toEqual({ code: 0, signal: null });
    connection.close();
    silent.destroy();
  });

  /** More than are called at a time. */
  const CALLS = 12;
  const callOften = async (server: ServerProcess): Promise<void> => {
    const data = (n: number) => ({ data: { name: `Account ${n}` } });
    await server.write(
      ...Array.from({ length: CALLS }, (_, n) => ({
        uid: UID.account,
        method: 'create' as const,
        parameters: data(n),
      })),
    );
  };

  it('says which calls of webhooks were lost, as nobody answered them in time', async () => {
    const server = await start({ SHUTDOWN_SECONDS: '2' });
    await callOften(server);
    server.signal('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(receiver.answered).toHaveLength(0);
    expect(server.written.output).toMatch(/warn.*Calls of webhooks that were lost after 2 seconds: \d+\./);
  });

  it('makes the calls of webhooks that wait', async () => {
    const server = await start();
    await callOften(server);
    server.signal('SIGTERM');
    let isOver = false;
    void server.ended.then(() => (isOver = true));
    await until(
      'a word of calls that are still to be made',
      () => isOver || server.written.output.includes('Calls of webhooks that are still to be made'),
    );
    receiver.release();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(receiver.answered).toHaveLength(CALLS);
    expect(server.written.output).not.toContain('lost');
  });

  it('sends the mail of a password that was just forgotten', async () => {
    const mailServer = await startMailServer();
    const server = await start({
      PUBLIC_URL: 'https://cms.example.com',
      MAIL_FROM: 'cms@example.com',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailServer.port),
      SMTP_TLS: 'none',
    });
    // On a connection that ends with it, so that the server waits for nothing else.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const options = {
        port: server.port,
        method: 'POST',
        path: '/admin/forgot-password',
        headers: { 'Content-Type': 'application/json' },
        agent: false,
      };
      http
        .request(options, (answer) => answer.resume().once('close', () => resolve(answer.statusCode)))
        .once('error', reject)
        .end(JSON.stringify({ email: user.email }));
    });
    server.signal('SIGTERM');
    expect([status, await server.ended]).toEqual([204, { code: 0, signal: null }]);
    expect(mailServer.mails.map(({ to }) => to)).toEqual([[user.email]]);
    await mailServer.close();
  });

  it('cuts what is not done in time, and says so', async () => {
    const server = await start({ SHUTDOWN_SECONDS: '2' });
    const reading = await openSlowly(server.port, posts(large));
    server.signal('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    await expect(textOf(reading)).rejects.toThrow(/aborted/);
    expect(server.written.output).toContain('Connections that were cut after 2 seconds: 1.');
  });
});
