import { fork } from 'node:child_process';
import path from 'node:path';

/** One call of the document service, the database layer or a service in the other process. */
export interface RemoteCall {
  target: 'documents' | 'query' | 'service';
  uid: string;
  method: string;
  parameters: unknown[];
}

interface Ready {
  port: number;
  contentTypes: Record<string, { attributes: object; options: object }>;
}

interface Message extends Partial<Ready> {
  id?: number;
  results?: unknown[];
  error?: { name: string; message: string; details: unknown };
}

interface Options {
  /** Variables beside those of this process. */
  environment?: Record<string, string>;
  /** Whether the admin panel is served, from the build. */
  admin?: boolean;
  /** In place of the project's own `public`. */
  publicFolder?: string;
}

/** Starts a Strapi that listens on a free port of 127.0.0.1. It ends with this process at the latest. */
export const startServerProcess = async ({ environment, ...options }: Options = {}) => {
  const child = fork(path.join(__dirname, 'server-child.js'), [JSON.stringify(options)], {
    env: { ...process.env, ...environment },
    execArgv: [],
    // Dates stay dates on their way.
    serialization: 'advanced',
  });
  const waiting = new Map<number, { resolve(results: unknown[]): void; reject(error: Error): void }>();
  let last = 0;

  const { port, contentTypes } = await new Promise<Ready>((resolve, reject) => {
    child.on('message', (message: Message) => {
      const { id, results, error } = message;
      if (message.port !== undefined) resolve(message as Ready);
      const caller = id === undefined ? undefined : waiting.get(id);
      if (id === undefined || !caller) return;
      waiting.delete(id);
      if (error === undefined) caller.resolve(results ?? []);
      else caller.reject(Object.assign(new Error(error.message), error));
    });
    child.on('exit', (code) => {
      const gone = new Error(`The server process ended with code ${code}.`);
      reject(gone);
      for (const { reject: refuse } of waiting.values()) refuse(gone);
      waiting.clear();
    });
  });

  return {
    port,
    contentTypes,
    /** Makes these calls in one transaction there; resolves with their results when it is committed. */
    run: (calls: RemoteCall[]): Promise<unknown[]> =>
      new Promise((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, { resolve, reject });
        child.send({ id, calls });
      }),
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
};

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;
