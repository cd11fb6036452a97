/**
 * Long work that goes on when the browser is closed, after a restart, and on another instance when this one dies. A wing
 * registers a handler and adds jobs; a process that serves requests claims one job at a time from the database, saves
 * checkpoints while it works, and another one resumes from the last when the lease ends.
 */
import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import type { Job, JobHandler } from './job';
import { createJobRunner } from './runner';
import { createJobStore, type NewJob } from './store';

export { JOB_RETENTION } from './store';
export { JobProblem, type Job, type JobHandler, type RunningJob } from './job';

/** Milliseconds after which a job whose process has died is taken up by another one. */
const LEASE = 30_000;

export const createJobs = (strapi: Core.Strapi, lease = LEASE) => {
  const handlers = new Map<string, JobHandler<unknown, unknown>>();
  const endings = new Map<string, (job: Job) => Promise<void>>();
  const store = createJobStore(strapi, lease, async (job) => endings.get(job.kind)?.(job));
  const runner = createJobRunner(strapi, store, handlers, lease / 3);
  // Not in the caller's context: inside its transaction the work would end with it.
  const wake = AsyncResource.bind(() => void runner.wake());
  /** When what has been written is there for everybody. */
  const wakeOnCommit = (): Promise<void> =>
    strapi.db.transaction(({ onCommit }) => {
      onCommit(() => void setImmediate(wake));
    });

  return {
    /** All that is handled. */
    kinds: (): string[] => [...handlers.keys()],

    find: store.find,
    list: store.list,
    cancel: store.cancel,
    sweep: store.sweep,

    /**
     * Says who does the work of a kind.
     * @param ended is called in the transaction in which such a job is done, fails or is cancelled
     */
    handle<Payload, Checkpoint>(
      kind: string,
      handler: JobHandler<Payload, Checkpoint>,
      ended?: (job: Job) => Promise<void>,
    ): void {
      handlers.set(kind, handler as unknown as JobHandler<unknown, unknown>);
      if (ended) endings.set(kind, ended);
    },

    /** Puts a job in the queue; it may be inside a transaction, and begins when that has ended. */
    async add(job: NewJob) {
      if (!handlers.has(job.kind)) throw new Error(`There is no handler for jobs of the kind "${job.kind}".`);
      const added = await store.add(job);
      await wakeOnCommit();
      return added;
    },

    async resume(documentId: string): Promise<boolean> {
      const isWaiting = await store.resume(documentId);
      await wakeOnCommit();
      return isWaiting;
    },

    runner,
  };
};

export type Jobs = ReturnType<typeof createJobs>;
