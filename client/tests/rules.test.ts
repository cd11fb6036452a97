import fc from 'fast-check';
import { inCategory, isVisible, sortBy, updatedDate, withTag } from '../src/index.js';

const NOW = new Date('2025-03-01T12:00:00.000Z');

describe('isVisible', () => {
  it.each([
    ['not scheduled', null, true],
    ['scheduled for a moment that has passed', '2025-03-01T11:59:59.999Z', true],
    ['scheduled for this very moment', '2025-03-01T12:00:00.000Z', true],
    ['scheduled for the next millisecond', '2025-03-01T12:00:00.001Z', false],
    ['scheduled for a moment that cannot be read', 'soon', false],
  ])('of a post that is %s', (_what, scheduleDate, expected) => {
    expect(isVisible({ scheduleDate }, NOW)).toBe(expected);
  });

  const at = (offset: number) => ({ scheduleDate: new Date(Date.now() + offset).toISOString() });

  it('goes by the present where no moment is given', () => {
    expect(isVisible(at(-60_000))).toBe(true);
    expect(isVisible(at(60_000))).toBe(false);
  });

  it('filters a list as it is', () => {
    const [past, future, unscheduled] = [at(-60_000), at(60_000), { scheduleDate: null }];
    expect([future, past, unscheduled, future].filter(isVisible)).toEqual([past, unscheduled]);
  });
});

describe('updatedDate', () => {
  const [early, late] = ['2025-03-01T12:00:00.000Z', '2025-03-01T12:00:00.001Z'];

  it('is there only when something changed after publication', () => {
    expect(updatedDate({ createdAt: early, updatedAt: late })).toBe(late);
    expect(updatedDate({ createdAt: early, updatedAt: early })).toBeNull();
    expect(updatedDate({ createdAt: late, updatedAt: early })).toBeNull();
    expect(updatedDate({ createdAt: early, updatedAt: 'never' })).toBeNull();
  });
});

describe('inCategory and withTag', () => {
  it('take a name, and the slug made from it', () => {
    for (const given of ['Web Dev', 'web  dev', 'web-dev', 'WEB DEV']) {
      expect(inCategory({ category: 'Web Dev' }, given)).toBe(true);
      expect(withTag({ tags: ['Other', 'Web Dev'] }, given)).toBe(true);
    }
    for (const given of ['web', 'dev', 'webdev', '']) {
      expect(inCategory({ category: 'Web Dev' }, given)).toBe(false);
      expect(withTag({ tags: ['Other', 'Web Dev'] }, given)).toBe(false);
    }
  });

  it('are false for a post without category and without tags', () => {
    expect(inCategory({ category: null }, 'null')).toBe(false);
    expect(withTag({ tags: [] }, '')).toBe(false);
  });
});

describe('sortBy', () => {
  const post = (title: string, createdAt = '2025-01-01T00:00:00.000Z') => ({ title, createdAt });
  const titles = (posts: { title: string }[]) => posts.map(({ title }) => title);

  it('sorts by the alphabet of the language', () => {
    const posts = ['zebra', 'Äpfel', 'apfel', 'Öl', 'Part 10', 'Part 9'].map((title) => post(title));
    expect(titles(sortBy(posts, 'title', 'de'))).toEqual([
      'apfel',
      'Äpfel',
      'Öl',
      'Part 9',
      'Part 10',
      'zebra',
    ]);
    expect(titles(sortBy(posts, 'title', 'sv'))).toEqual([
      'apfel',
      'Part 9',
      'Part 10',
      'zebra',
      'Äpfel',
      'Öl',
    ]);
  });

  it('puts the newest first, and what has no date last', () => {
    const posts = [
      post('old', '2024-01-01T00:00:00.000Z'),
      post('none', ''),
      post('new'),
      post('zero', '1970-01-01'),
    ];
    expect(titles(sortBy(posts, 'newest'))).toEqual(['new', 'old', 'zero', 'none']);
  });

  it('leaves the list that it is given alone, loses nothing, and keeps the order of what is alike', () => {
    const any = fc.array(
      fc.record({
        title: fc.constantFrom('a', 'A', 'b', ''),
        createdAt: fc.constantFrom('2025', '2024', ''),
      }),
    );
    fc.assert(
      fc.property(any, fc.constantFrom('newest' as const, 'title' as const), (made, order) => {
        const posts = made.map((one, index) => ({ ...one, index }));
        const before = JSON.stringify(posts);
        const sorted = sortBy(posts, order, 'en');
        expect(JSON.stringify(posts)).toBe(before);
        expect([...sorted].sort((one, other) => one.index - other.index)).toEqual(posts);
        for (const [at, next] of sorted.slice(1).entries()) {
          const one = sorted[at] as (typeof sorted)[number];
          const key = order === 'title' ? 'title' : 'createdAt';
          if (one[key] === next[key]) expect(one.index).toBeLessThan(next.index);
        }
      }),
    );
  });
});
