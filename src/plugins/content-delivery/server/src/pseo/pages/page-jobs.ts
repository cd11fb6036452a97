import type { PageJob } from '../../../../contracts/pseo-pages';
import type { Job, Jobs } from '../../jobs';
import type { PageQueue } from './queue';

/** Publishing, unpublishing and deleting. */
export const BULK_JOB = 'pseo-pages';
/** Regenerating slugs. */
export const SLUGS_JOB = 'pseo-page-slugs';

const KINDS = [BULK_JOB, SLUGS_JOB];

/** What is known of every change of many pages. */
export interface PageJobPayload {
  action: PageJob['action'];
  /** True when it also publishes what it changes. */
  publish?: boolean;
  /** The row number of the user who asked for it; absent in jobs of earlier releases. */
  userId?: number | null;
  notFound: number;
}

/** What became of pages so far; the report of a job. */
export interface PageJobReport {
  changed: number;
  unchanged: number;
  refused: number;
}

export const pageJobReportOf = ({ report }: Pick<Job, 'report'>): PageJobReport => ({
  changed: 0,
  unchanged: 0,
  refused: 0,
  ...(report as PageJobReport | null),
});

/** Changes of many pages, whatever the change. */
export const createPageJobs = (jobs: Jobs, queue: PageQueue) => ({
  /** Null for a job of another kind. */
  async find(documentId: string): Promise<Job | null> {
    const job = await jobs.find(documentId);
    return job && KINDS.includes(job.kind) ? job : null;
  },

  /** The latest of a website first. */
  latest: (website: string): Promise<Job[]> => jobs.list({ kind: { $in: KINDS }, website }, 20),

  /** Forgets those that ended long ago, with their pages. */
  sweep: (): Promise<void> => jobs.sweep(KINDS, queue.clearInBatches),
});

export type PageJobs = ReturnType<typeof createPageJobs>;

const isoOrNull = (date: Date | null): string | null => date && date.toISOString();

/** A job as the panel sees it. */
export const toPageJob = (job: Job): PageJob => {
  const { action, notFound } = job.payload as PageJobPayload;
  return {
    documentId: job.documentId,
    website: job.website ?? '',
    action,
    state: job.state,
    done: job.done,
    total: job.total ?? job.done,
    ...pageJobReportOf(job),
    notFound,
    message: job.message,
    createdAt: job.createdAt.toISOString(),
    startedAt: isoOrNull(job.startedAt),
    finishedAt: isoOrNull(job.finishedAt),
  };
};
