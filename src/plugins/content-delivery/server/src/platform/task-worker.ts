import { AsyncLocalStorage } from 'node:async_hooks';
import { pool, type Pool, type WorkerPoolOptions } from 'workerpool';
import { createFairTurns } from './fair-turns';
import { unavailable } from './unavailable';

/** Milliseconds of one task, on a machine that has other work too: far more than any text takes that is meant well. */
const DEADLINE = 10_000;
/** Megabytes that the objects of a worker process may take. */
const MEMORY = 256;
/** Milliseconds that a worker may take to begin, its modules included. */
const MAX_START_TIME = 10_000;
/** Tasks that are there at a time; one has its turn. */
const MAX_PENDING = 200;
/** Those of one owner that wait. */
const MAX_WAITING = 100;

const owners = new AsyncLocalStorage<string>();

/** Does work whose tasks have their turns as those of this owner: a website, say. */
export const inTurnsOf = <Result>(owner: string, work: () => Result): Result => owners.run(owner, work);

/** Functions by name. What goes in and comes out is copied from one thread to the other. */
// Any parameters: each task has its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type TaskSet = Record<string, (...input: any[]) => unknown>;

/** A task took longer, or more memory, than the worker has for one. */
export class WorkerOverrun extends Error {
  constructor() {
    super('The work took too long or too much memory.');
  }
}

interface WorkerSettings {
  /**
   * A process where the memory that a task takes depends on what people give. A thread that goes past its limit is ended by Node
   * where it can, and where it cannot, as inside of one large allocation, the whole server is.
   */
  runsIn: 'process' | 'thread';
  /** Milliseconds of one task. */
  deadline?: number;
  /** Megabytes of a process. */
  memory?: number;
  maxPending?: number;
  maxWaiting?: number;
  /** For whom the work is that is under way, where no `inTurnsOf` says it: a signed-in user. */
  ownerOf?: () => string;
}

const THREAD: WorkerPoolOptions = { workerType: 'thread', workerThreadOpts: { env: {} } };

const processWith = (memory: number): WorkerPoolOptions => ({
  workerType: 'process',
  // Nobody reads what V8 prints of a process that it ends.
  emitStdStreams: true,
  forkOpts: {
    execArgv: [`--max-old-space-size=${memory}`],
    serialization: 'advanced',
    // Ctrl+C is for the server, which ends it when no request needs it any more.
    detached: process.platform !== 'win32',
    env: Object.fromEntries(KEPT_VARIABLES.flatMap((name) => [[name, process.env[name]]])),
  },
});

/** Templates write dates in the zone of the server; Windows starts no process without the other one. */
const KEPT_VARIABLES = ['TZ', 'SystemRoot'];

/**
 * A worker for what people give and what is long to read: requests are answered meanwhile. It begins with the first
 * task. A task that takes too long or too much memory ends with its worker, and the next one gets another.
 * @param entry the file of JavaScript that the worker begins with, which has the tasks
 */
export const createTaskWorker = <Tasks extends TaskSet>(
  entry: string,
  {
    runsIn,
    deadline = DEADLINE,
    memory = MEMORY,
    maxPending = MAX_PENDING,
    maxWaiting = MAX_WAITING,
    ownerOf = () => '',
  }: WorkerSettings,
) => {
  // Not in the pool's own queue: what waits there when a worker ends is not always taken up by the next one.
  const turns = createFairTurns();
  let pending = 0;
  let workers: Pool | null = null;
  let isClosed = false;

  return {
    /**
     * Tasks have their turns one after the other, those of each owner in rotation; the wait does not count.
     * @throws WorkerOverrun, an HTTP error 503 where too many wait
     */
    async run<Name extends keyof Tasks & string>(
      name: Name,
      ...input: Parameters<Tasks[Name]>
    ): Promise<ReturnType<Tasks[Name]>> {
      if (pending >= maxPending) {
        throw unavailable(
          'The server has too many long texts to read at the moment. Please try again shortly.',
        );
      }
      const owner = owners.getStore() ?? ownerOf();
      if (turns.count(owner) >= maxWaiting) {
        throw unavailable(
          'You have too many long texts to read at the moment. Please wait for them, and try again.',
        );
      }
      pending += 1;
      const release = await turns.take(owner);
      try {
        if (isClosed) throw unavailable('The server is ending. Please try again shortly.');
        const own = (workers ??= pool(entry, {
          ...(runsIn === 'thread' ? THREAD : processWith(memory)),
          maxWorkers: 1,
          // A worker that is ended has nothing to put away.
          workerTerminateTimeout: 0,
        }));
        try {
          const task = own.exec(name, input).timeout(deadline);
          return (await started(task, deadline + MAX_START_TIME)) as ReturnType<Tasks[Name]>;
        } catch (error) {
          const end = endOf(error);
          if (!end) throw error;
          // The pool may leave what comes next in its queue for ever, as it waits for the worker that has ended.
          if (workers === own) workers = null;
          void Promise.resolve(own.terminate(true)).catch(() => undefined);
          throw end;
        }
      } finally {
        pending -= 1;
        release();
      }
    },

    /** Ends the worker, and what it was doing. */
    async close(): Promise<void> {
      isClosed = true;
      await workers?.terminate(true);
    },
  };
};

/** What those who have long work need of the worker: some of its tasks. */
export interface TaskWorker<Tasks extends TaskSet> {
  run<Name extends keyof Tasks & string>(
    name: Name,
    ...input: Parameters<Tasks[Name]>
  ): Promise<ReturnType<Tasks[Name]>>;
}

/** What to say where an error is that of the worker, which has gone with it; null for one of the task. */
const endOf = (error: unknown): Error | null => {
  if (!(error instanceof Error)) return null;
  const { name, message } = error;
  // It did not begin, or was gone before the task had reached it.
  if (message.startsWith('Workerpool Worker error')) {
    return unavailable('The server could not read a long text just now. Please try again shortly.');
  }
  const isOver =
    name === 'TimeoutError' || name === 'CancellationError' || /worker (?:is )?terminated/i.test(message);
  return isOver ? new WorkerOverrun() : null;
};

class StartTimeout extends Error {
  override readonly name = 'TimeoutError';
}

/** The pool counts the time of a task from its start on, and one that waits in its queue may never start. */
const started = async <Result>(task: PromiseLike<Result>, time: number): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StartTimeout('The task did not begin.')), time);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
};
