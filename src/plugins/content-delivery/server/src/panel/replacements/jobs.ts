import { setImmediate as tick } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Replacement, ReplaceScope } from '../../../../contracts/replacements';
import { LARGE, writtenBy } from '../../freshness/changes/origin';
import type { Job, JobHandler, Jobs, RunningJob } from '../../jobs';
import { withRetries } from '../../platform/database/retries';
import { createWebhookBackpressure } from '../../platform/webhook-queue';
import { createChange, createTakeBack, Skipped } from './change';
import type { Planner } from './plan';
import type { NewReplacedPost, ReplacedPost, ReplacedPostStore, ReplacedState, Undo } from './store';

const REPLACE_JOB = 'post-replacements';
const TAKE_BACK_JOB = 'post-replacements-back';
export const REPLACE_KINDS = [REPLACE_JOB, TAKE_BACK_JOB];

export interface ReplacePayload extends ReplaceScope {
  /** Null for a command. */
  userId: number | null;
  /** Of the run that is taken back; null for a run itself. */
  of: string | null;
}

interface Report {
  changed: number;
  skipped: number;
}

const reportOf = ({ report }: Pick<Job, 'report'>): Report => ({
  changed: 0,
  skipped: 0,
  ...(report as Report | null),
});

export const payloadOf = ({ payload }: Pick<Job, 'payload'>): ReplacePayload => payload as ReplacePayload;

/** Runs of search and replace, and of taking them back: a post in each transaction, with the progress of the job. */
export const createReplaceJobs = (
  strapi: Core.Strapi,
  jobs: Jobs,
  store: ReplacedPostStore,
  plan: Planner,
) => {
  const change = createChange(strapi, plan);
  const takeBack = createTakeBack(strapi);

  /** @param ends what a post is when it is done, and when it is left */
  const runThrough = async (
    job: RunningJob<ReplacePayload, number>,
    run: string,
    from: ReplacedState,
    [changed, left]: readonly [ReplacedState, ReplacedState],
    work: (post: ReplacedPost) => Promise<Undo | undefined>,
  ): Promise<void> => {
    const waitForWebhooks = createWebhookBackpressure(strapi, job);
    const { userId } = job.payload;
    const count = (await store.count(run))[from] ?? 0;
    const origin = { source: 'bulk' as const, userId, isLarge: job.done + count > LARGE };
    let report = reportOf(job);
    const save = (next: Report, at: number) =>
      job.save({ checkpoint: at, done: next.changed + next.skipped, report: next });
    const after = job.checkpoint ?? 0;
    for (let post = await store.next(run, from, after); post; post = await store.next(run, from, post.id)) {
      await waitForWebhooks();
      const { id } = post;
      const one = post;
      try {
        const next = { ...report, changed: report.changed + 1 };
        await writtenBy(origin, () =>
          withRetries(strapi, async () => {
            const undo = await work(one);
            await store.end(id, { state: changed, ...(undo && { undo }) });
            await save(next, id);
          }),
        );
        report = next;
      } catch (error) {
        const leave = reasonToLeave(error);
        if (!leave) throw error;
        const next = { ...report, skipped: report.skipped + 1 };
        await withRetries(strapi, async () => {
          await store.end(id, { state: left, ...leave });
          await save(next, id);
        });
        report = next;
      }
      await tick();
    }
  };

  const replace: JobHandler<ReplacePayload, number> = (job) =>
    runThrough(job, job.documentId, 'waiting', ['changed', 'skipped'], (post) =>
      change(post, job.payload, job.payload.userId),
    );
  const back: JobHandler<ReplacePayload, number> = (job) =>
    runThrough(job, job.payload.of ?? '', 'changed', ['back', 'kept'], async (post) => {
      await takeBack(post, job.payload.userId);
      return undefined;
    });
  jobs.handle(REPLACE_JOB, replace);
  jobs.handle(TAKE_BACK_JOB, back);

  return {
    /** Null for a job of another kind. */
    async find(documentId: string): Promise<Job | null> {
      const job = await jobs.find(documentId);
      return job && REPLACE_KINDS.includes(job.kind) ? job : null;
    },

    /** The latest first. */
    latest: (): Promise<Job[]> => jobs.list({ kind: { $in: REPLACE_KINDS } }, 50),

    async start(payload: ReplacePayload, posts: readonly NewReplacedPost[]): Promise<Job> {
      await jobs.sweep(REPLACE_KINDS, store.forget);
      const skipped = posts.filter(({ state }) => state === 'skipped').length;
      return strapi.db.transaction(async () => {
        const job = await jobs.add({ kind: REPLACE_JOB, payload, total: posts.length - skipped });
        await store.add(job.documentId, posts);
        return job;
      });
    },

    /** @param foreign posts of the run that the user may not change */
    async takeBack(of: Job, foreign: readonly string[], userId: number, total: number): Promise<Job> {
      const payload: ReplacePayload = { ...payloadOf(of), userId, of: of.documentId };
      return strapi.db.transaction(async () => {
        await store.keep(of.documentId, foreign);
        return jobs.add({ kind: TAKE_BACK_JOB, payload, total: total - foreign.length });
      });
    },

    /** A job as the panel sees it. */
    async describe(job: Job): Promise<Replacement> {
      const { of, search, replace: by } = payloadOf(job);
      const counts = await store.count(job.documentId);
      const report = reportOf(job);
      const hasEnded = !['waiting', 'running'].includes(job.state);
      return {
        documentId: job.documentId,
        kind: of === null ? 'replace' : 'take-back',
        search,
        replace: by,
        state: job.state,
        done: job.done,
        total: job.total ?? job.done,
        changed: report.changed,
        skipped: of === null ? (counts.skipped ?? 0) : report.skipped,
        message: job.message,
        createdAt: job.createdAt.toISOString(),
        mayTakeBack: of === null && hasEnded && (counts.changed ?? 0) > 0,
      };
    },
  };
};

export type ReplaceJobs = ReturnType<typeof createReplaceJobs>;

/** A post that a rule refuses is left as it is; anything else ends the job. */
const reasonToLeave = (error: unknown): { reason: Skipped['reason']; message: string | null } | null => {
  if (error instanceof Skipped) return { reason: error.reason, message: null };
  if (error instanceof errors.ApplicationError) return { reason: 'refused', message: error.message };
  return null;
};
