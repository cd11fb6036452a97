import type { Core } from '@strapi/strapi';
import type { Pages } from '../pages';
import { PAGES_AT_ONCE } from '../pages/steps';
import { withRetries } from '../../platform/database/retries';
import { UIDS } from '../../platform/uids';
import { webhooksOf } from '../../platform/webhook-queue';
import { latestDate, nextDate } from './calendar';
import { scheduleOf } from './plan';
import { planOf, type DripStore, type StoredDrip } from './store';

/** Milliseconds between two looks at which dates have come. */
const LOOK_EVERY = 5_000;

/** Another process has worked on the drip, or somebody has paused it; what this one did is taken back. */
class Overtaken extends Error {}

interface CampaignRow {
  website: { documentId: string } | null;
}

/**
 * Publishes what is due. Every process that serves requests has one, and they need not know of each other: each
 * transaction publishes pages and moves the drip on, from where it was found and from nowhere else.
 */
export const createDripRunner = (strapi: Core.Strapi, pages: Pages, store: DripStore) => {
  let isOn = false;
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> | null = null;

  const websiteOf = async ({ campaign }: StoredDrip): Promise<string | null> => {
    const row: CampaignRow | null = await strapi.db.query(UIDS.pseoCampaign).findOne({
      where: { documentId: campaign },
      select: ['id'],
      populate: { website: { select: ['documentId'] } },
    });
    return row?.website?.documentId ?? null;
  };

  /**
   * When several dates have come because no server was running, the latest counts and the others are missed:
   * never is more published at once than the plan says.
   */
  const atLatestDate = async (drip: StoredDrip, now: Date): Promise<StoredDrip | null> => {
    if (!drip.nextAt) return null;
    const { date, passed } = latestDate(scheduleOf(planOf(drip)), drip.nextAt, now);
    if (passed === 0) return drip;
    // The date that was begun was not missed, though the rest of its pages waits for the next.
    const missed = drip.missed + passed - (drip.publishedSoFar > 0 ? 1 : 0);
    const moved = { nextAt: date, publishedSoFar: 0, missed };
    return (await store.advance(drip, moved)) ? { ...drip, ...moved } : null;
  };

  /** One transaction at a date. @returns the drip as it is now; null when the date is done with */
  const publishSome = (documentId: string, date: Date): Promise<StoredDrip | null> =>
    withRetries(strapi, async () => {
      // Drafts that are added meanwhile come before its end, or find it ended.
      await store.lock(documentId);
      const drip = await store.find(documentId);
      if (drip?.state !== 'running' || drip.nextAt?.getTime() !== date.getTime()) return null;
      const website = await websiteOf(drip);
      if (website === null) {
        if (!(await store.advance(drip, { state: 'finished', nextAt: null }))) throw new Overtaken();
        return null;
      }
      const { amount, publishedSoFar } = drip;
      const most = Math.min(PAGES_AT_ONCE, amount - publishedSoFar);
      const { changed, isLast } = await pages.step(documentId, website, 'publish', most);
      const atThisDate = publishedSoFar + changed.length;
      const isDone = isLast || atThisDate >= amount;
      const data: Partial<StoredDrip> = {
        published: drip.published + changed.length,
        publishedSoFar: atThisDate,
        lastAt: date,
        lastPublished: atThisDate,
      };
      if (isDone) {
        const { waiting } = await pages.queue.count(documentId);
        Object.assign(data, {
          publishedSoFar: 0,
          state: waiting > 0 ? 'running' : 'finished',
          nextAt: waiting > 0 ? nextDate(scheduleOf(planOf(drip)), date, date) : null,
        });
      }
      if (!(await store.advance(drip, data))) throw new Overtaken();
      return isDone ? null : { ...drip, ...data };
    });

  const publishDue = async (drip: StoredDrip, now: Date): Promise<void> => {
    try {
      let current = await atLatestDate(drip, now);
      while (isOn && current?.nextAt) {
        current = await publishSome(current.documentId, current.nextAt);
        await pages.told();
        await webhooksOf(strapi).room(() => isOn);
        await new Promise((resolve) => setImmediate(resolve));
      }
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  };

  const publishAllDue = async (): Promise<void> => {
    const now = new Date();
    for (const drip of await store.due(now)) {
      if (!isOn) return;
      // One that fails does not hold up the others; it is tried again at the next look.
      await publishDue(drip, now).catch((error: unknown) => void strapi.log.error(error));
    }
  };

  const look = (): Promise<void> => {
    if (!isOn) return Promise.resolve();
    working ??= publishAllDue()
      // The database may be away for a while; the next look finds it again.
      .catch((error: unknown) => void strapi.log.error(error))
      .finally(() => {
        working = null;
      });
    return working;
  };

  return {
    start(): void {
      if (isOn) return;
      isOn = true;
      timer = setInterval(() => void look(), LOOK_EVERY).unref();
      void look();
    },

    /** Publishes what is due now. */
    look,

    /** Lets the current transaction come to its end. */
    async stop(): Promise<void> {
      isOn = false;
      if (timer) clearInterval(timer);
      await working;
    },
  };
};

export type DripRunner = ReturnType<typeof createDripRunner>;
