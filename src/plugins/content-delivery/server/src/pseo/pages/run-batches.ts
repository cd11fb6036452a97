import { setImmediate as tick } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { LARGE, writtenBy, type Origin } from '../../freshness/changes/origin';
import type { RunningJob } from '../../jobs';
import { renderBefore } from '../templates/rendered-before';
import { withRetries } from '../../platform/database/retries';
import { createWebhookBackpressure } from '../../platform/webhook-queue';
import type { PageEvents } from './page-events';
import type { PageJobPayload, PageJobReport } from './page-jobs';
import type { PageQueue } from './queue';

/** What became of the pages of one batch. */
interface Batch {
  changed: readonly unknown[];
  unchanged: readonly unknown[];
  refused: readonly unknown[];
  /** True when no page is left in the queue. */
  isLast: boolean;
}

/**
 * Changes queued pages batch by batch, each in a transaction with the progress of the job, until none is left.
 * @param report what became of pages before
 * @param batch one batch, and what it renders, which is done ahead of its lock
 */
export const runBatches = async <Payload extends PageJobPayload, Checkpoint>(
  { strapi, events, queue }: { strapi: Core.Strapi; events: PageEvents; queue: PageQueue },
  job: RunningJob<Payload, Checkpoint>,
  report: PageJobReport,
  { render, step }: { render: () => Promise<unknown>; step: () => Promise<Batch> },
): Promise<void> => {
  const waitForWebhooks = createWebhookBackpressure(strapi, job);
  const { waiting } = await queue.count(job.documentId);
  const origin: Origin = {
    source: 'bulk',
    userId: job.payload.userId ?? null,
    isLarge: job.done + waiting > LARGE,
    work: job.documentId,
  };
  let done = report;
  for (let isLast = false; !isLast;) {
    await waitForWebhooks();
    [done, isLast] = await writtenBy(origin, () =>
      renderBefore(render, () =>
        withRetries(strapi, async () => {
          const batch = await step();
          const sum: PageJobReport = {
            changed: done.changed + batch.changed.length,
            unchanged: done.unchanged + batch.unchanged.length,
            refused: done.refused + batch.refused.length,
          };
          await job.save({ done: sum.changed + sum.unchanged + sum.refused, report: sum });
          return [sum, batch.isLast] as const;
        }),
      ),
    );
    await events.flushed();
    // The next transaction would be begun before anybody else who waits for the connection.
    await tick();
  }
};
