import { inTime } from '../in-time';
import { startServerProcess, type Exit, type ServerProcess } from '../server-process';

/** Milliseconds in which several servers come up at once, and in which one ends that has been told to. */
const START_TIME = 120_000;
const END_TIME = 60_000;

/** One of several server processes, which keeps its address when it is restarted. */
export interface Instance {
  readonly port: number;
  /** As nginx names it. */
  readonly address: string;
  /** The process that runs now, or ran last. */
  readonly process: ServerProcess;
  /** From when it listens until it is stopped. */
  readonly isUp: boolean;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Exit>;
  start(): Promise<void>;
  /** Ends it without a signal, also while it is being started. */
  stop(): Promise<void>;
}

/**
 * Starts server processes on the database of the server that was started last in this process.
 * @param environment variables of all of them
 */
export const startInstances = async (count: number, environment: Record<string, string> = {}) => {
  const startOne = async (): Promise<Instance> => {
    const options = { environment, keepsOutput: true, within: START_TIME };
    let current = await startServerProcess(options);
    let starting: Promise<unknown> = Promise.resolve();
    let isUp = true;
    const { port } = current;
    return {
      port,
      address: `127.0.0.1:${port}`,
      get process() {
        return current;
      },
      get isUp() {
        return isUp;
      },
      async end(signal) {
        isUp = false;
        current.signal(signal);
        return inTime(`the end of the server on port ${port} by ${signal}`, current.ended, {
          within: END_TIME,
          seen: () => current.written.output.slice(-600),
        });
      },
      async start() {
        const started = startServerProcess({ ...options, port });
        starting = started.catch(() => undefined);
        current = await started;
        isUp = true;
      },
      async stop() {
        isUp = false;
        await starting;
        await current.stop();
      },
    };
  };
  const started = await Promise.allSettled(Array.from({ length: count }, startOne));
  const instances = started.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const stop = async (): Promise<void> => {
    await Promise.all(instances.map((instance) => instance.stop()));
  };
  for (const one of started) {
    if (one.status === 'fulfilled') continue;
    await stop();
    throw one.reason;
  }
  return { instances, stop };
};
