import createError from 'http-errors';
import { pool, type Pool } from 'workerpool';
import { createSemaphore } from './semaphore';

/** Milliseconds of one task, on a machine that has other work too: far more than any text takes that is meant well. */
const DEADLINE = 10_000;
/** Megabytes that the objects of the thread may take. */
const MEMORY = 256;
/** Tasks that are there at a time; one has its turn. */
const MAX_PENDING = 200;

/** Functions by name. What goes in and comes out is copied from one thread to the other. */
// Any parameters: each task has its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type TaskSet = Record<string, (...input: any[]) => unknown>;

/** A task took longer, or more memory, than the thread has for one. */
export class WorkerOverrun extends Error {
  constructor() {
    super('The work took too long or too much memory.');
  }
}

interface WorkerSettings {
  /** Milliseconds of one task. */
  deadline?: number;
  /** Megabytes. */
  memory?: number;
  maxPending?: number;
}

/**
 * A thread for what people give and what is long to read: requests are answered meanwhile. It begins with the first
 * task. A task that takes too long or too much memory ends with its thread, and the next one gets another.
 * @param entry the file of JavaScript that the thread begins with, which has the tasks
 */
export const createWorkerThread = <Tasks extends TaskSet>(
  entry: string,
  { deadline = DEADLINE, memory = MEMORY, maxPending = MAX_PENDING }: WorkerSettings = {},
) => {
  // Not in the pool's own queue: what waits there when a thread ends is not always taken up by the next one.
  const turns = createSemaphore({ capacity: 1 });
  let pending = 0;
  let threads: Pool | null = null;
  let isClosed = false;

  return {
    /**
     * Tasks have their turns one after the other; the wait does not count.
     * @throws WorkerOverrun, an HTTP error 503 where too many wait
     */
    async run<Name extends keyof Tasks & string>(
      name: Name,
      ...input: Parameters<Tasks[Name]>
    ): Promise<ReturnType<Tasks[Name]>> {
      if (pending >= maxPending) {
        throw busy('The server has too many long texts to read at the moment. Please try again shortly.');
      }
      pending += 1;
      const release = await turns.acquire();
      try {
        if (isClosed) throw busy('The server is ending. Please try again shortly.');
        threads ??= pool(entry, {
          workerType: 'thread',
          maxWorkers: 1,
          // A thread that is ended has nothing to put away.
          workerTerminateTimeout: 0,
          workerThreadOpts: { resourceLimits: { maxOldGenerationSizeMb: memory }, env: {} },
        });
        return (await threads.exec(name, input).timeout(deadline)) as ReturnType<Tasks[Name]>;
      } catch (error) {
        throw isOverrun(error) ? new WorkerOverrun() : error;
      } finally {
        pending -= 1;
        release();
      }
    },

    /** Ends the thread, and what it was doing. */
    async close(): Promise<void> {
      isClosed = true;
      await threads?.terminate(true);
    },
  };
};

/** What those who have long work need of the thread: some of its tasks. */
export interface WorkerThread<Tasks extends TaskSet> {
  run<Name extends keyof Tasks & string>(
    name: Name,
    ...input: Parameters<Tasks[Name]>
  ): Promise<ReturnType<Tasks[Name]>>;
}

const busy = (message: string) => createError(503, message, { details: {} });

const isOverrun = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || error.message.includes('memory limit'));
