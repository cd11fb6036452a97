import { markerOf, registerOf, sightingsIn, websiteOf } from '../../faults/markers';
import { createRandom } from '../../support/random';
import { planRound } from '../../faults/schedule';

const FAULTS = ['kill', 'pause', 'cut', 'freeze', 'clock'];

describe('the schedule of faults', () => {
  it('is the same for the same seed, and another for another', () => {
    const plan = (seed: number) => planRound(createRandom(seed), FAULTS, 3, 0);
    expect(plan(7)).toEqual(plan(7));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => JSON.stringify(plan(seed)))).size).toBeGreaterThan(1);
  });

  it('plays each fault once in a round, and in three rounds against one, two and three instances', () => {
    const random = createRandom(1);
    const rounds = [0, 1, 2].map((round) => planRound(random, FAULTS, 3, round));
    for (const round of rounds) expect(round.map(({ fault }) => fault).sort()).toEqual([...FAULTS].sort());
    for (const name of FAULTS) {
      const sizes = rounds.flat().filter(({ fault }) => fault === name);
      expect(sizes.map(({ instances }) => instances).sort()).toEqual([1, 2, 3]);
    }
  });

  it('finds markers in any answer', () => {
    const register = registerOf('a', 'post1');
    const text = JSON.stringify({
      title: markerOf(register, 12),
      content: `<p>${markerOf(register, 12)}</p>`,
    });
    expect(sightingsIn(text)).toEqual([{ register, number: 12 }]);
    expect(websiteOf(register)).toBe('a');
    expect(sightingsIn('mk-a-post1- mk-a-post1-1x')).toEqual([]);
  });
});
