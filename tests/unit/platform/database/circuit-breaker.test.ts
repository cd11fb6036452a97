import { once } from 'node:events';
import net from 'node:net';
import {
  createCircuitBreaker,
  DatabaseTimeout,
} from '../../../../src/plugins/content-delivery/server/src/platform/database/circuit-breaker';
import { serveInThread, standStill } from '../../../support/standing-still';

const LIMITS = { usual: 5_000, whenOthersAreAnswered: 1_000, probe: 250, betweenProbes: 1_000 };

describe('a circuit breaker', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const silent = () => new Promise<never>(() => undefined);
  const answering = () => Promise.resolve('rows');
  const refusing = () => Promise.reject(new Error('ECONNREFUSED'));
  /** What has become of a read so far. */
  const watched = (reading: Promise<unknown>) => {
    const seen: { outcome: unknown } = { outcome: 'waits' };
    reading.then(
      (result) => (seen.outcome = result),
      (error: Error) => (seen.outcome = error instanceof DatabaseTimeout ? 'silence' : error.message),
    );
    return seen;
  };
  const after = async (milliseconds: number): Promise<void> => {
    await jest.advanceTimersByTimeAsync(milliseconds);
  };
  /** All waits share one timer, and what has arrived is read before a read is given up. */
  const READING = 30;

  it('hands on what a read brings, and its refusals', async () => {
    const read = createCircuitBreaker(LIMITS).read;
    expect(await read(answering)).toBe('rows');
    await expect(read(refusing)).rejects.toThrow('ECONNREFUSED');
    // Nobody waits after a refusal: each may ask for itself.
    expect(await read(answering)).toBe('rows');
  });

  it('ends for all who wait; then one a second tries, for a moment', async () => {
    const read = createCircuitBreaker(LIMITS).read;
    const reads = jest.fn(silent);
    const [one, two] = [watched(read(reads)), watched(read(reads))];
    await after(4_999);
    expect([one.outcome, two.outcome]).toEqual(['waits', 'waits']);
    await after(READING);
    expect([one.outcome, two.outcome]).toEqual(['silence', 'silence']);

    const atOnce = watched(read(reads));
    await after(0);
    expect(atOnce.outcome).toBe('silence');
    expect(reads).toHaveBeenCalledTimes(2);

    await after(1_000);
    const trying = watched(read(reads));
    const beside = watched(read(reads));
    await after(249);
    expect([trying.outcome, beside.outcome]).toEqual(['waits', 'silence']);
    await after(READING);
    expect(trying.outcome).toBe('silence');
    expect(reads).toHaveBeenCalledTimes(3);
  });

  it('stays closed for a connection that is lost while others are answered', async () => {
    const breaker = createCircuitBreaker(LIMITS);
    const lost = watched(breaker.read(silent));
    await after(10);
    await breaker.read(answering);
    await after(989);
    expect(lost.outcome).toBe('waits');
    await after(READING);
    expect([lost.outcome, breaker.isOpen()]).toEqual(['silence', false]);
    expect(await breaker.read(answering)).toBe('rows');
  });

  it('gives up a lost connection as soon as others are answered, however late that is', async () => {
    const breaker = createCircuitBreaker(LIMITS);
    const lost = watched(breaker.read(silent));
    await after(3_500);
    await breaker.read(answering);
    expect(lost.outcome).toBe('waits');
    await after(500 + READING);
    expect([lost.outcome, breaker.isOpen()]).toEqual(['silence', false]);
  });

  it('opens when those who were answered were answered before', async () => {
    const breaker = createCircuitBreaker(LIMITS);
    await breaker.read(answering);
    await after(1);
    const lost = watched(breaker.read(silent));
    await after(5_000 + READING);
    expect([lost.outcome, breaker.isOpen()]).toEqual(['silence', true]);
  });

  it('is not opened again by a probe that is late, when an earlier read was answered', async () => {
    const breaker = createCircuitBreaker(LIMITS);
    let answer: (rows: string) => void = () => undefined;
    watched(breaker.read(silent));
    await after(4_000);
    const early = watched(breaker.read(() => new Promise<string>((resolve) => (answer = resolve))));
    await after(2_100);
    expect(breaker.isOpen()).toBe(true);
    const probe = watched(breaker.read(silent));
    await after(100);
    answer('rows');
    await after(200);
    expect([early.outcome, probe.outcome, breaker.isOpen()]).toEqual(['rows', 'silence', false]);
  });

  it('takes what the driver says of a time that is over for no answer', async () => {
    const breaker = createCircuitBreaker(LIMITS);
    const late = () => Promise.reject(Object.assign(new Error('late'), { name: 'KnexTimeoutError' }));
    const lost = watched(breaker.read(late));
    await after(0);
    expect([lost.outcome, breaker.isOpen()]).toEqual(['silence', true]);
  });

  it('is back with the first answer', async () => {
    const read = createCircuitBreaker(LIMITS).read;
    const lost = watched(read(silent));
    await after(6_000 + READING);
    expect(lost.outcome).toBe('silence');
    expect(await read(answering)).toBe('rows');
    expect(await read(answering)).toBe('rows');
    const waiting = watched(read(silent));
    await after(4_999);
    expect(waiting.outcome).toBe('waits');
    await after(READING);
    expect(waiting.outcome).toBe('silence');
  });

  it('lets each ask for itself once the silence has become a refusal', async () => {
    const read = createCircuitBreaker(LIMITS).read;
    watched(read(silent));
    await after(6_000 + READING);
    await expect(read(refusing)).rejects.toThrow('ECONNREFUSED');
    expect(await read(answering)).toBe('rows');
  });
});

describe('a circuit breaker in a process that stood still', () => {
  const SHORT = { usual: 600, whenOthersAreAnswered: 600, probe: 600, betweenProbes: 1_000 };
  const LONG = 800;
  let database: Awaited<ReturnType<typeof serveInThread>>;
  let socket: net.Socket;
  beforeAll(async () => {
    database = await serveInThread('(text) => text', 50);
    socket = net.connect(database.port, '127.0.0.1');
    await once(socket, 'connect');
  });
  afterAll(async () => {
    socket.destroy();
    await database.close();
  });

  it.each([
    ['sent', 'before'],
    ['not sent yet', 'after'],
  ])('takes the answer to a question that was %s', async (_what, when) => {
    const breaker = createCircuitBreaker(SHORT);
    const read = async (): Promise<string> => {
      if (when === 'before') socket.write('rows');
      // From here timers are next, and sockets only then.
      setImmediate(() => {
        standStill(LONG);
        if (when === 'after') socket.write('rows');
      });
      return String(await once(socket, 'data'));
    };
    expect(await breaker.read(read)).toBe('rows');
    expect(breaker.isOpen()).toBe(false);
  });
});
