/** A page that wants a slug, in keys that slugs are compared by. */
export interface Claim {
  /** documentId */
  page: string;
  /** Null when it wants none. */
  wants: string | null;
  /** What it has now: the key of its draft and that of its live version. */
  holds: readonly string[];
  /** What it goes on to have beside what it wants: the key of a live version that is not replaced. */
  keeps: readonly string[];
}

/**
 * Why a page can not get its slug.
 * - `duplicate`: others want the same one
 * - `taken`: it is that of a page which stays as it is
 * - `still-live`: its owner gets another one, but stays live under this one
 * - `ring`: part of a rename cycle too long for one transaction
 */
export type ClaimProblem = 'duplicate' | 'taken' | 'still-live' | 'ring';

export interface SettledClaims {
  /**
   * Pages that get what they want. Done in this order, a page gets its slug when nobody has it any more; pages of one
   * group must change in the same moment.
   */
  groups: string[][];
  refused: Map<string, ClaimProblem>;
}

/** Pages that may pass their slugs round, as they have to be changed in one transaction. */
export const LONGEST_RING = 500;

/**
 * Finds out which pages can get the slugs that they want, and in which order. A page may take over the slug of another
 * one that gets another itself, also when they swap. A page that is refused keeps what it has, and so may refuse others.
 *
 * @param ownerOf the page that has a key now, be it one of these or another; undefined for none
 * @param pace awaited for every page, to let others have their turn
 */
export const resolveConflicts = async (
  claims: readonly Claim[],
  ownerOf: (key: string) => string | undefined,
  pace: () => Promise<void>,
  longestRing = LONGEST_RING,
): Promise<SettledClaims> => {
  const byPage = new Map<string, Claim>();
  const wanting = new Map<string, Claim[]>();
  for (const claim of claims) {
    await pace();
    byPage.set(claim.page, claim);
    if (claim.wants === null) continue;
    const rivals = wanting.get(claim.wants);
    if (rivals) rivals.push(claim);
    else wanting.set(claim.wants, [claim]);
  }
  const refused = new Map<string, ClaimProblem>();

  /** The page that has to let go before, or together with, this one; null when nobody has to. */
  const waitsFor = ({ page, wants }: Claim): string | null => {
    const owner = wants === null ? undefined : ownerOf(wants);
    return owner === undefined || owner === page ? null : owner;
  };

  /** What stands in a page's way whatever becomes of the others. */
  const problemOf = (claim: Claim): ClaimProblem | null => {
    const { wants } = claim;
    if (wants === null) return null;
    const ownerPage = ownerOf(wants);
    const owner = ownerPage === undefined ? undefined : byPage.get(ownerPage);
    if (owner?.page === claim.page) return null;
    // Whoever has a slug already and wants it keeps it.
    if (owner?.wants === wants) return 'taken';
    if ((wanting.get(wants)?.length ?? 0) > 1) return 'duplicate';
    if (ownerPage === undefined) return null;
    if (!owner) return 'taken';
    return owner.keeps.includes(wants) ? 'still-live' : null;
  };

  /** Refuses those that wanted what refused pages therefore keep, and so on. */
  const spread = async (from: readonly string[]): Promise<void> => {
    const left = [...from];
    for (let page = left.pop(); page !== undefined; page = left.pop()) {
      await pace();
      for (const key of byPage.get(page)?.holds ?? []) {
        for (const other of wanting.get(key) ?? []) {
          if (other.page === page || refused.has(other.page)) continue;
          refused.set(other.page, 'taken');
          left.push(other.page);
        }
      }
    }
  };

  const arranged = async (): Promise<string[][]> => {
    const groups: string[][] = [];
    const placed = new Set<string>();
    for (const start of claims) {
      const path: string[] = [];
      const placeOf = new Map<string, number>();
      let next: string | null = start.page;
      while (next !== null && !placed.has(next) && !refused.has(next) && !placeOf.has(next)) {
        await pace();
        placeOf.set(next, path.length);
        path.push(next);
        next = waitsFor(byPage.get(next) as Claim);
      }
      const ringFrom = next === null ? undefined : placeOf.get(next);
      if (ringFrom !== undefined) groups.push(path.splice(ringFrom));
      for (const page of path.reverse()) groups.push([page]);
      for (const page of placeOf.keys()) placed.add(page);
    }
    return groups;
  };

  for (const claim of claims) {
    await pace();
    const problem = problemOf(claim);
    if (problem) refused.set(claim.page, problem);
  }
  await spread([...refused.keys()]);
  for (const [page, problem] of refused) {
    // "Still live" is for pages whose slug becomes free once its owner is published.
    const owner = problem === 'still-live' ? waitsFor(byPage.get(page) as Claim) : null;
    const ofOwner = owner === null ? undefined : refused.get(owner);
    if (ofOwner !== undefined && ofOwner !== 'still-live') refused.set(page, 'taken');
  }

  const groups = await arranged();
  const tooLong = groups.filter((group) => group.length > longestRing).flat();
  if (tooLong.length === 0) return { groups, refused };
  for (const page of tooLong) refused.set(page, 'ring');
  await spread(tooLong);
  return { groups: await arranged(), refused };
};
