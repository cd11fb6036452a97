import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { isLoss } from '../platform/database/loss';
import { JobProblem, JobStopped, type JobHandler, type RunningJob } from './job';
import { createPoller, type Poller } from './poller';
import type { ClaimedJob, JobStore } from './store';

/** Milliseconds between two polls, for work that another process has left. */
const POLL_INTERVAL = 2_000;
/** How often a job is tried again in a row that lost its connection to the database, each time with the next poll. */
const MAX_LOST_CONNECTIONS = 5;
const FAILED =
  'Something went wrong on the server; its log says what. You can let the job go on from where it stood.';

/**
 * Works on jobs, one after the other, as long as it is switched on.
 * @param interval milliseconds between two heartbeats; a lease has to be several times as long
 */
export const createJobRunner = (
  strapi: Core.Strapi,
  store: JobStore,
  handlers: ReadonlyMap<string, JobHandler<unknown, unknown>>,
  interval: number,
): Poller => {
  const owner = randomUUID();
  /** By job, since it was last saved. */
  const lostConnections = new Map<string, number>();
  /** Renews the lease on a job, as one step of it may take longer than a lease. */
  const startHeartbeat = ({ documentId }: ClaimedJob) => {
    let hasLostLease = false;
    let renewing: Promise<void> | null = null;
    const renew = async (): Promise<void> => {
      try {
        if (!(await store.renew(documentId, owner))) hasLostLease = true;
      } catch (error) {
        // The work meets the same error itself, or it passes before the lease is over.
        strapi.log.debug(`A job could not be renewed: ${String(error)}`);
      }
    };
    const timer = setInterval(() => {
      // On SQLite it waits for the work's own transaction, for which another process waits as well.
      renewing ??= renew().finally(() => {
        renewing = null;
      });
    }, interval).unref();
    return {
      hasLostLease: () => hasLostLease,
      /** Resolves when nothing of it is on its way any more. */
      async stop(): Promise<void> {
        clearInterval(timer);
        await renewing;
      },
    };
  };

  /** @returns false where it is to be tried again later */
  const work = async (job: ClaimedJob): Promise<boolean> => {
    const heartbeat = startHeartbeat(job);
    const running: RunningJob = {
      ...job,
      async save(progress) {
        if (
          !poller.isOn() ||
          heartbeat.hasLostLease() ||
          !(await store.save(job.documentId, owner, progress))
        ) {
          throw new JobStopped();
        }
        lostConnections.delete(job.documentId);
      },
    };
    try {
      await handlers.get(job.kind)?.(running);
      await store.finish(job.documentId, owner, 'done');
    } catch (error) {
      if (error instanceof JobStopped) {
        // A cancelled job has no worker any more, and stays as it is.
        await store.finish(job.documentId, owner, 'waiting');
      } else if (isLoss(error) && (lostConnections.get(job.documentId) ?? 0) < MAX_LOST_CONNECTIONS) {
        // From its checkpoint, which was committed with the step or not at all: a COMMIT without an answer is looked up so.
        lostConnections.set(job.documentId, (lostConnections.get(job.documentId) ?? 0) + 1);
        await store.finish(job.documentId, owner, 'waiting');
        return false;
      } else {
        lostConnections.delete(job.documentId);
        if (!(error instanceof JobProblem)) strapi.log.error(error);
        const message = error instanceof JobProblem ? error.message : FAILED;
        await store.finish(job.documentId, owner, 'failed', message);
      }
    } finally {
      await heartbeat.stop();
    }
    return true;
  };

  const poller = createPoller(strapi.log, POLL_INTERVAL, async (shouldContinue) => {
    while (shouldContinue()) {
      const job = await store.claim([...handlers.keys()], owner);
      if (!job) return;
      if (!(await work(job))) return;
    }
  });
  return poller;
};
