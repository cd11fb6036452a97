import { randomUUID } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVarnish, type Varnish } from '../../bench/edge/varnish';
import { contentOf, UID, type Content, type TestWebsite } from '../fixtures/content';
import { closeServer, connectTo, portOf, type Connection, type WireAnswer } from '../support/connections';
import type { TestDatabase } from '../support/databases';
import { startInstances, type Instance } from '../support/instances';
import { remoteStrapi } from '../support/remote-strapi';
import { stop } from '../support/stop';
import { startServer } from '../support/strapi';
import { until } from '../support/until';
import { targets } from '../support/warmed';

const { posts, post } = targets;

const TARGET = 'plugin::content-delivery.purge-target';
/** How long what is written is read and written, while answers are held up on their way to Varnish. */
const SECONDS = Number(process.env['EDGE_SECONDS'] ?? 30);
/** Milliseconds after a commit from which on nothing older is shown: the second telling, and a busy machine. */
const DELAY = 16_000;
/** Milliseconds in which Varnish is told for the first time. */
const AT_FIRST = 10_000;
const FOLDER = path.resolve(__dirname, '..', '..', 'deploy', 'varnish');

/** The way from Varnish to a server, on which answers can be held up. */
const startHolding = async (target: number) => {
  let hold: (url: string) => Promise<unknown> = async () => undefined;
  let passed = 0;
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((request, response) => {
    const { method, url = '', headers } = request;
    const asked = http.request(
      { host: '127.0.0.1', port: target, method, path: url, headers, agent },
      (answer) => {
        passed += 1;
        void hold(url).then(() => {
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.pipe(response);
        });
      },
    );
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  return {
    port: await portOf(server),
    /** From here on. */
    holdWith(next: typeof hold): void {
      hold = next;
    },
    passed: () => passed,
    stop(): Promise<void> {
      agent.destroy();
      return closeServer(server);
    },
  };
};

/**
 * Two processes on one database, one of them behind Varnish with the configuration of `deploy/varnish`, and a purge target. That the test can
 * fail: without the second telling (`AGAIN_AFTER` of events/purges a day) the first test ends with the old title, without any the second one too.
 */
describe('Varnish in front of two instances', () => {
  let database: TestDatabase;
  let instances: Instance[] = [];
  let stopInstances = async (): Promise<void> => undefined;
  let varnish: Varnish;
  let holding: Awaited<ReturnType<typeof startHolding>>;
  let website: TestWebsite;
  let edge: Connection;
  let contents: Content[] = [];
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const preparing = await startServer();
    const content = contentOf(preparing.strapi);
    website = await content.website();
    for (const slug of ['one', 'two', 'three']) {
      ids[slug] = (await content.post(website.documentId, { slug, title: 'n0' })).documentId;
    }
    await preparing.stopAndKeepDatabase();
    database = preparing.database;
    ({ instances, stop: stopInstances } = await startInstances(2, {
      DELIVERY_CACHE_TAGS: 'xkey',
      PURGE_ALLOWED_NETWORKS: '127.0.0.1',
      TRUSTED_PROXIES: '127.0.0.1',
      // So that each answer has an id.
      DELIVERY_LOG_SAMPLE: '1',
    }));
    contents = instances.map(({ process }) => contentOf(remoteStrapi(process)));
    holding = await startHolding(instances[0]?.port ?? 0);
    varnish = await startVarnish({ folder: FOLDER, backend: holding.port });
    edge = connectTo(varnish.port);
    const [first] = contents;
    if (!first) throw new Error('There is no instance.');
    await first.create(TARGET, {
      website: website.documentId,
      kind: 'varnish',
      url: varnish.purgeUrl,
      sharedSeconds: 86_400,
    });
  });
  afterAll(async () => {
    edge?.close();
    await stop('Varnish', () => varnish?.stop());
    await holding?.stop();
    await stopInstances();
    await database?.drop();
  });

  const write = (by: number, slug: string, title: string): Promise<unknown> =>
    (contents[by % contents.length] as Content).update(UID.post, ids[slug] ?? '', { title }, 'published');
  const numberIn = ({ text }: WireAnswer): number => Number(/"title":"n(\d+)"/.exec(text)?.[1] ?? NaN);
  const read = (slug: string): Promise<WireAnswer> => edge.send('GET', post(website, slug));
  /** Varnish names the request that filled it as well. */
  const isHit = ({ headers }: WireAnswer): boolean => (headers['x-varnish'] ?? '').includes(' ');

  it('keeps answers, hands them on without what is meant for it, and takes purges at their place only', async () => {
    // Purges for what was written before may still be on their way.
    let kept = await read('one');
    await until('an answer that is kept', async () => {
      const passed = holding.passed();
      kept = await read('one');
      return isHit(kept) && holding.passed() === passed;
    });
    expect(kept.status).toBe(200);
    expect(kept.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      etag: expect.any(String) as string,
    });
    expect(kept.headers).not.toHaveProperty('xkey');
    const direct = connectTo(instances[1]?.port ?? 0);
    const original = await direct.send('GET', post(website, 'one'));
    direct.close();
    expect(original.headers['cache-control']).toBe('public, max-age=0, must-revalidate, s-maxage=86400');
    expect(kept.text).toBe(original.text);
    const etag = kept.headers.etag ?? '';
    const unmodified = await edge.send('GET', post(website, 'one'), { 'If-None-Match': etag });
    expect([unmodified.status, unmodified.text]).toEqual([304, '']);
    const tag = `w-${website.documentId}`;
    expect((await edge.send('PURGE', '/', { 'xkey-purge': tag })).status).toBe(405);
    expect(isHit(await read('one'))).toBe(true);
    // Previews, errors and other keys are their own.
    expect((await edge.send('GET', post(website, 'none'))).status).toBe(404);
    expect((await edge.send('GET', posts({ key: 'unknown' }))).status).toBe(401);
  });

  it('hands on a key in a header, and keeps nothing of what it opens', async () => {
    const bare = posts(website).replace(/\?.*$/, '');
    for (const [name, value] of [
      ['Authorization', `Bearer ${website.key}`],
      ['X-API-Key', website.key],
    ] as const) {
      for (let times = 0; times < 2; times += 1) {
        const answer = await edge.send('GET', bare, { [name]: value });
        expect([answer.status, isHit(answer)]).toEqual([200, false]);
      }
    }
    expect((await edge.send('GET', bare)).status).toBe(401);
  });

  it('takes no id of a request from a caller, and gives out none with what it keeps', async () => {
    const id = randomUUID();
    const { status, headers } = await edge.send('GET', post(website, 'none'), { 'X-Request-Id': id });
    expect({ status, id: headers['x-request-id'] }).toEqual({
      status: 404,
      id: expect.any(String) as string,
    });
    expect(headers['x-request-id']).not.toBe(id);
    const kept = await until('an answer that is kept', async () => {
      const answer = await edge.send('GET', posts(website));
      return isHit(answer) && answer;
    });
    expect(kept.headers).not.toHaveProperty('x-request-id');
  });

  it('is told once more of an answer that was on its way when it was told first', async () => {
    await write(1, 'one', 'n1');
    await until('n1', async () => numberIn(await read('one')) === 1, { within: AT_FIRST });
    // The same answer under an address that was not asked yet.
    const target = `${post(website, 'one')}&another=1`;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    holding.holdWith(async (url) => {
      if (!url.includes('another=1')) return;
      isHeld = true;
      await held;
    });
    const early = connectTo(varnish.port);
    const filling = early.send('GET', target);
    await until('a request that is held up', () => isHeld);
    await write(0, 'one', 'n2');
    await until('n2', async () => numberIn(await read('one')) === 2, { within: AT_FIRST });
    holding.holdWith(() => Promise.resolve());
    release();
    expect(numberIn(await filling)).toBe(1);
    early.close();
    await until('n2 there', async () => numberIn(await edge.send('GET', target)) === 2, { within: DELAY });
    await until('that it is kept', async () => isHit(await edge.send('GET', target)), { within: DELAY });
  });

  it('shows nothing older than what was there before the delay, to readers who remember', async () => {
    holding.holdWith(() => (Math.random() < 0.2 ? sleep(Math.random() * 1_500) : Promise.resolve()));
    const end = Date.now() + SECONDS * 1_000;
    const commits: { slug: string; number: number; at: number }[] = [];
    const problems: string[] = [];
    const figures = { reads: 0, hits: 0, late: 0 };

    const writer = async (slug: string, place: number): Promise<void> => {
      for (let number = 10; Date.now() < end; number += 1) {
        await write(place + number, slug, `n${number}`);
        commits.push({ slug, number, at: Date.now() });
        // Now and then nothing comes for long enough that only the second telling can help.
        await sleep(number % 10 === 0 ? 5_000 : Math.random() * 600);
      }
    };
    const committedBefore = (slug: string, moment: number): number =>
      Math.max(0, ...commits.flatMap((one) => (one.slug === slug && one.at <= moment ? [one.number] : [])));
    const reader = async (slug: string): Promise<void> => {
      const connection = connectTo(varnish.port);
      while (Date.now() < end + DELAY) {
        const sentAt = Date.now();
        const answer = await connection.send('GET', post(website, slug));
        const number = numberIn(answer);
        figures.reads += 1;
        if (isHit(answer)) figures.hits += 1;
        if (number < committedBefore(slug, sentAt)) figures.late += 1;
        const least = committedBefore(slug, sentAt - DELAY);
        if (!(number >= least)) problems.push(`${slug}: n${number} after n${least} had been told`);
        await sleep(5);
      }
      connection.close();
      const final = numberIn(await read(slug));
      const last = committedBefore(slug, Infinity);
      if (final !== last) problems.push(`${slug}: n${final} at the end, not n${last}`);
    };
    const slugs = ['one', 'two', 'three'];
    await Promise.all([...slugs.map(writer), ...slugs.flatMap((slug) => [reader(slug), reader(slug)])]);
    expect([...new Set(problems)]).toEqual([]);
    // The cache has done something, and so has the race.
    expect(figures.hits).toBeGreaterThan(figures.reads / 2);
    expect(figures.late).toBeGreaterThan(0);
    console.info(
      `${figures.reads} reads, ${figures.hits} of them kept, ${figures.late} late, ${commits.length} writes`,
    );
  });
});
