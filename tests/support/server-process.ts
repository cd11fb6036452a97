import { fork } from 'node:child_process';
import path from 'node:path';

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
  /** Whether what it writes is kept in `written`, instead of shown. */
  keepsOutput?: boolean;
}

/** So many characters of what a process wrote tell why it did not start. */
const LAST_WORDS = 600;

/** How a process ended: by itself with a code, or by a signal. */
export interface Exit {
  code: number | null;
  signal: string | null;
}

/**
 * Starts a Strapi that listens on 127.0.0.1, on the database of the server that was started last in this process. It ends
 * with this process at the latest.
 */
export const startServerProcess = async ({ environment, keepsOutput = false, ...options }: Options = {}) => {
  const child = fork(path.join(__dirname, 'server-child.js'), [JSON.stringify(options)], {
    env: { ...process.env, ...environment },
    execArgv: [],
    // Dates stay dates on their way.
    serialization: 'advanced',
    silent: keepsOutput,
  });
  const written = { output: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written.output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (written.errors += text));
  // Not before its streams have been read to their end.
  const ended = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const waiting = new Map<number, { resolve(results: unknown[]): void; reject(error: Error): void }>();
  let last = 0;
  let isGone = false;

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
      const gone = new Error(
        `The server process ended with code ${code}. ${written.errors.trim().slice(-LAST_WORDS)}`.trim(),
      );
      isGone = true;
      reject(gone);
      for (const { reject: refuse } of waiting.values()) refuse(gone);
      waiting.clear();
    });
  });

  const run = (calls: RemoteCall[]): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      if (isGone) return reject(new Error('The server process has ended.'));
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      // One that is ending may have stopped to listen.
      child.send({ id, calls }, (error) => {
        if (error) reject(error);
      });
    });

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
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        // One that is ending may have done so itself.
        if (child.connected) child.disconnect();
      }),
  };
};

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;
