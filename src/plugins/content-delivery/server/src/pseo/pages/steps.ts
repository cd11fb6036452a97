import type { Core } from '@strapi/strapi';
import type { PageAction } from '../../../../contracts/pseo-pages';
import { lockRevisions, websiteScope } from '../../freshness/revisions';
import type { ChangeOutcome, PageChanges } from './changes';
import type { PageQueue } from './queue';

/** Pages in one transaction: short enough for others to get their turn, long enough to be quick. */
export const PAGE_BATCH_SIZE = 200;

export interface StepResult extends ChangeOutcome {
  /** True when the queue is empty, as far as this step has seen. */
  isLast: boolean;
}

/** The batches of a queue of pages. */
export const createSteps = (strapi: Core.Strapi, queue: PageQueue, { change, render }: PageChanges) => ({
  /** Renders what the next step will render, ahead of its lock (`renderBefore`). */
  render: async (queueId: string, action: PageAction, most = PAGE_BATCH_SIZE): Promise<void> =>
    render(action, await queue.next(queueId, Math.min(most, PAGE_BATCH_SIZE))),

  /**
   * Does one batch of a queue in the running transaction: the pages are changed and leave the queue together. Several
   * processes may call it for one queue; under the website's lock they take turns.
   * @param most pages to change; fewer when some are refused or need no change
   */
  step: async (
    queueId: string,
    website: string,
    action: PageAction,
    most = PAGE_BATCH_SIZE,
  ): Promise<StepResult> =>
    strapi.db.transaction(async () => {
      // Before anything is read: it is the lock that slugs are compared under. What readers notice raises the revision as it
      // is written into the change log; drafts raise nothing.
      await lockRevisions(strapi, [websiteScope(website)]);
      const limit = Math.min(most, PAGE_BATCH_SIZE);
      const pages = await queue.next(queueId, limit);
      const outcome = await change(action, website, pages);
      await queue.take(queueId, [...outcome.changed, ...outcome.unchanged]);
      await queue.refuse(queueId, outcome.refused);
      return { ...outcome, isLast: pages.length < limit };
    }),
});

export type Steps = ReturnType<typeof createSteps>;
