import type { Fault } from '../../../../contracts/pseo-imports';
import type { Yielder } from '../../platform/yielder';
import type { PageTexts } from '../templates/page-texts';
import {
  candidateOf,
  resolveCandidate,
  targetSlugOf,
  withStoredSlug,
  type PageInput,
  type PageToStore,
} from './candidate';
import { isSame, type SlugOwner } from './stored-pages';
import type { Finding } from './store';
import type { PageUpdate } from './write-pages';

/** What becomes of each row of a batch. */
export interface BatchPlan {
  creates: PageToStore[];
  updates: PageUpdate[];
  /** Rows that no page can be made of, with what is wrong with them. */
  skipped: Finding[];
  /** How many rows say what their pages say already. */
  same: number;
}

/**
 * @param owners who has the slugs of these rows now
 * @param batch.sawPages whether the check found pages that were there already
 * @throws JobProblem for a template that takes too long
 */
export const planBatch = async (
  inputs: readonly PageInput[],
  owners: ReadonlyMap<string, SlugOwner>,
  batch: { pageTexts: PageTexts; publish: boolean; sawPages: boolean; yieldTurn: Yielder },
): Promise<BatchPlan> => {
  const { pageTexts, publish, sawPages, yieldTurn } = batch;
  const plan: BatchPlan = { creates: [], updates: [], skipped: [], same: 0 };
  const skip = ({ position, line, slug }: PageInput, detail: Fault[]): void => {
    plan.skipped.push({ kind: 'faulty', position, line, slug, detail });
  };
  for (const made of inputs) {
    await yieldTurn();
    const input = withStoredSlug(made, owners);
    const { slug, faults } = input;
    if (slug === null || faults.length > 0) {
      skip(input, faults);
      continue;
    }
    const owner = owners.get(slug);
    if (owner?.kind === 'other') {
      skip(input, [{ kind: 'slug-taken', message: owner.message }]);
      continue;
    }
    const existing = owner?.page ?? null;
    const candidate = candidateOf({ ...input, slug }, existing);
    // The check has made all texts of a new page from the same row and the same templates, unless it saw a page
    // that has gone since, and with it variables that the row does not have.
    if (existing === null && !sawPages) {
      plan.creates.push({ ...candidate.page, targetSlug: await targetSlugOf(pageTexts, candidate) });
      continue;
    }
    const { texts, faults: ofTexts } = await resolveCandidate(pageTexts, candidate);
    if (ofTexts.length > 0) {
      skip(input, ofTexts);
      continue;
    }
    const page = { ...candidate.page, targetSlug: texts.targetSlug };
    if (existing === null) {
      plan.creates.push(page);
      continue;
    }
    const changesDraft = !isSame(page, existing.draft);
    const isBehind = existing.live === null || changesDraft || !isSame(page, existing.live);
    if (changesDraft || (publish && isBehind)) plan.updates.push({ existing, page, changesDraft });
    else plan.same += 1;
  }
  return plan;
};
