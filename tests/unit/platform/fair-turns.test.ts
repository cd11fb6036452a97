import { createFairTurns } from '../../../src/plugins/content-delivery/server/src/platform/fair-turns';

describe('fair turns', () => {
  it('are given one at a time, to each owner in rotation and in the order of each', async () => {
    const turns = createFairTurns();
    const order: string[] = [];
    let atOnce = 0;
    const work = async (owner: string, name: string) => {
      const end = await turns.take(owner);
      expect((atOnce += 1)).toBe(1);
      await Promise.resolve();
      order.push(name);
      atOnce -= 1;
      end();
    };
    const many = [1, 2, 3, 4].map((at) => work('a', `a${at}`));
    const others = [work('b', 'b1'), work('c', 'c1'), work('b', 'b2')];
    expect([turns.count('a'), turns.count('b'), turns.count('d')]).toEqual([3, 2, 0]);
    await Promise.all([...many, ...others]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
    expect(turns.count('a')).toBe(0);
  });
});
