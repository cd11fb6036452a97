import fc from 'fast-check';
import { inWords, secondsLeft } from '../../../../src/plugins/content-delivery/admin/src/pseo/progress/pace';

describe('how long work still takes', () => {
  it('follows the pace since it was first seen, whatever was done before', () => {
    const first = { at: 1_000, done: 5_000 };
    expect(secondsLeft(first, { at: 11_000, done: 6_000 }, 10_000)).toBe(40);
  });

  it('says nothing before there is a pace', () => {
    const first = { at: 0, done: 0 };
    expect(secondsLeft(first, { at: 1_999, done: 10 }, 100)).toBeNull();
    expect(secondsLeft(first, { at: 60_000, done: 0 }, 100)).toBeNull();
    expect(secondsLeft(first, { at: 60_000, done: 101 }, 100)).toBeNull();
  });

  it('never becomes negative, and is nothing at the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2_000, max: 1e8 }), (total, at) => {
        expect(secondsLeft({ at: 0, done: 0 }, { at, done: total }, total)).toBe(0);
        expect(secondsLeft({ at: 0, done: 0 }, { at, done: 1 }, total)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each([
    [0, 'seconds', 5],
    [7, 'seconds', 10],
    [54, 'seconds', 55],
    [55, 'minutes', 1],
    [100, 'minutes', 2],
    [3_400, 'hours', 1],
    [9_000, 'hours', 3],
  ])('is said as people would: %i seconds', (seconds, unit, count) => {
    expect(inWords(seconds)).toEqual({ unit, count });
  });
});
