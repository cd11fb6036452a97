import net from 'node:net';
import type { Count } from '../../../../src/plugins/content-delivery/server/src/platform/processes/questions';
import { createRedisCounters } from '../../../../src/plugins/content-delivery/server/src/access/limits/redis';
import { serveInThread, standStill } from '../../../support/standing-still';

const TIMES = { connect: 600, answer: 600 };
/** Of Redis. */
const ANSWER_AFTER = 50;
const LONG = 800;
const QUOTA = 100;
const ALONE: Count = { isExceeded: false, remaining: -1, resetsIn: 0 };

/** Says yes to all that the client says of itself, and counts to one. */
const REDIS = String.raw`(text) =>
  [...text.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)]
    .map(([, command]) => (/^eval$/i.test(command) ? '*2\r\n:1\r\n:60000\r\n' : '+OK\r\n'))
    .join('')`;

describe('a server that counts in Redis', () => {
  let redis: Awaited<ReturnType<typeof serveInThread>>;
  let counters: ReturnType<typeof createRedisCounters>;
  let count: (whose: string) => Promise<Count>;
  let said: string[];

  beforeAll(async () => {
    await import('@redis/client');
    redis = await serveInThread(REDIS, ANSWER_AFTER);
  });
  afterAll(() => redis.close());
  beforeEach(() => {
    said = [];
    const say = (message: string): void => void said.push(message);
    const settings = { url: `redis://127.0.0.1:${redis.port}`, prefix: '' };
    counters = createRedisCounters(settings, { error: say, info: say }, TIMES);
    count = counters.counter({ name: 'website', quota: QUOTA, window: 60, headers: 'always' }, () =>
      Promise.resolve(ALONE),
    );
  });
  afterEach(() => {
    counters.close();
    jest.restoreAllMocks();
  });

  describe('where it takes no connection', () => {
    let connect: jest.SpyInstance;
    beforeEach(() => {
      connect = jest.spyOn(net.Socket.prototype, 'connect').mockImplementationOnce(function (
        this: net.Socket,
      ) {
        return this;
      });
    });
    const socket = () => connect.mock.contexts[0] as net.Socket;

    it('counts by itself, and leaves nothing of the attempt', async () => {
      expect(await count('first')).toBe(ALONE);
      expect(said).toEqual([expect.stringMatching(/^Redis is out of reach \(it takes no connection\)/)]);
      expect(socket().destroyed).toBe(true);
    });

    it('ends all the same', async () => {
      const counting = count('first');
      while (connect.mock.contexts.length === 0) await new Promise(setImmediate);
      const planned = jest.spyOn(global, 'setTimeout');
      counters.close();
      expect(await counting).toBe(ALONE);
      expect({ said, isLeft: !socket().destroyed }).toEqual({ said: [], isLeft: false });
      expect(planned).not.toHaveBeenCalled();
    });
  });

  it('makes one connection in place of one on which many requests were not answered', async () => {
    counters.close();
    const say = (message: string): void => void said.push(message);
    const settings = { url: `redis://127.0.0.1:${redis.port}`, prefix: '' };
    // It answers, but later than that.
    counters = createRedisCounters(settings, { error: say, info: say }, { connect: 600, answer: 10 });
    count = counters.counter({ name: 'website', quota: QUOTA, window: 60, headers: 'always' }, () =>
      Promise.resolve(ALONE),
    );
    const planned = jest.spyOn(global, 'setTimeout');
    const counting = Array.from({ length: 5 }, () => count('first'));
    expect(await Promise.all(counting)).toEqual(counting.map(() => ALONE));
    expect(planned.mock.calls.filter(([, milliseconds]) => milliseconds === 1_000)).toHaveLength(1);
  });

  it('makes no connection once it has ended', async () => {
    const connect = jest.spyOn(net.Socket.prototype, 'connect');
    const counting = count('first');
    counters.close();
    expect(await counting).toBe(ALONE);
    expect(connect).not.toHaveBeenCalled();
    expect(said).toEqual([]);
  });

  describe('and stood still for longer than Redis has to answer', () => {
    const expectCounted = async (counting: Promise<Count>): Promise<void> => {
      expect(await counting).toMatchObject({ remaining: QUOTA - 1 });
      expect(said).toEqual([]);
    };

    it('before its request was sent takes the answer', async () => {
      await expectCounted(count('first'));
      // The client writes in the next turn.
      process.nextTick(standStill, LONG);
      await expectCounted(count('second'));
    });

    it('before the answer was read takes the answer', async () => {
      await expectCounted(count('first'));
      const counting = count('second');
      for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
      standStill(LONG);
      await expectCounted(counting);
    });

    it('while its connection was made takes the connection', async () => {
      // From here timers are next, and sockets only then.
      await new Promise(setImmediate);
      const { connect } = net.Socket.prototype;
      jest.spyOn(net.Socket.prototype, 'connect').mockImplementationOnce(function (
        this: net.Socket,
        ...asked: unknown[]
      ) {
        process.nextTick(standStill, LONG);
        return Reflect.apply(connect, this, asked) as net.Socket;
      });
      await expectCounted(count('first'));
    });

    it('while the first word was said there takes the connection', async () => {
      const connect = jest.spyOn(net.Socket.prototype, 'connect');
      const counting = count('first');
      while (connect.mock.contexts.length === 0) await new Promise(setImmediate);
      const [socket] = connect.mock.contexts as [net.Socket];
      while (socket.connecting || socket.bytesWritten === 0) await new Promise(setImmediate);
      standStill(LONG);
      await expectCounted(counting);
    });
  });
});
