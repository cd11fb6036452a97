import type { Core } from '@strapi/strapi';
import type { SlugChange, PageRefusal } from '../../../../../contracts/pseo-pages';
import { createYielder } from '../../../platform/yielder';
import { chunks } from '../../../platform/database/statements';
import { slugOf, textOf } from '../with-campaigns';
import {
  hasChanges,
  isLiveElsewhere,
  type DiffSlugs,
  type PageSlugChange,
  type RegenerationOptions,
} from './diff';
import { refusalsOf, type SlugRequest } from './conflicts';

/** A page that will change, without its texts: a plan may have a hundred thousand. */
export interface PlannedChange extends SlugChange, SlugRequest {
  isLiveElsewhere: boolean;
  hasChanges: boolean;
}

/** What becomes of all pages of a run. */
export interface SlugsPlan {
  changes: PlannedChange[];
  unchanged: number;
  refused: PageRefusal[];
}

/** Pages that are looked at in one go. */
const BATCH_SIZE = 200;

/** Previews a slug regeneration. Changes nothing. */
export const createSlugsPlanner =
  (strapi: Core.Strapi, diffSlugs: DiffSlugs) =>
  async (
    options: RegenerationOptions,
    pages: AsyncIterable<readonly string[]>,
    /** Called every few hundred pages; what it throws ends the work. */
    onward: () => Promise<void>,
  ): Promise<SlugsPlan> => {
    const sql = strapi.db.connection;
    const diffPages = diffSlugs(options);
    const plan: SlugsPlan = { changes: [], unchanged: 0, refused: [] };
    for await (const documentIds of pages) {
      for (const some of chunks(documentIds, BATCH_SIZE)) {
        const { changes, unchanged, refused } = await diffPages(sql, some);
        for (const change of changes) plan.changes.push(plannedChange(change));
        plan.unchanged += unchanged.length;
        plan.refused.push(...refused);
        await onward();
      }
    }
    const refused = await refusalsOf(strapi, sql, plan.changes);
    const isRefused = new Set(refused.map(({ page }) => page));
    const yieldTurn = createYielder();
    const changes: PlannedChange[] = [];
    for (const change of plan.changes) {
      await yieldTurn();
      if (!isRefused.has(change.page)) changes.push(change);
    }
    return {
      changes,
      unchanged: plan.unchanged,
      refused: [...plan.refused, ...refused],
    };
  };

export type SlugsPlanner = ReturnType<typeof createSlugsPlanner>;

/** @returns what it has and gets, as the preview shows it, and what its slug is compared by */
export const slugChange = ({ page, draft, live, slugs, key }: PageSlugChange): SlugChange & SlugRequest => {
  const [liveRow] = live;
  return {
    page,
    from: { slug: slugOf(draft), targetSlug: textOf(draft, 'target_slug') || null },
    to: { slug: slugs.slug, targetSlug: slugs.targetSlug },
    liveSlug: liveRow ? slugOf(liveRow) : null,
    key,
  };
};

const plannedChange = (change: PageSlugChange): PlannedChange => ({
  ...slugChange(change),
  isLiveElsewhere: isLiveElsewhere(change),
  hasChanges: hasChanges(change),
});
