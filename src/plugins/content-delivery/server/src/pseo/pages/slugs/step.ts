import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { lockRevisions, bumpRevisions, websiteScope } from '../../../freshness/revisions';
import type { Announcer } from '../announce';
import { createPublication } from '../publication';
import type { PageQueue } from '../queue';
import { createPageRows } from '../rows';
import { PAGES_AT_ONCE, type StepResult } from '../steps';
import type { Look, Remake, Remaking } from './diff';
import { settle, slugChange } from './plan';

/**
 * Gives one batch of a queue its slugs in the running transaction. All is looked at anew behind the website's lock,
 * as others may have written since the plan; what the plan has arranged is the order, in which a page comes when its
 * slug is free.
 */
export const createSlugStep = (strapi: Core.Strapi, queue: PageQueue, look: Look, announce: Announcer) => {
  const rows = createPageRows(strapi);
  const publication = createPublication(strapi, rows);

  const write = async (
    trx: Knex.Transaction,
    remakes: readonly Remake[],
    userId: number | null,
  ): Promise<void> => {
    const now = new Date();
    const columns = { updated_at: now, ...(userId !== null && { updated_by_id: userId }) };
    const saved = remakes.filter(({ changesDraft }) => changesDraft);
    await rows.updateSlugs(
      trx,
      saved.map(({ draft: { id }, slugs, claim }) => ({ id, ...slugs, key: claim.wants })),
      columns,
    );
    const publishing = remakes.flatMap(({ draft, live, slugs, claim, campaign, links, ...remake }) => {
      const { slug, targetSlug } = slugs;
      // A page without a slug is not let through by the check of what may be live.
      if (!remake.publishes || slug === null || claim.wants === null) return [];
      const key = claim.wants;
      const own = { slug, target_slug: targetSlug, unique_key: key };
      const written = remake.changesDraft ? { ...draft, ...own, ...columns } : draft;
      return [{ draft: written, live, slug, targetSlug, key, campaign, links }];
    });
    await publication.write(trx, publishing, now);
    if (saved.length > 0) await announce.updated(saved.map(({ draft }) => draft.id));
    const published = remakes.filter(({ publishes }) => publishes);
    if (published.length > 0) await announce.published(published.map(({ page }) => page));
  };

  return async (queueId: string, remaking: Remaking, userId: number | null): Promise<StepResult> =>
    strapi.db.transaction(async ({ trx }) => {
      const { website, publish } = remaking;
      // Before anything is read: it is the lock. Nobody reads drafts through the API, so finished answers stay good.
      await (publish ? bumpRevisions : lockRevisions)(strapi, [websiteScope(website)]);
      const pages = await queue.nextWhole(queueId, PAGES_AT_ONCE);
      const looked = await look(remaking)(trx, pages);
      const { refused: unsettled } = await settle(
        strapi,
        trx,
        looked.remakes.map((remake) => ({ ...slugChange(remake), claim: remake.claim })),
      );
      const isRefused = new Set(unsettled.map(({ page }) => page));
      const remakes = looked.remakes.filter(({ page }) => !isRefused.has(page));
      await write(trx, remakes, userId);

      const changed = remakes.map(({ page }) => page);
      const refused = [...looked.refused, ...unsettled];
      await queue.take(queueId, [...changed, ...looked.unchanged]);
      await queue.refuse(queueId, refused);
      return { changed, unchanged: looked.unchanged, refused, isLast: pages.length < PAGES_AT_ONCE };
    });
};

export type SlugStep = ReturnType<typeof createSlugStep>;
