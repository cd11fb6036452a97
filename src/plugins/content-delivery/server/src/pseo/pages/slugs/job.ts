import type { PageFilter } from '../../../../../contracts/pseo-pages';
import { MAX_NAMED_PAGES } from '../../../../../contracts/pseo-pages';
import { type JobHandler, type RunningJob } from '../../../jobs';
import { withRetries } from '../../../platform/database/retries';
import { chunks } from '../../../platform/database/statements';
import { refuseUnknownAttributes, type BulkServices } from '../bulk';
import { pageJobReportOf, type PageJobPayload, type PageJobReport } from '../page-jobs';
import { runBatches } from '../run-batches';
import type { Narrowing } from '../selection';
import type { RegenerationOptions } from './diff';
import type { SlugsPlan, SlugsPlanner } from './plan';
import type { SlugSteps } from './step';

export interface SlugsPayload extends PageJobPayload {
  action: 'slugs';
  publish: boolean;
  /** Null when the pages were named: they are in the queue from the start. */
  filter: PageFilter | null;
  narrowing: Narrowing;
  versions: RegenerationOptions['versions'];
  /** The row number of the user who is named as the author. */
  userId: number | null;
}

/** Once the plan is written down. */
interface Checkpoint {
  planned: true;
}

/** Queued pages that one transaction writes down. */
const WRITE_BATCH_SIZE = 2_000;

export interface SlugsWork extends Pick<BulkServices, 'strapi' | 'queue' | 'resolver' | 'events'> {
  planFor: SlugsPlanner;
  steps: SlugSteps;
}

/** Makes a plan, writes it down as a queue, and then does it batch by batch. */
export const createSlugsHandler = (services: SlugsWork) => {
  const { strapi, queue, resolver, planFor, steps } = services;
  /** Writes down what is to be done, and what cannot be done. */
  const writePlan = async (
    job: RunningJob<SlugsPayload, Checkpoint>,
    plan: SlugsPlan,
  ): Promise<PageJobReport> => {
    const queued = plan.changes.map(({ page }) => ({ page }));
    const report: PageJobReport = { changed: 0, unchanged: plan.unchanged, refused: plan.refused.length };
    const finish = async (): Promise<void> => {
      const done = report.unchanged + report.refused;
      await job.save({
        checkpoint: { planned: true },
        done,
        total: done + plan.changes.length,
        report,
      });
    };
    if (job.payload.filter === null) {
      // The names are nowhere else than in the queue: they are replaced at once or not at all.
      await withRetries(strapi, async () => {
        await queue.clear(job.documentId);
        await queue.add(job.documentId, queued);
        await queue.addRefused(job.documentId, plan.refused);
        await finish();
      });
      return report;
    }
    // What is left of a plan that was broken off.
    await queue.clear(job.documentId);
    for (const pages of chunks(queued, WRITE_BATCH_SIZE)) {
      await withRetries(strapi, async () => {
        await queue.add(job.documentId, pages);
        await job.save({});
      });
    }
    for (const refusals of chunks(plan.refused, WRITE_BATCH_SIZE)) {
      await withRetries(strapi, async () => {
        await queue.addRefused(job.documentId, refusals);
        await job.save({});
      });
    }
    await finish();
    return report;
  };

  const work: JobHandler<SlugsPayload, Checkpoint> = async (job) => {
    const { publish, versions, filter, narrowing, userId } = job.payload;
    if (publish) refuseUnknownAttributes(strapi);
    const options: RegenerationOptions = { website: await resolver.websiteOf(job), publish, versions };

    let report = pageJobReportOf(job);
    if (!job.checkpoint) {
      const pages = filter
        ? resolver.walk({ filter }, narrowing)
        : once(await queue.next(job.documentId, MAX_NAMED_PAGES));
      report = await writePlan(job, await planFor(options, pages, () => job.save({})));
    }
    await runBatches(services, job, report, {
      render: () => steps.render(job.documentId, options),
      step: () => steps.step(job.documentId, options, userId),
    });
  };
  return work;
};

/** A walk of one step. */
export async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}
