import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Policy } from '../../../../src/plugins/content-delivery/server/src/access/limits/counter';
import type { Count } from '../../../../src/plugins/content-delivery/server/src/platform/processes/questions';
import { createRedisCounters } from '../../../../src/plugins/content-delivery/server/src/access/limits/redis';
import { openTestRedis, type TestRedis } from '../../../support/redis';
import { createRelay } from '../../../support/relay';

const QUOTA = 1_000_000;
const POLICY: Policy = { name: 'website', quota: QUOTA, window: 60, headers: 'always' };
/** What is counted without Redis. */
const ALONE: Count = { isExceeded: false, remaining: -1, resetsIn: 0 };

describe('a Redis that takes connections and says nothing', () => {
  let redis: TestRedis;
  let relay: Awaited<ReturnType<typeof createRelay>>;
  let counters: ReturnType<typeof createRedisCounters>;
  let count: (whose: string) => Promise<Count>;
  let faults: string[];
  let isBack: Promise<void>;

  beforeAll(async () => {
    redis = await openTestRedis();
  });
  afterAll(() => redis.close());

  beforeEach(async () => {
    relay = await createRelay({ host: redis.host, port: redis.port });
    faults = [];
    const settings = {
      url: `redis://127.0.0.1:${relay.port}`,
      prefix: redis.environment.RATE_LIMIT_REDIS_PREFIX,
    };
    isBack = new Promise((resolve) => {
      const log = {
        error: (message: string) => void faults.push(message),
        info: (message: string) => /Redis is back/.test(message) && resolve(),
      };
      counters = createRedisCounters(settings, log);
    });
    count = counters.counter(POLICY, () => Promise.resolve(ALONE));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    counters.close();
    await relay.begin();
  });

  const counted = async (whose: string) => (await redis.counted())[`website:${whose}`]?.count;

  it('from the first on keeps nobody waiting, and is asked again later', async () => {
    relay.fallSilent();
    expect(await Promise.all([count('first'), count('first')])).toEqual([ALONE, ALONE]);
    expect(faults).toEqual([
      expect.stringMatching(
        /^Redis is out of reach \(it takes connections and does not answer\)\. Until it is back/,
      ),
    ]);
    expect(await count('first')).toBe(ALONE);
    relay.goOn();
    await isBack;
    expect(await count('first')).toMatchObject({ remaining: QUOTA - 1 });
    expect(faults).toHaveLength(1);
  });

  it('does not keep a server from ending', async () => {
    relay.fallSilent();
    const waiting = count('ending');
    while (relay.taken() === 0) await nextTurn();
    counters.close();
    expect(await waiting).toBe(ALONE);
    expect(faults).toEqual([]);
  });

  it('later is sent nothing more until it answers, so that little is counted twice', async () => {
    const ASKED = 5;
    expect(await count('later')).toMatchObject({ remaining: QUOTA - 1 });
    relay.fallSilent();
    const asked = Array.from({ length: ASKED }, () => count('later'));
    expect(await Promise.all(asked)).toEqual(asked.map(() => ALONE));
    // For as long as two more attempts to connect take.
    while (relay.taken() < 3) {
      expect(await count('later')).toBe(ALONE);
      await nextTurn();
    }
    relay.goOn();
    await isBack;
    await count('later');
    expect(await counted('later')).toBeLessThanOrEqual(1 + ASKED + 1);
    expect(faults).toEqual([expect.stringContaining('timed out')]);
  });

  it('is not waited for by more and more', async () => {
    await count('many');
    relay.fallSilent();
    const asked = Array.from({ length: 10_001 }, () => count('many'));
    expect(await Promise.all(asked)).toEqual(asked.map(() => ALONE));
    expect(faults).toEqual([expect.stringContaining('queue is full')]);
  });

  it('is tried by one request at a time where it refuses to count', async () => {
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    await redis.spoil('website:refused');
    expect(await count('refused')).toBe(ALONE);
    expect(await count('other')).toBe(ALONE);
    expect(faults).toEqual([expect.stringContaining('WRONGTYPE')]);
    now += 1_000;
    expect(await Promise.all([count('refused'), count('other')])).toEqual([ALONE, ALONE]);
    now += 1_000;
    const tried = await Promise.all([count('other'), count('other')]);
    expect(tried).toEqual([expect.objectContaining({ remaining: QUOTA - 1 }), ALONE]);
    await isBack;
    expect(await count('other')).toMatchObject({ remaining: QUOTA - 2 });
    expect(relay.taken()).toBe(1);
  });
});
