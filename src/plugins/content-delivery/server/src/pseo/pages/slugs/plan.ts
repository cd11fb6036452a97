import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { SlugChange } from '../../../../../contracts/pseo-pages';
import { createYielder } from '../../../jobs/yielder';
import { tablesOf } from '../../../platform/database/tables';
import { slugTaken } from '../rule';
import { keyOwners } from '../key-owners';
import type { Refusal } from '../queue';
import { slugOf, textOf } from '../with-campaigns';
import { LONGEST_RING, resolveConflicts, type Claim, type ClaimProblem } from './claims';
import { hasChanges, isLiveElsewhere, type Look, type Remake, type Remaking } from './diff';

/** A page that will change, without its texts: a plan may have a hundred thousand. */
export interface PlannedChange extends SlugChange {
  claim: Claim;
  isLiveElsewhere: boolean;
  hasChanges: boolean;
}

/** What becomes of all pages of a run. */
export interface SlugsPlan {
  changes: PlannedChange[];
  /** The pages of `changes` in the order that they are to be done in; those of a group in one transaction. */
  groups: string[][];
  unchanged: number;
  refused: Refusal[];
}

/** Pages that are looked at in one go. */
const AT_ONCE = 200;

/** Finds out what making slugs anew would do. Changes nothing. */
export const createSlugsPlanner =
  (strapi: Core.Strapi, look: Look) =>
  async (
    remaking: Remaking,
    pages: AsyncIterable<readonly string[]>,
    /** Called every few hundred pages; what it throws ends the work. */
    onward: () => Promise<void>,
  ): Promise<SlugsPlan> => {
    const sql = strapi.db.connection;
    const lookAt = look(remaking);
    const plan: SlugsPlan = { changes: [], groups: [], unchanged: 0, refused: [] };
    for await (const documentIds of pages) {
      for (let from = 0; from < documentIds.length; from += AT_ONCE) {
        const { remakes, unchanged, refused } = await lookAt(sql, documentIds.slice(from, from + AT_ONCE));
        for (const remake of remakes) plan.changes.push(plannedChange(remake));
        plan.unchanged += unchanged.length;
        plan.refused.push(...refused);
        await onward();
      }
    }
    const { groups, refused } = await settle(strapi, sql, plan.changes);
    const isRefused = new Set(refused.map(({ page }) => page));
    const pace = createYielder();
    const changes: PlannedChange[] = [];
    for (const change of plan.changes) {
      await pace();
      if (!isRefused.has(change.page)) changes.push(change);
    }
    return {
      changes,
      groups,
      unchanged: plan.unchanged,
      refused: [...plan.refused, ...refused],
    };
  };

export type SlugsPlanner = ReturnType<typeof createSlugsPlanner>;

/** Which of some pages get the slugs that they want, and why the others do not. */
export const settle = async (
  strapi: Core.Strapi,
  sql: Knex,
  changes: readonly Pick<PlannedChange, 'page' | 'from' | 'to' | 'claim'>[],
): Promise<{ groups: string[][]; refused: Refusal[] }> => {
  const pace = createYielder();
  const keys = new Set<string>();
  const claims: Claim[] = [];
  for (const { claim } of changes) {
    await pace();
    claims.push(claim);
    if (claim.wants !== null) keys.add(claim.wants);
  }
  const owners = await keyOwners(sql, tablesOf(strapi).pages, [...keys]);
  const { groups, refused } = await resolveConflicts(
    claims,
    (key) => owners.get(key)?.values().next().value,
    pace,
  );
  const refusals: Refusal[] = [];
  for (const { page, from, to } of changes) {
    await pace();
    const problem = refused.get(page);
    if (problem) refusals.push({ page, slug: from.slug, reason: reasonFor(problem, to.slug ?? '') });
  }
  return { groups, refused: refusals };
};

export const slugChange = ({ page, draft, live, slugs }: Remake): SlugChange => {
  const [liveRow] = live;
  return {
    page,
    from: { slug: slugOf(draft), targetSlug: textOf(draft, 'target_slug') || null },
    to: { slug: slugs.slug, targetSlug: slugs.targetSlug },
    liveSlug: liveRow ? slugOf(liveRow) : null,
  };
};

const plannedChange = (remake: Remake): PlannedChange => ({
  ...slugChange(remake),
  claim: remake.claim,
  isLiveElsewhere: isLiveElsewhere(remake),
  hasChanges: hasChanges(remake),
});

const reasonFor = (problem: ClaimProblem, slug: string): string => {
  switch (problem) {
    case 'taken':
      return slugTaken(slug).message;
    case 'duplicate':
      return `Several of these pages would get the slug "${slug}". Each page needs one of its own.`;
    case 'still-live':
      return `Another page stays live under "${slug}" until its new slug is published. Publish the live pages too, or make this slug anew afterwards.`;
    case 'ring':
      return `More than ${LONGEST_RING} pages would take over each other's slugs in a ring, which is too many at once. Give one of them another slug first.`;
  }
};
