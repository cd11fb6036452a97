import fc from 'fast-check';
import {
  resolveConflicts,
  type Claim,
} from '../../src/plugins/content-delivery/server/src/pseo/pages/slugs/claims';
import { cpuTimeOf } from '../support/cpu-time';

const LONGEST = 4;

const settle = async (claims: Claim[], others: Record<string, string> = {}) => {
  const owners = new Map(Object.entries(others));
  for (const { page, holds } of claims) for (const key of holds) owners.set(key, page);
  return resolveConflicts(
    claims,
    (key) => owners.get(key),
    async () => undefined,
    LONGEST,
  );
};
const draft = (page: string, has: string, wants: string): Claim => ({ page, wants, holds: [has], keeps: [] });

describe('pages that want slugs', () => {
  it('come when the slug is free', async () => {
    const { groups, refused } = await settle([
      draft('1', 'a', 'b'),
      draft('2', 'b', 'c'),
      draft('3', 'c', 'd'),
    ]);
    expect({ groups, refused: [...refused] }).toEqual({ groups: [['3'], ['2'], ['1']], refused: [] });
  });

  it('swap, and pass slugs round, in one moment', async () => {
    const claims = [draft('1', 'a', 'b'), draft('2', 'b', 'a'), draft('3', 'c', 'd')];
    expect((await settle(claims)).groups).toEqual([['1', '2'], ['3']]);
  });

  it('are all refused when several want the same, and keep what they have', async () => {
    const { groups, refused } = await settle([
      draft('1', 'a', 'x'),
      draft('2', 'b', 'x'),
      draft('3', 'c', 'a'),
      draft('4', 'd', 'c'),
    ]);
    expect(groups).toEqual([]);
    expect([...refused].sort()).toEqual([
      ['1', 'duplicate'],
      ['2', 'duplicate'],
      ['3', 'taken'],
      ['4', 'taken'],
    ]);
  });

  it('leave a slug to the one that has it already', async () => {
    const { groups, refused } = await settle([draft('1', 'a', 'a'), draft('2', 'b', 'a')]);
    expect({ groups, refused: [...refused] }).toEqual({ groups: [['1']], refused: [['2', 'taken']] });
  });

  it('wait for a live version that is not replaced', async () => {
    const live = (page: string, key: string, wants: string): Claim => ({
      page,
      wants,
      holds: [key, key],
      keeps: [key],
    });
    const { groups, refused } = await settle([live('1', 'a', 'b'), draft('2', 'c', 'a')]);
    expect({ groups, refused: [...refused] }).toEqual({ groups: [['1']], refused: [['2', 'still-live']] });
    const swap = await settle([live('1', 'a', 'b'), live('2', 'b', 'a')]);
    expect([...swap.refused.values()]).toEqual(['still-live', 'still-live']);
    // Its owner stays, published or not.
    const stays = await settle([live('1', 'a', 'b'), draft('2', 'c', 'a')], { b: 'somebody' });
    expect([...stays.refused.values()]).toEqual(['taken', 'taken']);
  });

  it('are not too many in a ring', async () => {
    const ring = (length: number) =>
      Array.from({ length }, (_, n) => draft(`${n}`, `k${n}`, `k${(n + 1) % length}`));
    expect((await settle(ring(LONGEST))).groups).toHaveLength(1);
    // One that goes live again, so that its live version's slug would become free.
    const [first, ...others] = ring(LONGEST + 1) as [Claim, ...Claim[]];
    const claims = [{ ...first, holds: ['k0', 'live'] }, ...others, draft('after', 'x', 'live')];
    const { groups, refused } = await settle(claims);
    expect(groups).toEqual([]);
    expect([...refused.values()].sort()).toEqual([...Array<string>(LONGEST + 1).fill('ring'), 'taken']);
    expect(refused.get('after')).toBe('taken');
  });

  it('are settled in no time when there are very many', async () => {
    const count = 50_000;
    const same = Array.from({ length: count }, (_, n) => draft(`${n}`, `k${n}`, 'same'));
    const chain = Array.from({ length: count }, (_, n) => draft(`${n}`, `k${n}`, `k${n + 1}`));
    const time = await cpuTimeOf(async () => {
      expect((await settle(same)).refused.size).toBe(count);
      expect((await settle(chain)).groups).toHaveLength(count);
    });
    expect(time).toBeLessThan(30_000);
  });

  /** Pages of a website, each with keys that only it has, some of which want another one. */
  const websites = fc
    .record({
      /** Whose key each one is, a page's or nobody's (-1), and in which of its versions. */
      keys: fc.array(
        fc.record({
          page: fc.integer({ min: -1, max: 9 }),
          version: fc.constantFrom('draft', 'live', 'both'),
        }),
        { minLength: 1, maxLength: 14 },
      ),
      wants: fc.array(fc.option(fc.nat(13)), { minLength: 10, maxLength: 10 }),
      publishes: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
      isSelected: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
    })
    .map(({ keys, wants, publishes, isSelected }) => {
      const drafts = new Map<string, string>();
      const lives = new Map<string, string>();
      keys.forEach(({ page, version }, n) => {
        if (page < 0) return;
        if (version !== 'live') drafts.set(`${page}`, `key${n}`);
        if (version !== 'draft') lives.set(`${page}`, `key${n}`);
      });
      const claims = wants.flatMap((want, n): Claim[] => {
        if (want === null || !isSelected[n]) return [];
        const page = `${n}`;
        const live = lives.get(page);
        return [
          {
            page,
            wants: `key${want}`,
            holds: [drafts.get(page), live].filter((key) => key !== undefined),
            keeps: live !== undefined && !publishes[n] ? [live] : [],
          },
        ];
      });
      return { drafts, lives, claims };
    });

  it('never share one, whatever they want, and are refused for a reason only', async () => {
    await fc.assert(
      fc.asyncProperty(websites, async ({ drafts, lives, claims }) => {
        const holders = (key: string, draftKeys = drafts, liveKeys = lives) =>
          new Set(
            [draftKeys, liveKeys].flatMap((keys) =>
              [...keys].flatMap(([page, own]) => (own === key ? [page] : [])),
            ),
          );
        const { groups, refused } = await resolveConflicts(
          claims,
          (key) => [...holders(key)][0],
          async () => undefined,
          LONGEST,
        );
        const byPage = new Map(claims.map((claim) => [claim.page, claim]));
        const [now, live] = [new Map(drafts), new Map(lives)];

        // Every page has its turn or its refusal, once.
        expect([...groups.flat(), ...refused.keys()].sort()).toEqual(claims.map(({ page }) => page).sort());
        for (const group of groups) {
          expect(group.length).toBeLessThanOrEqual(LONGEST);
          for (const page of group) {
            const { wants, keeps } = byPage.get(page) as Claim;
            now.set(page, wants as string);
            if (keeps.length === 0 && live.has(page)) live.set(page, wants as string);
          }
          // What a transaction leaves is seen by others.
          for (const key of [...now.values(), ...live.values()]) {
            expect(holders(key, now, live).size).toBeLessThanOrEqual(1);
          }
        }
        for (const [page, problem] of refused) {
          const wants = (byPage.get(page) as Claim).wants as string;
          const others = [...holders(wants, now, live)].filter((other) => other !== page);
          if (problem === 'duplicate') {
            expect(claims.filter((claim) => claim.wants === wants).length).toBeGreaterThan(1);
          } else if (problem !== 'ring') expect(others).toHaveLength(1);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
