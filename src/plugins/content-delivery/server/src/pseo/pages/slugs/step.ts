import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { lockRevisions, websiteScope } from '../../../freshness/revisions';
import type { PageEvents } from '../page-events';
import { createPublication } from '../publication';
import type { PageQueue } from '../queue';
import { createPageRowStore } from '../rows';
import { PAGE_BATCH_SIZE, type StepResult } from '../steps';
import type { DiffSlugs, PageSlugChange, RegenerationOptions } from './diff';
import { slugChange } from './plan';
import { refusalsOf } from './conflicts';

/**
 * Gives one batch of a queue its slugs in the running transaction. All is checked again under the website's lock,
 * as others may have written since the plan.
 */
export const createSlugSteps = (
  strapi: Core.Strapi,
  queue: PageQueue,
  diffSlugs: DiffSlugs,
  events: PageEvents,
) => {
  const rows = createPageRowStore(strapi);
  const publication = createPublication(strapi, rows);

  const write = async (
    trx: Knex.Transaction,
    changes: readonly PageSlugChange[],
    userId: number | null,
  ): Promise<void> => {
    const now = new Date();
    const columns = { updated_at: now, ...(userId !== null && { updated_by_id: userId }) };
    const saved = changes.filter(({ changesDraft }) => changesDraft);
    await rows.updateSlugs(
      trx,
      saved.map(({ draft: { id }, slugs, key }) => ({ id, ...slugs, key })),
      columns,
    );
    const publishing = changes.flatMap(({ draft, live, slugs, key, campaign, links, ...change }) => {
      const { slug, targetSlug } = slugs;
      // A page without a slug is not let through by the check of what may be live.
      if (!change.publishes || slug === null || key === null) return [];
      const own = { slug, target_slug: targetSlug, unique_key: key };
      const written = change.changesDraft ? { ...draft, ...own, ...columns } : draft;
      return [{ draft: written, live, slug, targetSlug, key, campaign, links }];
    });
    await publication.write(trx, publishing, now);
    if (saved.length > 0) await events.updated(saved.map(({ draft }) => draft.id));
    const published = changes.filter(({ publishes }) => publishes);
    if (published.length > 0) await events.published(published.map(({ page }) => page));
  };

  /** Makes what the next step will make, ahead of its lock (`renderBefore`). */
  const render = async (queueId: string, options: RegenerationOptions): Promise<void> =>
    void (await diffSlugs(options)(strapi.db.connection, await queue.next(queueId, PAGE_BATCH_SIZE)));

  const step = async (
    queueId: string,
    options: RegenerationOptions,
    userId: number | null,
  ): Promise<StepResult> =>
    strapi.db.transaction(async ({ trx }) => {
      // Before anything is read: it is the lock. What goes live raises the revision when it is logged.
      await lockRevisions(strapi, [websiteScope(options.website)]);
      const pages = await queue.next(queueId, PAGE_BATCH_SIZE);
      const diff = await diffSlugs(options)(trx, pages);
      const conflicts = await refusalsOf(strapi, trx, diff.changes.map(slugChange));
      const isRefused = new Set(conflicts.map(({ page }) => page));
      const changes = diff.changes.filter(({ page }) => !isRefused.has(page));
      await write(trx, changes, userId);

      const changed = changes.map(({ page }) => page);
      const refused = [...diff.refused, ...conflicts];
      await queue.take(queueId, [...changed, ...diff.unchanged]);
      await queue.refuse(queueId, refused);
      return { changed, unchanged: diff.unchanged, refused, isLast: pages.length < PAGE_BATCH_SIZE };
    });

  return { render, step };
};

export type SlugSteps = ReturnType<typeof createSlugSteps>;
