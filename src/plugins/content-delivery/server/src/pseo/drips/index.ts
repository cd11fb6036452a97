import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import type { Drip, DripPlan, DripPreview } from '../../../../contracts/pseo-drips';
import type { Pages } from '../pages';
import type { Narrowing } from '../pages/selection';
import { withRetries } from '../../platform/database/retries';
import { UIDS } from '../../platform/uids';
import { dateAfter, nextDate } from './calendar';
import { scheduleOf } from './plan';
import { createDripRunner } from './runner';
import { createDripStore, planOf, type StoredDrip } from './store';
import { sortKeyOf } from './sort-key';

/** A campaign, and the website that it belongs to. */
export interface DripCampaign {
  documentId: string;
  name: string;
  website: { id: number; documentId: string };
}

const MOMENTS_SHOWN = 5;
/** Pages that are put into another order in one transaction. */
const SORT_BATCH_SIZE = 1_000;

/** Drips: some pages of a campaign every day or week. */
export const createDrips = (strapi: Core.Strapi, pages: Pages) => {
  const store = createDripStore(strapi);
  const { queue, selections } = pages;

  const draftsOf = ({ documentId, website }: DripCampaign, narrowing: Narrowing) => ({
    website,
    campaign: documentId,
    state: 'draft' as const,
    narrowing,
  });

  const addDrafts = async (drip: StoredDrip, campaign: DripCampaign, narrowing: Narrowing): Promise<void> => {
    for await (const { pages: found } of selections.walk(draftsOf(campaign, narrowing))) {
      const pages = found.map((page) => ({
        page: page.document_id,
        sortKey: sortKeyOf(drip.pageOrder, drip.documentId, page),
      }));
      await withRetries(strapi, async () => {
        await store.lock(drip.documentId);
        await queue.add(drip.documentId, pages);
      });
    }
  };

  /** Gives the pages that wait the places of another order. */
  const reorder = async (drip: StoredDrip, order: DripPlan['order']): Promise<void> => {
    // Those that are put back are rows after the last of now.
    const last: { id: number } | null = await strapi.db
      .query(UIDS.queuedPage)
      .findOne({ where: { queue: drip.documentId }, orderBy: { id: 'desc' }, select: ['id'] });
    for (let after = 0; last;) {
      const waiting: { id: number; page: string }[] = await strapi.db.query(UIDS.queuedPage).findMany({
        where: { queue: drip.documentId, state: 'waiting', id: { $gt: after, $lte: last.id } },
        orderBy: { id: 'asc' },
        select: ['id', 'page'],
        limit: SORT_BATCH_SIZE,
      });
      const documentIds = waiting.map(({ page }) => page);
      after = waiting[waiting.length - 1]?.id ?? last.id;
      const rows: { documentId: string; slug: string | null; createdAt: Date | string }[] = await strapi.db
        .query(UIDS.pseoPage)
        .findMany({
          where: { documentId: { $in: documentIds }, publishedAt: null },
          select: ['documentId', 'slug', 'createdAt'],
        });
      await strapi.db.transaction(async () => {
        await queue.take(drip.documentId, documentIds);
        await queue.add(
          drip.documentId,
          rows.map(({ documentId, slug, createdAt }) => ({
            page: documentId,
            sortKey: sortKeyOf(order, drip.documentId, {
              document_id: documentId,
              slug,
              created_at: createdAt,
            }),
          })),
        );
      });
      if (waiting.length < SORT_BATCH_SIZE) return;
    }
  };

  /** Lets it run from the next date on, or ends it when nothing waits. */
  const run = (drip: StoredDrip): Promise<boolean> =>
    withRetries(strapi, async () => {
      // Drafts that are added meanwhile are counted, or find it ended.
      await store.lock(drip.documentId);
      const { waiting } = await queue.count(drip.documentId);
      return waiting > 0
        ? store.setState(
            drip.documentId,
            ['paused', 'finished'],
            'running',
            nextDate(scheduleOf(planOf(drip)), new Date(), drip.lastAt),
          )
        : store.setState(drip.documentId, ['paused'], 'finished', null);
    });

  const reload = async (drip: StoredDrip): Promise<StoredDrip> => (await store.find(drip.documentId)) ?? drip;

  return {
    find: store.find,
    ofCampaigns: store.ofCampaigns,
    refusals: queue.refusals,
    countWaiting: async (drip: string): Promise<number> => (await queue.count(drip)).waiting,
    runner: createDripRunner(strapi, pages, store),

    /**
     * @param narrowing which pages the user may publish
     * @returns it as it was before it ran; null when the campaign has a drip already
     */
    async add(campaign: DripCampaign, plan: DripPlan, narrowing: Narrowing): Promise<StoredDrip | null> {
      const drip = await store.add(campaign.documentId, plan);
      if (!drip) return null;
      // Paused meanwhile: what is left of it when the server goes down here can be seen, and continued or deleted.
      await addDrafts(drip, campaign, narrowing);
      await run(drip);
      return drip;
    },

    /**
     * @param known the plan that it has as far as the user knows; null for whichever it has
     * @returns false when it has another one by now
     */
    async changePlan(drip: StoredDrip, plan: DripPlan, known: DripPlan | null): Promise<boolean> {
      const before = await withRetries(strapi, async () => {
        await store.lock(drip.documentId);
        const now = await reload(drip);
        if (known && !isDeepStrictEqual(planOf(now), known)) return null;
        const wasRunning = await store.setState(drip.documentId, ['running'], 'paused', null);
        await store.setPlan(drip.documentId, plan);
        return { order: now.pageOrder, wasRunning };
      });
      if (!before) return false;
      if (plan.order !== before.order) await reorder(drip, plan.order);
      if (before.wasRunning) await run(await reload(drip));
      return true;
    },

    /** @returns false when it does not run (any more) */
    pause: (drip: StoredDrip): Promise<boolean> =>
      store.setState(drip.documentId, ['running'], 'paused', null),

    /** @returns false when it is not paused (any more) */
    resume: async (drip: StoredDrip): Promise<boolean> => drip.state === 'paused' && run(drip),

    /** Adds new drafts and retries refused pages. */
    async addDrafts(drip: StoredDrip, campaign: DripCampaign, narrowing: Narrowing): Promise<void> {
      await queue.clear(drip.documentId, 'refused');
      await addDrafts(drip, campaign, narrowing);
      // It may have published its last page meanwhile.
      const now = await reload(drip);
      if (now.state === 'finished') await run(now);
    },

    remove: async (drip: StoredDrip): Promise<void> =>
      strapi.db.transaction(async () => {
        await store.remove(drip.documentId);
        await queue.clear(drip.documentId);
      }),

    async preview(campaign: DripCampaign, plan: DripPlan, narrowing: Narrowing): Promise<DripPreview> {
      const drip = await store.ofCampaign(campaign.documentId);
      const count = drip
        ? (await queue.count(drip.documentId)).waiting
        : (await selections.countStates(draftsOf(campaign, narrowing))).draft;
      const times = Math.ceil(count / plan.amount);
      const schedule = scheduleOf(plan);
      const first = nextDate(schedule, new Date(), drip?.lastAt);
      const at = (n: number) => dateAfter(schedule, first, n).toISOString();
      return {
        pages: count,
        times,
        next: Array.from({ length: Math.min(times, MOMENTS_SHOWN) }, (_, n) => at(n)),
        lastAt: times > 0 ? at(times - 1) : null,
      };
    },

    /** A drip as the panel sees it. */
    async view(drip: StoredDrip, campaign: DripCampaign): Promise<Drip> {
      const plan = planOf(drip);
      const { waiting, refused } = await queue.count(drip.documentId);
      const { nextAt } = drip;
      const left = Math.ceil((waiting + drip.publishedSoFar) / plan.amount);
      return {
        documentId: drip.documentId,
        campaign: { documentId: campaign.documentId, name: campaign.name },
        website: campaign.website.documentId,
        plan,
        state: drip.state,
        nextAt: nextAt && nextAt.toISOString(),
        lastAt: nextAt && dateAfter(scheduleOf(plan), nextAt, Math.max(0, left - 1)).toISOString(),
        waiting,
        published: drip.published,
        refused,
        missed: drip.missed,
        lastRun: drip.lastAt && { at: drip.lastAt.toISOString(), published: drip.lastPublished ?? 0 },
        createdAt: drip.createdAt.toISOString(),
      };
    },
  };
};

export type Drips = ReturnType<typeof createDrips>;
