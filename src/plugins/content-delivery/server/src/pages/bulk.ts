import type { Core } from '@strapi/strapi';
import type { NewPageJob, PageAction, PageFilter, PageJob } from '../../../panel-contract';
import { JobProblem, type Job, type JobHandler, type Jobs } from '../jobs';
import { UIDS } from '../uids';
import type { PageQueue } from './queue';
import { unknownAttributes } from './rows';
import type { Narrowing, Selection, Selections, WalkPosition } from './selection';
import { withRetries, type Step } from './steps';

export const BULK_JOB = 'pseo-pages';

interface Payload {
  action: PageAction;
  /** Null when the pages were named. */
  filter: PageFilter | null;
  narrowing: Narrowing;
  notFound: number;
}

/** While pages are collected: where to go on. */
interface Checkpoint {
  collected: WalkPosition | 'all';
}

interface Tally {
  changed: number;
  unchanged: number;
  refused: number;
}

const NOTHING: Tally = { changed: 0, unchanged: 0, refused: 0 };

/** Named pages that one statement looks up. */
const NAMES = 500;

export interface BulkServices {
  strapi: Core.Strapi;
  jobs: Jobs;
  queue: PageQueue;
  selections: Selections;
  step: Step;
}

/** Publishing, unpublishing and deleting many pages of one website, as jobs. */
export const createBulkJobs = ({ strapi, jobs, queue, selections, step }: BulkServices) => {
  const websiteNumber = async (documentId: string): Promise<number> => {
    const website: { id: number } | null = await strapi.db
      .query(UIDS.website)
      .findOne({ where: { documentId }, select: ['id'] });
    if (!website) throw new JobProblem('The website has been deleted.');
    return website.id;
  };

  /** First every page that fits is written down, so that pages which come or change later make no difference. */
  const collect = async (
    job: Parameters<JobHandler<Payload, Checkpoint>>[0],
    filter: PageFilter,
    from: WalkPosition | null,
  ): Promise<void> => {
    const { narrowing } = job.payload;
    const selection: Selection = {
      ...filter,
      website: { id: await websiteNumber(filter.website) },
      narrowing,
    };
    for await (const { pages, next } of selections.walk(selection, from)) {
      await withRetries(strapi, async () => {
        await queue.add(
          job.documentId,
          pages.map((page) => ({ page: page.document_id, turn: '' })),
        );
        await job.save({ checkpoint: { collected: next } });
      });
    }
    const { waiting } = await queue.count(job.documentId);
    await job.save({ checkpoint: { collected: 'all' }, total: waiting });
  };

  const work: JobHandler<Payload, Checkpoint> = async (job) => {
    const { action, filter } = job.payload;
    const unknown = unknownAttributes(strapi);
    if (action === 'publish' && unknown.length > 0) {
      throw new JobProblem(
        `Pages have fields that can not be published in bulk: ${unknown.join(', ')}. Publish them in the content manager.`,
      );
    }
    const found = await jobs.find(job.documentId);
    const website = found?.website;
    if (!website) throw new JobProblem('The website has been deleted.');
    await websiteNumber(website);

    const collected = job.checkpoint?.collected ?? null;
    if (filter && collected !== 'all') await collect(job, filter, collected);

    let tally: Tally = { ...NOTHING, ...(job.report as Tally | null) };
    for (let isLast = false; !isLast;) {
      [tally, isLast] = await withRetries(strapi, async () => {
        const result = await step(job.documentId, website, action);
        const sum: Tally = {
          changed: tally.changed + result.changed.length,
          unchanged: tally.unchanged + result.unchanged.length,
          refused: tally.refused + result.refused.length,
        };
        await job.save({ done: sum.changed + sum.unchanged + sum.refused, report: sum });
        return [sum, result.isLast];
      });
      // The next transaction would be begun before anybody else who waits for the connection.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  jobs.handle(BULK_JOB, work);

  /** Which of the named pages of a website there are, for this user. */
  const findNamed = async (website: string, pages: readonly string[], narrowing: Narrowing) => {
    const found = new Set<string>();
    for (let from = 0; from < pages.length; from += NAMES) {
      const where = {
        documentId: { $in: pages.slice(from, from + NAMES) },
        publishedAt: null,
        campaign: { website: { documentId: website } },
      };
      const rows: { documentId: string }[] = await strapi.db.query(UIDS.pseoPage).findMany({
        where: narrowing ? { $and: [narrowing, where] } : where,
        select: ['id', 'documentId'],
      });
      for (const { documentId } of rows) found.add(documentId);
    }
    return [...found];
  };

  return {
    /** @param narrowing which pages the user may do this to */
    async start(request: NewPageJob, narrowing: Narrowing): Promise<Job> {
      const { action } = request;
      if ('filter' in request) {
        const { filter } = request;
        const selection = { ...filter, website: { id: await websiteNumber(filter.website) }, narrowing };
        const counts = await selections.countStates(selection);
        const total = filter.state
          ? counts[filter.state]
          : counts.draft + counts.waiting + counts.live + counts.changed;
        const payload: Payload = { action, filter, narrowing, notFound: 0 };
        return jobs.add({ kind: BULK_JOB, website: filter.website, payload, total });
      }
      const named = [...new Set(request.pages)];
      const pages = await findNamed(request.website, named, narrowing);
      const payload: Payload = {
        action,
        filter: null,
        narrowing: null,
        notFound: named.length - pages.length,
      };
      return strapi.db.transaction(async () => {
        const job = await jobs.add({
          kind: BULK_JOB,
          website: request.website,
          payload,
          total: pages.length,
        });
        await queue.add(
          job.documentId,
          pages.map((page) => ({ page, turn: '' })),
        );
        return job;
      });
    },

    /** Null for a job of another kind. */
    async find(documentId: string): Promise<Job | null> {
      const job = await jobs.find(documentId);
      return job?.kind === BULK_JOB ? job : null;
    },

    /** The latest of a website first. */
    latest: (website: string): Promise<Job[]> => jobs.list({ kind: BULK_JOB, website }, 20),
  };
};

export type BulkJobs = ReturnType<typeof createBulkJobs>;

const momentOf = (date: Date | null): string | null => date && date.toISOString();

/** A job as the panel sees it. */
export const toPageJob = (job: Job): PageJob => {
  const { action, notFound } = job.payload as Payload;
  const { changed, unchanged, refused } = { ...NOTHING, ...(job.report as Tally | null) };
  return {
    documentId: job.documentId,
    website: job.website ?? '',
    action,
    state: job.state,
    done: job.done,
    total: job.total ?? job.done,
    changed,
    unchanged,
    refused,
    notFound,
    message: job.message,
    createdAt: job.createdAt.toISOString(),
    startedAt: momentOf(job.startedAt),
    finishedAt: momentOf(job.finishedAt),
  };
};
