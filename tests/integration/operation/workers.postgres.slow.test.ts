import net from 'node:net';
import { text } from 'node:stream/consumers';
import { DELIVERY_PATHS } from '../../../src/plugins/content-delivery/contracts/delivery';
import { contentOf, UID, type TestWebsite } from '../../fixtures/content';
import { createSuperAdmin, type AdminUser } from '../../support/admin-users';
import { carriedOver } from '../../support/carried-over';
import { connectTo, targetOf, type WireAnswer } from '../../support/connections';
import type { TestDatabase } from '../../support/databases';
import { fetchInTime } from '../../support/fetch-in-time';
import { inTime } from '../../support/in-time';
import { freePort } from '../../support/instances/free-port';
import { panelAt } from '../../support/panel-at';
import { started } from '../../support/started';
import { startServer } from '../../support/strapi';
import { until } from '../../support/until';
import { targets } from '../../support/warmed';
import { startedBy } from '../../support/worker-processes';

const { post, posts } = targets;

const TOKEN = 'the-token-of-the-metrics';
const WRONG_KEYS = 20;
const SIGN_INS = 4;
const OF_WEBSITE = 300;
/** Together more than DELIVERY_CACHE_MB holds: the list is sent while it is read. */
const LONG_TEXT = 'x'.repeat(400_000);

