import { setImmediate as tick } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { LARGE, writtenBy } from '../../freshness/changes/origin';
import { createPoller, type Poller } from '../../jobs/poller';
import type { Pages } from '../pages';
import { PAGE_BATCH_SIZE } from '../pages/steps';
import { renderBefore } from '../templates/rendered-before';
import { withRetries } from '../../platform/database/retries';
import { UIDS } from '../../platform/uids';
import { webhookQueueOf } from '../../platform/webhook-queue';
import { latestDate, nextDate } from './calendar';
import { scheduleOf } from './plan';
import { planOf, type DripStore, type StoredDrip } from './store';

/** Milliseconds between two polls for dates that have come. */
const POLL_INTERVAL = 5_000;

/** Another instance has worked on the drip, or an editor has paused it; this one rolls back. */
class ConcurrentUpdate extends Error {}

interface CampaignRow {
  website: { documentId: string } | null;
}

/**
 * Publishes what is due. Every process that serves requests has one, and they need not know of each other: each
 * transaction publishes pages and moves the drip on, from where it was found and from nowhere else.
 */
export const createDripRunner = (strapi: Core.Strapi, pages: Pages, store: DripStore): Poller => {
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
        if (!(await store.advance(drip, { state: 'finished', nextAt: null }))) throw new ConcurrentUpdate();
        return null;
      }
      const { amount, publishedSoFar } = drip;
      const most = Math.min(PAGE_BATCH_SIZE, amount - publishedSoFar);
      const { changed, isLast } = await pages.steps.step(documentId, website, 'publish', most);
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
      if (!(await store.advance(drip, data))) throw new ConcurrentUpdate();
      return isDone ? null : { ...drip, ...data };
    });

  const publishDue = async (drip: StoredDrip, now: Date): Promise<void> => {
    try {
      let current = await atLatestDate(drip, now);
      while (poller.isOn() && current?.nextAt) {
        const { documentId, nextAt, amount } = current;
        const work = `${documentId} ${nextAt.toISOString()}`;
        const origin = { source: 'drip' as const, userId: null, isLarge: amount > LARGE, work };
        const most = amount - current.publishedSoFar;
        current = await writtenBy(origin, () =>
          renderBefore(
            () => pages.steps.render(documentId, 'publish', most),
            () => publishSome(documentId, nextAt),
          ),
        );
        await pages.eventsFlushed();
        await webhookQueueOf(strapi).waitForCapacity(() => poller.isOn());
        await tick();
      }
    } catch (error) {
      if (!(error instanceof ConcurrentUpdate)) throw error;
    }
  };

  const poller = createPoller(strapi.log, POLL_INTERVAL, async (shouldContinue) => {
    const now = new Date();
    for (const drip of await store.due(now)) {
      if (!shouldContinue()) return;
      // One that fails does not hold up the others; it is tried again at the next poll.
      await publishDue(drip, now).catch((error: unknown) => void strapi.log.error(error));
    }
  });
  return poller;
};
