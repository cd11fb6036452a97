import { startServerProcess, type Exit, type ServerProcess } from '../server-process';

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
    const options = { environment, keepsOutput: true };
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
        return current.ended;
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
  const instances = await Promise.all(Array.from({ length: count }, startOne));
  return {
    instances,
    stop: async (): Promise<void> => {
      await Promise.all(instances.map((instance) => instance.stop()));
    },
  };
};
