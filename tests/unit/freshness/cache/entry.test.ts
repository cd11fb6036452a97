import fc from 'fast-check';
import {
  isCurrent,
  type Validity,
} from '../../../../src/plugins/content-delivery/server/src/freshness/cache/entry';

const made = (changes: Partial<Validity & { checkedWith?: object }> = {}) => ({
  scopes: ['website:a', 'account:b'],
  revisions: [3, 0],
  expiresAt: Infinity,
  validFrom: -Infinity,
  ...changes,
});

const known = (website: number) =>
  new Map([
    ['website:a', website],
    ['account:b', 0],
  ]);

describe('isCurrent', () => {
  it.each<[string, [string, number][], boolean]>([
    [
      'all revisions are the same',
      [
        ['website:a', 3],
        ['account:b', 0],
      ],
      true,
    ],
    ['a scope was not asked for', [['website:a', 3]], false],
    [
      'scopes of others have changed',
      [
        ['website:a', 3],
        ['account:b', 0],
        ['website:c', 9],
      ],
      true,
    ],
    [
      'the first revision is higher',
      [
        ['website:a', 4],
        ['account:b', 0],
      ],
      false,
    ],
    [
      'the last revision is higher',
      [
        ['website:a', 3],
        ['account:b', 1],
      ],
      false,
    ],
    ['a revision is lower, as in a restored database', [['website:a', 2]], false],
    ['nothing is known', [], false],
  ])('says when %s', (_name, revisions, expected) => {
    expect(isCurrent(made(), new Map(revisions), 0)).toBe(expected);
  });

  it.each<[number, number, number, boolean]>([
    [-Infinity, Infinity, 0, true],
    [-Infinity, 100, 99, true],
    [-Infinity, 100, 100, false],
    [-Infinity, 100, 101, false],
    [50, 100, 50, true],
    [50, 100, 49, false],
    [50, Infinity, 49, false],
  ])('made valid from %d until before %d, at %d: %s', (validFrom, expiresAt, now, expected) => {
    const entry = made({ validFrom, expiresAt });
    const revisions = known(3);
    expect(isCurrent(entry, revisions, now)).toBe(expected);
    expect(isCurrent({ ...entry, checkedWith: revisions }, revisions, now)).toBe(expected);
  });

  it('remembers the revisions that it was current with, and no others', () => {
    const entry = made() as Validity & { checkedWith?: object };
    const [old, same, newer] = [known(3), known(3), known(4)];
    expect(isCurrent(entry, old, 0)).toBe(true);
    expect(entry.checkedWith).toBe(old);
    expect(isCurrent(entry, same, 0)).toBe(true);
    expect(entry.checkedWith).toBe(same);
    expect(isCurrent(entry, newer, 0)).toBe(false);
    expect(entry.checkedWith).toBe(same);
  });

  it('compares nothing where it was current with the same revisions before', () => {
    const entry = made();
    const revisions = { get: jest.fn((scope: string) => known(3).get(scope)) };
    expect(isCurrent(entry, revisions, 0)).toBe(true);
    const compared = revisions.get.mock.calls.length;
    expect(isCurrent(entry, revisions, 0)).toBe(true);
    expect(revisions.get).toHaveBeenCalledTimes(compared);
  });

  it('is true exactly when every one of its scopes has the revision that it was made with', () => {
    const counts = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(3), { noNullPrototype: true });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
        counts,
        counts,
        (scopes, then, now) => {
          const revisions = scopes.map((scope) => then[scope] ?? 0);
          const entry = made({ scopes, revisions });
          const expected = scopes.every((scope) => (then[scope] ?? 0) === now[scope]);
          const map = new Map(Object.entries(now));
          expect(isCurrent(entry, map, 0)).toBe(expected);
          expect(isCurrent(entry, map, 0)).toBe(expected);
        },
      ),
    );
  });
});
