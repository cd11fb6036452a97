import { createPoller } from '../../../src/plugins/content-delivery/server/src/jobs/poller';

const LONG = 60_000;

describe('a poller', () => {
  it('logs a round that fails once, however often it is woken meanwhile', async () => {
    const log = { error: jest.fn() };
    let fail = (_error: Error): void => undefined;
    const poller = createPoller(log, LONG, () => new Promise((_, reject) => (fail = reject)));
    poller.start();
    const woken = [poller.wake(), poller.wake()];
    const error = new Error('The database is away.');
    fail(error);
    await Promise.all(woken);
    await poller.stop();
    expect(log.error.mock.calls).toEqual([[error]]);
  });

  it('has one round at a time, and does nothing while it is off', async () => {
    let rounds = 0;
    let end = (): void => undefined;
    const poller = createPoller({ error: () => undefined }, LONG, () => {
      rounds += 1;
      return new Promise((resolve) => (end = resolve));
    });
    await poller.wake();
    expect(rounds).toBe(0);
    const drained = poller.drain();
    const joined = poller.wake();
    end();
    await Promise.all([drained, joined]);
    expect(rounds).toBe(1);
    expect(poller.isOn()).toBe(false);
  });

  it('begins a round for who drains it while another one is under way', async () => {
    const ends: (() => void)[] = [];
    const poller = createPoller({ error: () => undefined }, LONG, () => new Promise((end) => ends.push(end)));
    poller.start();
    let isDrained = false;
    const drained = poller.drain().then(() => (isDrained = true));
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await new Promise(setImmediate);
    expect([ends.length, isDrained]).toEqual([2, false]);
    ends[1]?.();
    await drained;
    await poller.stop();
  });

  it('hands what a drained round throws to the one who drains, and logs nothing', async () => {
    const log = { error: jest.fn() };
    const poller = createPoller(log, LONG, () => Promise.reject(new Error('Refused.')));
    await expect(poller.drain()).rejects.toThrow('Refused.');
    expect(log.error).not.toHaveBeenCalled();
  });
});
