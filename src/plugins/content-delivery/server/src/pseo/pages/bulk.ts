import type { Core } from '@strapi/strapi';
import type { NewPageJob, PageAction, PageFilter } from '../../../../contracts/pseo-pages';
import { JobProblem, type Job, type JobHandler, type Jobs } from '../../jobs';
import { withRetries } from '../../platform/database/retries';
import type { PageEvents } from './page-events';
import { BULK_JOB, pageJobReportOf, type PageJobPayload, type PageJobs } from './page-jobs';
import type { PageQueue } from './queue';
import { runBatches } from './run-batches';
import type { SelectionResolver } from './selection-resolver';
import { unknownAttributes } from './rows';
import type { Narrowing, Selections, WalkPosition } from './selection';
import type { Steps } from './steps';

interface Payload extends PageJobPayload {
  action: PageAction;
  /** Null when the pages were named. */
  filter: PageFilter | null;
  narrowing: Narrowing;
  /** The last row of pages at the start: later ones are not meant. Absent in jobs of earlier releases. */
  lastRow?: number;
}

/** While pages are collected: where to go on. */
interface Checkpoint {
  collected: WalkPosition | 'all';
}

export interface BulkServices {
  strapi: Core.Strapi;
  jobs: Jobs;
  pageJobs: PageJobs;
  queue: PageQueue;
  selections: Selections;
  resolver: SelectionResolver;
  steps: Steps;
  events: PageEvents;
}

/** Publishing, unpublishing and deleting many pages of one website, as jobs. */
export const createBulkJobs = (services: BulkServices) => {
  const { strapi, jobs, pageJobs, queue, selections, resolver, steps } = services;
  const { sql, tables } = selections;
  const findLastRow = async (): Promise<number> => {
    const [row] = (await sql(tables.pages).max({ last: 'id' })) as { last: number | string | null }[];
    return Number(row?.last ?? 0);
  };
  /** First every page that fits is written down, so that pages which come or change later make no difference. */
  const collect = async (
    job: Parameters<JobHandler<Payload, Checkpoint>>[0],
    filter: PageFilter,
    from: WalkPosition | null,
  ): Promise<void> => {
    const { narrowing, lastRow = Infinity } = job.payload;
    const selection = await resolver.selectionOf({ filter }, narrowing);
    for await (const { pages, next } of selections.walk(selection, from)) {
      await withRetries(strapi, async () => {
        await queue.add(
          job.documentId,
          pages.filter(({ id }) => id <= lastRow).map((page) => ({ page: page.document_id })),
        );
        await job.save({ checkpoint: { collected: next } });
      });
    }
    const { waiting } = await queue.count(job.documentId);
    await job.save({ checkpoint: { collected: 'all' }, total: waiting });
  };

  const work: JobHandler<Payload, Checkpoint> = async (job) => {
    const { action, filter } = job.payload;
    if (action === 'publish') refuseUnknownAttributes(strapi);
    const website = await resolver.websiteOf(job);

    const collected = job.checkpoint?.collected ?? null;
    if (filter && collected !== 'all') await collect(job, filter, collected);

    await runBatches(services, job, pageJobReportOf(job), {
      render: () => steps.render(job.documentId, action),
      step: () => steps.step(job.documentId, website, action),
    });
  };
  jobs.handle(BULK_JOB, work);

  return {
    /**
     * @param narrowing which pages the user may do this to
     * @param userId the row number of the user; null for none
     */
    async start(request: NewPageJob, narrowing: Narrowing, userId: number | null): Promise<Job> {
      await pageJobs.sweep();
      const { action } = request;
      if ('filter' in request) {
        const { filter } = request;
        const lastRow = await findLastRow();
        const total = await resolver.count(await resolver.selectionOf(request, narrowing));
        const payload: Payload = { action, filter, narrowing, lastRow, notFound: 0, userId };
        return jobs.add({ kind: BULK_JOB, website: filter.website, payload, total });
      }
      const { found: pages, notFound } = await resolver.named(request, narrowing);
      const payload: Payload = { action, filter: null, narrowing: null, notFound, userId };
      return strapi.db.transaction(async () => {
        const job = await jobs.add({
          kind: BULK_JOB,
          website: request.website,
          payload,
          total: pages.length,
        });
        await queue.add(
          job.documentId,
          pages.map((page) => ({ page })),
        );
        return job;
      });
    },
  };
};

/** @throws JobProblem when rows that are written here would lack something that a project has added */
export const refuseUnknownAttributes = (strapi: Core.Strapi): void => {
  const unknown = unknownAttributes(strapi);
  if (unknown.length === 0) return;
  throw new JobProblem(
    `Pages have fields that cannot be published in bulk: ${unknown.join(', ')}. Publish them in the content manager.`,
  );
};