describe('a server with delivery workers', () => {
  let database: TestDatabase;
  let website: TestWebsite;
  let large: TestWebsite;
  let limited: TestWebsite;
  let postId: string;
  let user: AdminUser;
  let alone: Record<string, object>;
  let port: number;
  let server: ReturnType<typeof started>;
  const connections: ReturnType<typeof connectTo>[] = [];

  const environment = () => ({
    ...database.environment,
    PORT: String(port),
    METRICS_TOKEN: TOKEN,
    RATE_LIMIT_WRONG_KEYS: String(WRONG_KEYS),
    RATE_LIMIT_SIGN_INS: String(SIGN_INS),
    RATE_LIMIT_WEBSITE: String(OF_WEBSITE),
    DELIVERY_CACHE_MB: '1',
  });

  beforeAll(async () => {
    const preparing = await startServer();
    database = preparing.database;
    const content = contentOf(preparing.strapi);
    website = await content.website();
    large = await content.website();
    limited = await content.website();
    postId = (await content.post(website.documentId, { slug: 'post', title: 'Before' })).documentId;
    await content.post(limited.documentId, { slug: 'post' });
    for (let n = 0; n < 5; n += 1) {
      await carriedOver(() => content.post(large.documentId, { metaDescription: LONG_TEXT }));
    }
    user = await createSuperAdmin(preparing.strapi);
    await preparing.stopAndKeepDatabase();

    port = await freePort();
    const single = started({ environment: environment() });
    try {
      await single.ready(port);
      alone = await everything();
    } finally {
      await single.stop();
    }
    server = started({ environment: { ...environment(), WORKERS: '2' } });
    await server.ready(port);
    await workersReady(2);
  });
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  const workersReady = (times: number) =>
    until(
      `workers to be ready ${times} times`,
      () => server.written.output.split('is ready.').length > times,
      { within: 90_000, seen: () => server.written.output },
    );

  /** Connections of their own: the workers get them in turn. */
  const connect = (count: number, from?: string) => {
    const made = Array.from({ length: count }, () => connectTo(port, from ? { localAddress: from } : {}));
    connections.push(...made);
    return made;
  };

  /** Answers to requests of every kind, without what differs each time. */
  const everything = async (): Promise<Record<string, object>> => {
    const [connection] = connect(1) as [ReturnType<typeof connectTo>];
    const answers: Record<string, object> = {};
    const note = async (
      method: string,
      target: string,
      headers: Record<string, string> = {},
      body?: string,
    ): Promise<WireAnswer> => {
      const given = body === undefined ? undefined : Buffer.from(body);
      const answer = await connection.send(method, target, headers, given);
      const told = Object.entries(answer.headers).filter(
        ([name]) => !['date', 'x-request-id', 'ratelimit', 'set-cookie'].includes(name),
      );
      answers[`${method} ${target.slice(0, 80)} ${Object.keys(headers).join()}`] = {
        status: answer.status,
        headers: Object.fromEntries(told),
        bytes: answer.bytes.toString('base64'),
      };
      return answer;
    };
    for (const path of Object.values(DELIVERY_PATHS)) {
      await note('GET', targetOf(path, { apiKey: website.key }));
      await note('HEAD', targetOf(path, { apiKey: website.key }));
      await note('GET', path);
      await note('GET', targetOf(path, { apiKey: 'unknown' }));
      await note('GET', targetOf(path, { apiKey: website.key, slug: 'unknown' }));
    }
    const { headers } = await note('GET', post(website, 'post'));
    await note('GET', post(website, 'post'), { 'If-None-Match': String(headers.etag) });
    await note('GET', post(website, 'post'), { 'Accept-Encoding': 'gzip' });
    await note('GET', post(website, 'post'), { 'X-API-Key': website.key });
    await note('GET', post(website, 'post').replace('/api/', '//API//'));
    await note('GET', posts(large));
    await note('GET', '/api/openapi.json');
    await note('POST', '/api/blog');
    await note('OPTIONS', '/api/blog', { Origin: 'https://example.com' });
    for (const path of ['/_health', '/_ready', '/_metrics', '/admin/init', '/nowhere', '/uploads/none.png'])
      await note('GET', path);
    await note('HEAD', '/admin/init');
    await note('GET', '/admin/users/me');
    await note('POST', '/admin/logout');
    await note('POST', '/admin/access-token', { 'Content-Type': 'application/json' }, '{}');
    await note('POST', '/admin/forgot-password', { 'Content-Type': 'application/json' }, '{"email":');
    await note('POST', '/content-manager/x', { 'Content-Type': 'application/json' }, `"${LONG_TEXT}"`);
    return answers;
  };

  const processes = (name: string): number[] => startedBy(server.child.pid, name);
  const kill = (name: string): void => {
    const [pid] = processes(name);
    if (pid === undefined) throw new Error(`There is no ${name}.`);
    process.kill(pid, 'SIGKILL');
  };

  /** Reads until it is stopped, each caller over a connection of its own. */
  const readers = (count: number) => {
    let isOver = false;
    const seen = { answers: 0, others: [] as number[], failures: 0 };
    const read = async (connection: ReturnType<typeof connectTo>): Promise<void> => {
      while (!isOver) {
        try {
          const { status } = await connection.send('GET', post(limited, 'post'));
          seen.answers += 1;
          if (status !== 200 && status !== 429) seen.others.push(status);
        } catch {
          seen.failures += 1;
        }
      }
    };
    const over = Promise.all(connect(count).map(read));
    return {
      seen,
      async stop() {
        isOver = true;
        await over;
        return seen;
      },
    };
  };

  const requestsCounted = async (): Promise<number> => {
    const response = await fetchInTime(`http://127.0.0.1:${port}/_metrics`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    const lines = (await response.text()).split('\n');
    const counted = lines.filter((line) =>
      line.startsWith('content_delivery_requests_total{route="/api/blog"'),
    );
    return counted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };

  it('answers every request with the bytes and headers of a server alone', async () => {
    const together = await everything();
    expect(Object.keys(together).length).toBeGreaterThan(50);
    expect(together).toEqual(alone);
  });

  it('has a change that the panel has saved in the next answer of each worker', async () => {
    const panel = panelAt(port);
    const { token } = await panel.signIn(user);
    const each = connect(4);
    for (let edit = 1; edit <= 25; edit += 1) {
      const path = `/content-manager/collection-types/${UID.post}/${postId}/actions/publish`;
      const { status } = await panel.send('POST', path, { token, body: { title: `Edit ${edit}` } });
      expect(status).toBe(200);
      const answers = await Promise.all(each.map((one) => one.send('GET', post(website, 'post'))));
      const titles = answers.map(({ text }) => (JSON.parse(text) as { title: string }).title);
      expect(titles).toEqual(each.map(() => `Edit ${edit}`));
    }
    const path = '/content-delivery/websites';
    const { data } = await panel.send('GET', path, { token });
    const keys = data as { documentId: string; keys: { current: { id: string } } }[];
    const found = keys.find(({ documentId }) => documentId === website.documentId);
    const rotated = await panel.send('POST', `${path}/${website.documentId}/api-key/rotate`, {
      token,
      body: { currentKey: found?.keys.current.id, oldKeyWorksFor: 'none' },
    });
    expect(rotated.status).toBe(200);
    const answers = await Promise.all(each.map((one) => one.send('GET', post(website, 'post'))));
    expect(answers.map(({ status }) => status)).toEqual(each.map(() => 401));
  });

  it('counts requests for limits once, whichever worker gets them, and whatever address they claim', async () => {
    const statuses = async (
      from: string,
      count: number,
      send: (one: ReturnType<typeof connectTo>, n: number) => Promise<WireAnswer>,
    ) => {
      const each = connect(6, from);
      const answers = await Promise.all(
        Array.from({ length: count }, (_, n) => send(each[n % each.length] as (typeof each)[0], n)),
      );
      return answers.map(({ status }) => status);
    };
    const ofWebsite = await statuses('127.0.0.1', OF_WEBSITE + 40, (one) =>
      one.send('GET', post(limited, 'post')),
    );
    expect(ofWebsite.filter((status) => status === 200)).toHaveLength(OF_WEBSITE);
    const wrong = await statuses('127.0.0.3', WRONG_KEYS + 20, (one) =>
      one.send('GET', targetOf(DELIVERY_PATHS.blog, { apiKey: 'unknown' })),
    );
    expect(wrong.filter((status) => status === 401)).toHaveLength(WRONG_KEYS);
    const signIns = await statuses('127.0.0.4', SIGN_INS + 4, (one, n) =>
      one.send(
        'POST',
        '/admin/login',
        { 'Content-Type': 'application/json', 'X-Content-Delivery-Peer': `10.0.0.${n}` },
        Buffer.from(JSON.stringify({ email: `nobody-${n}@example.com`, password: 'x' })),
      ),
    );
    expect(signIns.filter((status) => status === 400)).toHaveLength(SIGN_INS);
  });

  it('answers clients that write what Node would not', async () => {
    const before = processes('worker');
    const raw = (message: string): Promise<string> => {
      const socket = net.connect(port, '127.0.0.1');
      socket.write(message);
      return inTime('an answer', text(socket));
    };
    for (const target of ['/admin', '/api/nothing', '/api/blog']) {
      const answer = await raw(
        `GET ${target} HTTP/1.1\r\nHost: x\r\nTrailer: a\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 (200|302|40[14]) /);
    }
    expect(await raw('GET /_health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 204 /);
    expect(processes('worker')).toEqual(before);
  });

  it('loses no more with a worker than what that was answering, and starts another one', async () => {
    const before = await requestsCounted();
    const reading = readers(8);
    await until('some answers', () => reading.seen.answers > 100);
    kill('worker');
    await workersReady(3);
    const { failures, others } = await reading.stop();
    expect(others).toEqual([]);
    expect(failures).toBeLessThanOrEqual(8);
    expect(processes('worker')).toHaveLength(2);
    expect(await requestsCounted()).toBeGreaterThan(before);
  });

  it('lets connections wait while there is no worker at all, and forgets nothing that was counted', async () => {
    const counted = await requestsCounted();
    for (const pid of processes('worker')) process.kill(pid, 'SIGKILL');
    await until('both to be gone', () => server.written.output.split('has ended (SIGKILL)').length > 3);
    const [one] = connect(1) as [ReturnType<typeof connectTo>];
    expect((await one.send('GET', post(limited, 'post'))).status).toBeLessThan(500);
    await workersReady(5);
    expect(await requestsCounted()).toBeGreaterThanOrEqual(counted);
  });

  it('goes on to deliver while the server behind the workers is started again', async () => {
    const counted = await requestsCounted();
    const [one] = connect(1) as [ReturnType<typeof connectTo>];
    kill('server');
    const refused = await until('a request that is refused', async () => {
      const answer = await one.send('GET', '/admin/init');
      return answer.status === 503 && answer;
    });
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.text).toContain('The server is being started again.');
    expect((await one.send('GET', posts(limited))).status).toBeLessThan(500);
    await until('the server', async () => (await one.send('GET', '/admin/init')).status === 200, {
      within: 90_000,
      every: 100,
    });
    expect(await requestsCounted()).toBeGreaterThanOrEqual(counted);
  });

  it('answers all that has come when SIGTERM ends it, and leaves no process', async () => {
    const reading = readers(8);
    await until('some answers', () => reading.seen.answers > 100);
    const left = [...processes('worker'), ...processes('server')];
    expect(left).toHaveLength(3);
    server.child.kill('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    const { others } = await reading.stop();
    expect(others).toEqual([]);
    expect(server.written.output.split('Every request has been answered.')).toHaveLength(4);
    for (const pid of left) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
