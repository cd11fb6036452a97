import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { JobProblem, JobStopped, type JobHandler, type RunningJob } from './job';
import type { ClaimedJob, JobStore } from './store';

/** Milliseconds between two looks for work that another process has left. */
const LOOK_EVERY = 2_000;
const FAILED =
  'Something went wrong on the server; its log says what. You can let the job go on from where it stood.';

/**
 * Works on jobs, one after the other, as long as it is on.
 * @param heartbeat milliseconds between two signs of life; a lease has to be several times as long
 */
export const createJobRunner = (
  strapi: Core.Strapi,
  store: JobStore,
  handlers: ReadonlyMap<string, JobHandler<unknown, unknown>>,
  heartbeat: number,
) => {
  const owner = randomUUID();
  let isOn = false;
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> | null = null;

  /** Shows that this process is at work on a job, as one step of it may take longer than a lease. */
  const beat = ({ documentId }: ClaimedJob) => {
    let isLost = false;
    let beating: Promise<void> | null = null;
    const renew = async (): Promise<void> => {
      try {
        if (!(await store.renew(documentId, owner))) isLost = true;
      } catch (error) {
        // The work itself meets with what is wrong, or it passes before the lease is over.
        strapi.log.debug(`A job could not be renewed: ${String(error)}`);
      }
    };
    const timer = setInterval(() => {
      // On SQLite it waits behind the work's own transaction, behind which another process waits as well.
      beating ??= renew().finally(() => {
        beating = null;
      });
    }, heartbeat).unref();
    return {
      isLost: () => isLost,
      /** Resolves when nothing of it is on its way any more. */
      async end(): Promise<void> {
        clearInterval(timer);
        await beating;
      },
    };
  };

  const work = async (job: ClaimedJob): Promise<void> => {
    const life = beat(job);
    const running: RunningJob = {
      ...job,
      async save(progress) {
        if (!isOn || life.isLost() || !(await store.save(job.documentId, owner, progress))) {
          throw new JobStopped();
        }
      },
    };
    try {
      await handlers.get(job.kind)?.(running);
      await store.leave(job.documentId, owner, 'done');
    } catch (error) {
      if (error instanceof JobStopped) {
        // A cancelled job is nobody's any more, and stays as it is.
        await store.leave(job.documentId, owner, 'waiting');
      } else {
        if (!(error instanceof JobProblem)) strapi.log.error(error);
        const message = error instanceof JobProblem ? error.message : FAILED;
        await store.leave(job.documentId, owner, 'failed', message);
      }
    } finally {
      await life.end();
    }
  };

  const workAll = async (): Promise<void> => {
    while (isOn) {
      const job = await store.claim([...handlers.keys()], owner);
      if (!job) return;
      await work(job);
    }
  };

  /** Begins to work, or looks again after what it is doing. */
  const look = (): void => {
    if (!isOn || working) return;
    working = workAll()
      // The database may be away for a while; the next look finds it again.
      .catch((error: unknown) => void strapi.log.error(error))
      .finally(() => {
        working = null;
      });
  };

  return {
    start(): void {
      if (isOn) return;
      isOn = true;
      timer = setInterval(look, LOOK_EVERY).unref();
      look();
    },

    /** Looks for work now. */
    nudge: look,

    /** Lets the current step come to its end, and gives the job back. */
    async stop(): Promise<void> {
      isOn = false;
      if (timer) clearInterval(timer);
      await working;
    },

    /** Works on what waits until nothing does: for a process without a server, such as a command. */
    async drain(): Promise<void> {
      const wasOn = isOn;
      isOn = true;
      try {
        // A nudge that comes meanwhile must not begin a second round, which the end of this one would cut off.
        working ??= workAll().finally(() => {
          working = null;
        });
        await working;
      } finally {
        isOn = wasOn;
      }
    },
  };
};
