import { fork } from 'node:child_process';
import path from 'node:path';

/** One call of the document service. */
export interface Call {
  uid: string;
  method: 'create' | 'update' | 'delete' | 'publish' | 'unpublish';
  parameters: Record<string, unknown>;
}

interface Message {
  port?: number;
  id?: number;
  results?: unknown[];
  error?: string;
}

/**
 * Starts a second server, in a process of its own, on the database of the server that was started last in this
 * one. It listens, and writes what it is asked to write.
 */
export const startSecondProcess = async () => {
  const child = fork(path.join(__dirname, 'server-process.js'), { env: { ...process.env }, execArgv: [] });
  const waiting = new Map<number, { resolve(results: unknown[]): void; reject(error: Error): void }>();
  let last = 0;

  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', ({ port: started, id, results, error }: Message) => {
      if (started !== undefined) resolve(started);
      const caller = id === undefined ? undefined : waiting.get(id);
      if (id === undefined || !caller) return;
      waiting.delete(id);
      if (error === undefined) caller.resolve(results ?? []);
      else caller.reject(new Error(error));
    });
    child.on('exit', (code) => {
      const gone = new Error(`The second process ended with code ${code}.`);
      reject(gone);
      for (const { reject: refuse } of waiting.values()) refuse(gone);
    });
  });

  return {
    port,
    /** Makes these calls in one transaction there; resolves when it is committed. */
    write: (...calls: Call[]): Promise<unknown[]> =>
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

export type SecondProcess = Awaited<ReturnType<typeof startSecondProcess>>;
