import { fork } from 'node:child_process';
import path from 'node:path';
import { inTime } from './in-time';
import { stopProcess } from './stop';

/** One call of the document service, the database layer or a service in the other process. */
export interface RemoteCall {
  target: 'documents' | 'query' | 'rows' | 'service';
  uid: string;
  method: string;
  parameters: unknown[];
}

/** One call of the document service. */
export interface Call {
  uid: string;
  method: 'create' | 'update' | 'delete' | 'publish' | 'unpublish';
  parameters: Record<string, unknown>;
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
  /** Where it listens; else on a free port. */
  port?: number;
  /** Whether what it writes is only kept in `written`, and not shown. */
  keepsOutput?: boolean;
  /** Milliseconds in which it has to come up. */
  within?: number;
}

/** Milliseconds in which a server comes up on a busy machine. */
const START_TIME = 50_000;

/** So many characters of what a process wrote tell why it did not start. */
const LAST_WORDS = 2_000;

/** How a process ended: by itself with a code, or by a signal. */
export interface Exit {
  code: number | null;
  signal: string | null;
}

/**
 * Starts a Strapi that listens on 127.0.0.1, on the database of the server that was started last in this process. It ends
 * with this process at the latest.
 * @throws Error with the end of what it wrote, when it does not come up
 */
export const startServerProcess = async ({
  environment,
  keepsOutput = false,
  within = START_TIME,
  ...options
}: Options = {}) => {
  const child = fork(path.join(__dirname, 'server-child.js'), [JSON.stringify(options)], {
    env: { ...process.env, ...environment },
    execArgv: [],
    // Dates stay dates on their way.
    serialization: 'advanced',
    silent: true,
  });
  const written = { output: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    written.output += text;
    if (!keepsOutput) process.stdout.write(text);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written.errors += text;
    if (!keepsOutput) process.stderr.write(text);
  });
  const lastWords = (): string => (written.errors.trim() || written.output.trim()).slice(-LAST_WORDS);
  // Not before its streams have been read to their end.
  const ended = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const waiting = new Map<number, { resolve(results: unknown[]): void; reject(error: Error): void }>();
  let last = 0;
  let isGone = false;

  const ready = new Promise<Ready>((resolve, reject) => {
    child.on('message', (message: Message) => {
      const { id, results, error } = message;
      if (message.port !== undefined) resolve(message as Ready);
      const caller = id === undefined ? undefined : waiting.get(id);
      if (id === undefined || !caller) return;
      waiting.delete(id);
      if (error === undefined) caller.resolve(results ?? []);
      else caller.reject(Object.assign(new Error(error.message), error));
    });
    child.on('exit', async (code) => {
      isGone = true;
      await ended;
      const gone = new Error(`The server process ended with code ${code}. ${lastWords()}`.trim());
      reject(gone);
      for (const { reject: refuse } of waiting.values()) refuse(gone);
      waiting.clear();
    });
  });
  const come = inTime('a server process to come up', ready, { within, seen: lastWords });
  const { port, contentTypes } = await come.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });

  const run = (calls: RemoteCall[]): Promise<unknown[]> => {
    const done = new Promise<unknown[]>((resolve, reject) => {
      if (isGone) return reject(new Error('The server process has ended.'));
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      // One that is ending may have stopped to listen.
      child.send({ id, calls }, (error) => {
        if (error) reject(error);
      });
    });
    const what = calls.map(({ target, uid, method }) => `${target} ${uid} ${method}`).join(', ');
    const results = inTime(`${what} in the server on port ${port}`, done);
    // Not everybody waits for what is under way when the server is stopped.
    results.catch(() => undefined);
    return results;
  };

  return {
    port,
    contentTypes,
    /** Makes these calls in one transaction there; resolves with their results when it is committed. */
    run,
    /** The same for the document service. */
    write: (...calls: Call[]): Promise<unknown[]> =>
      run(
        calls.map(({ uid, method, parameters }) => ({
          target: 'documents',
          uid,
          method,
          parameters: [parameters],
        })),
      ),
    /** What it has written to its standard output, where its log goes, and to its standard error. */
    written,
    signal: (name: NodeJS.Signals): void => void child.kill(name),
    ended,
    stop: (): Promise<void> => {
      // Calls that are under way are of no more use.
      child.removeAllListeners('exit');
      return stopProcess(`the server on port ${port}`, child, {
        // One that is ending may have done so itself.
        ask: () => child.connected && child.disconnect(),
      });
    },
  };
};

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;
