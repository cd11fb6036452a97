import { createRoomForBodies } from '../../../../src/plugins/content-delivery/server/src/access/request-bodies/room';

const MB = 1_000_000;

describe('room for bodies', () => {
  const createParts = () => {
    const headers: Record<string, string> = {};
    const ctx = { set: (name: string, value: string) => void (headers[name] = value) } as never;
    const room = createRoomForBodies(10 * MB, 20);
    const ends: (() => void)[] = [];
    const begin = (owner: string, bytes: number) =>
      room.hold(ctx, owner, bytes, () => new Promise<void>((resolve) => ends.push(resolve)));
    return {
      headers,
      begin,
      ends,
      now: (owner: string, bytes: number) => room.hold(ctx, owner, bytes, () => Promise.resolve('done')),
    };
  };

  it('is bounded for all, and what is small does not count', async () => {
    const { headers, begin, ends, now } = createParts();
    const held = ['a', 'b', 'c'].map((owner) => begin(owner, 10 * MB));
    await expect(now('d', MB)).rejects.toMatchObject({ status: 503 });
    expect(headers).toEqual({ 'Retry-After': '5' });
    expect(await now('d', 100_000)).toBe('done');
    for (let at = 0; at < 3; at += 1) ends[at]?.();
    await Promise.all(held);
    expect(await now('d', 10 * MB)).toBe('done');
  });

  it('is left for others by one who sends much', async () => {
    const { begin, ends, now } = createParts();
    const held = begin('a', 8 * MB);
    await expect(now('a', 8 * MB)).rejects.toMatchObject({ status: 503 });
    expect(await now('b', 8 * MB)).toBe('done');
    ends[0]?.();
    await held;
    expect(await now('a', 8 * MB)).toBe('done');
  });

  it('is given back by work that fails', async () => {
    const { now } = createParts();
    const room = createRoomForBodies(MB, 20);
    const fail = () => room.hold({ set: () => undefined }, 'a', MB, () => Promise.reject(new Error('no')));
    for (let at = 0; at < 5; at += 1) await expect(fail()).rejects.toThrow('no');
    expect(await now('a', MB)).toBe('done');
  });
});
