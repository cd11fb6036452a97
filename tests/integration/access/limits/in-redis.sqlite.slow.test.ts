import { contentOf, unique, type Content } from '../../../fixtures/content';
import { connectTo, type Connection } from '../../../support/connections';
import { expectRefused, remainingOf } from '../../../support/limits';
import { openTestRedis, type TestRedis } from '../../../support/redis';
import { createRelay } from '../../../support/relay';
import { startServerProcess, type ServerProcess } from '../../../support/server-process';
import { startServer, type TestServer } from '../../../support/strapi';
import { expectExactly, targets, warmingRequestsTo, type WarmingRequests } from '../../../support/warmed';

const { posts, terms } = targets;
const QUOTA = 6;
const WRONG_KEYS = 3;
const LIMITS = { RATE_LIMIT_WEBSITE: String(QUOTA), RATE_LIMIT_WRONG_KEYS: String(WRONG_KEYS) };

describe('limits that are counted in Redis', () => {
  let redis: TestRedis;
  let server: TestServer;
  let content: Content;
  let api: WarmingRequests;

  const start = async (environment: Record<string, string>): Promise<void> => {
    server = await startServer({ ...LIMITS, ...redis.environment, ...environment });
    content = contentOf(server.strapi);
    api = await warmingRequestsTo(server);
  };
  const finish = async (): Promise<void> => {
    api.close();
    await server.stop();
  };
  const left = async (target: string) => remainingOf(await api.get(target), 'website');

  beforeAll(async () => {
    redis = await openTestRedis();
  });
  afterAll(() => redis.close());

  describe('by two instances', () => {
    let second: ServerProcess;
    let other: Connection;

    beforeAll(async () => {
      await start({});
      second = await startServerProcess();
      other = connectTo(second.port);
    });
    afterAll(async () => {
      other.close();
      await second.stop();
      await finish();
    });

    it('hold for both together', async () => {
      const website = await content.website();
      const remaining = [];
      for (let i = 0; i < QUOTA / 2; i += 1) {
        remaining.push(await left(terms(website)));
        remaining.push(remainingOf(await other.send('GET', terms(website)), 'website'));
      }
      expect(remaining).toEqual([5, 4, 3, 2, 1, 0]);
      expectRefused(await api.get(terms(website)), 'website', QUOTA);
      expectRefused(await other.send('GET', terms(website)), 'website', QUOTA);
      expect(await left(terms(await content.website()))).toBe(5);

      const counted = (await redis.counted())[`website:${website.documentId}`];
      expect(counted?.left).toBeGreaterThan(0);
      expect(counted?.left).toBeLessThanOrEqual(60_000);
    });

    it('hold for both together when many requests come at once', async () => {
      const website = await content.website();
      // Requests with a key that a process does not know yet can take it longer than it waits for Redis.
      for (const one of [api, other]) expect((await one.send('GET', terms(website))).status).toBe(200);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) => (i % 2 ? api : other).send('GET', terms(website))),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(QUOTA - 2);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - (QUOTA - 2));
    });

    it('hold for wrong keys from one address, and let valid ones pass', async () => {
      const wrong = (): string => posts({ key: unique('wrong') });
      expectExactly(await api.get(wrong()), 401);
      expectExactly(await other.send('GET', wrong()), 401);
      expectExactly(await api.get(wrong()), 401);
      expectRefused(await other.send('GET', wrong()), 'wrong-keys', WRONG_KEYS);
      expectRefused(await api.get(wrong()), 'wrong-keys', WRONG_KEYS);
      expectExactly(await other.send('GET', posts(await content.website())), []);
      expect(Object.keys(await redis.counted())).toContain('wrong-keys:127.0.0.1');
    });
  });

  describe('that is out of reach', () => {
    let relay: Awaited<ReturnType<typeof createRelay>>;
    let faults: jest.SpyInstance;
    let news: jest.SpyInstance;

    beforeEach(async () => {
      relay = await createRelay({ host: redis.host, port: redis.port });
      await start({ RATE_LIMIT_REDIS_URL: `redis://127.0.0.1:${relay.port}` });
      faults = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
      news = jest.spyOn(server.strapi.log, 'info').mockImplementation(() => server.strapi.log);
    });
    afterEach(async () => {
      await finish();
      await relay.begin();
      jest.restoreAllMocks();
    });

    /** Uses up what an instance allows by itself. */
    const expectOwnCount = async (): Promise<void> => {
      const website = await content.website();
      for (let i = 0; i < QUOTA; i += 1) expect(await left(terms(website))).toBe(QUOTA - 1 - i);
      expectRefused(await api.get(terms(website)), 'website', QUOTA);
      expect(await redis.counted()).not.toHaveProperty(`website:${website.documentId}`);
    };
    const newsArrive = () =>
      new Promise<void>((resolve) =>
        news.mockImplementation((message: string) => {
          if (/Redis is back/.test(message)) resolve();
          return server.strapi.log;
        }),
      );

    it('hold for each instance by itself, which is logged once; when it is back, for all again', async () => {
      const website = await content.website();
      expect(await left(terms(website))).toBe(5);
      expect((await redis.counted())[`website:${website.documentId}`]?.count).toBe(1);

      await relay.begin();
      await expectOwnCount();
      await expectOwnCount();
      expect(faults.mock.calls).toEqual([
        [expect.stringMatching(/^Redis is out of reach \(.+\)\. Until it is back, each instance counts/)],
      ]);

      const back = newsArrive();
      await relay.end();
      await back;
      expect(await left(terms(website))).toBe(4);
      expect((await redis.counted())[`website:${website.documentId}`]?.count).toBe(2);
      expect(faults).toHaveBeenCalledTimes(1);
    });
  });

  it('do not keep a server from starting without Redis', async () => {
    const nobody = await createRelay({ port: 1 });
    await nobody.begin();
    await start({ RATE_LIMIT_REDIS_URL: `redis://user:secret@127.0.0.1:${nobody.port}` });
    const faults = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    try {
      const website = await content.website();
      for (let i = 0; i < QUOTA; i += 1) expect(await left(terms(website))).toBe(QUOTA - 1 - i);
      expectRefused(await api.get(terms(website)), 'website', QUOTA);
      expect(faults.mock.calls).toEqual([[expect.stringContaining('ECONNREFUSED')]]);
      expect(String(faults.mock.calls)).not.toContain('secret');
    } finally {
      jest.restoreAllMocks();
      await finish();
    }
  });
});
