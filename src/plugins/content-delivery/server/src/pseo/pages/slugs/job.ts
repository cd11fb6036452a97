import type { Core } from '@strapi/strapi';
import type { PageFilter } from '../../../../../contracts/pseo-pages';
import { MOST_NAMED_PAGES } from '../../../../../contracts/pseo-pages';
import { JobProblem, type JobHandler, type Jobs, type RunningJob } from '../../../jobs';
import { createYielder } from '../../../jobs/yielder';
import { withRetries } from '../../../platform/database/retries';
import { createWebhookBackpressure } from '../../../platform/webhook-queue';
import type { Announcer } from '../announce';
import { refuseUnknownAttributes } from '../bulk';
import { tallyOf, type PageJobPayload, type Tally } from '../page-jobs';
import type { PageQueue, QueuedPage, Refusal } from '../queue';
import type { SelectionResolver } from '../selection-resolver';
import type { Narrowing } from '../selection';
import type { Remaking } from './diff';
import type { SlugsPlan, SlugsPlanner } from './plan';
import type { SlugStep } from './step';

export interface SlugsPayload extends PageJobPayload {
  action: 'slugs';
  publish: boolean;
  /** Null when the pages were named: they are in the queue from the start. */
  filter: PageFilter | null;
  narrowing: Narrowing;
  versions: Remaking['versions'];
  /** The row number of the user who is named as the author. */
  userId: number | null;
}

/** Once the plan is written down. */
interface Checkpoint {
  planned: true;
}

/** Queued pages that one transaction writes down. */
const WRITTEN_AT_ONCE = 2_000;

export interface SlugsWork {
  strapi: Core.Strapi;
  jobs: Jobs;
  queue: PageQueue;
  requested: SelectionResolver;
  announce: Announcer;
  planFor: SlugsPlanner;
  step: SlugStep;
}

/** Makes a plan, writes it down as a queue, and then does it batch by batch. */
export const createSlugsHandler = (services: SlugsWork) => {
  const { strapi, jobs, queue, requested, announce, planFor, step } = services;
  /** Writes down what is to be done, in its order, and what can not be done. */
  const writePlan = async (job: RunningJob<SlugsPayload, Checkpoint>, plan: SlugsPlan): Promise<Tally> => {
    const pace = createYielder();
    const queued: QueuedPage[] = [];
    for (const [place, group] of plan.groups.entries()) {
      await pace();
      for (const page of group) queued.push({ page, turn: String(place).padStart(9, '0') });
    }
    const tally: Tally = { changed: 0, unchanged: plan.unchanged, refused: plan.refused.length };
    const finish = async (): Promise<void> => {
      const done = tally.unchanged + tally.refused;
      await job.save({
        checkpoint: { planned: true },
        done,
        total: done + plan.changes.length,
        report: tally,
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
      return tally;
    }
    // What is left of a plan that was broken off.
    await queue.clear(job.documentId);
    for (const pages of parts(queued)) {
      await withRetries(strapi, async () => {
        await queue.add(job.documentId, pages);
        await job.save({});
      });
    }
    for (const refusals of parts<Refusal>(plan.refused)) {
      await withRetries(strapi, async () => {
        await queue.addRefused(job.documentId, refusals);
        await job.save({});
      });
    }
    await finish();
    return tally;
  };

  const work: JobHandler<SlugsPayload, Checkpoint> = async (job) => {
    const { publish, versions, filter, narrowing, userId } = job.payload;
    if (publish) refuseUnknownAttributes(strapi);
    const website = (await jobs.find(job.documentId))?.website;
    if (!website) throw new JobProblem('The website has been deleted.');
    await requested.websiteNumber(website);
    const remaking: Remaking = { website, publish, versions };

    let tally = tallyOf(job);
    if (!job.checkpoint) {
      const pages = filter
        ? requested.walk({ filter }, narrowing)
        : once(await queue.next(job.documentId, MOST_NAMED_PAGES));
      tally = await writePlan(job, await planFor(remaking, pages, () => job.save({})));
    }
    const webhookPace = createWebhookBackpressure(strapi, job);
    for (let isLast = false; !isLast;) {
      await webhookPace();
      [tally, isLast] = await withRetries(strapi, async () => {
        const result = await step(job.documentId, remaking, userId);
        const sum: Tally = {
          changed: tally.changed + result.changed.length,
          unchanged: tally.unchanged + result.unchanged.length,
          refused: tally.refused + result.refused.length,
        };
        await job.save({ done: sum.changed + sum.unchanged + sum.refused, report: sum });
        return [sum, result.isLast];
      });
      await announce.told();
      // The next transaction would be begun before anybody else who waits for the connection.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return work;
};

/** A walk of one step. */
export async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += WRITTEN_AT_ONCE) {
    yield items.slice(from, from + WRITTEN_AT_ONCE);
  }
}
