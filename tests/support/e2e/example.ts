import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../instances/free-port';

const ROOT = path.resolve(__dirname, '..', '..', '..');

/** How long a server may take to start, in milliseconds. */
const MAX_START_TIME = 60_000;

export const folderOf = (example: string): string => path.join(ROOT, 'examples', example);

/** When a file, or the latest of a folder, was changed; 0 for none. */
export const changedAt = (file: string): number => {
  if (!existsSync(file)) return 0;
  const stats = statSync(file);
  const inside = stats.isDirectory() ? readdirSync(file) : [];
  return Math.max(stats.mtimeMs, ...inside.map((name) => changedAt(path.join(file, name))));
};

/** @throws when the packages of an example are missing or older than what they are made from, with what to run */
export const requireInstalled = (example: string): string => {
  /** Written by npm when it is done. */
  const installed = path.join(folderOf(example), 'node_modules', '.package-lock.json');
  const wanted = [path.join(folderOf(example), 'package-lock.json'), path.join(ROOT, 'client', 'src')];
  if (changedAt(installed) < Math.max(...wanted.map(changedAt))) {
    throw new Error(
      `The packages of examples/${example} are missing or out of date. Run: npm run example:install`,
    );
  }
  return installed;
};

/**
 * Starts the server of a built example on a free port of 127.0.0.1.
 * @param start what Node runs, and its environment
 * @throws with what it has printed, when it ends instead
 */
export const startExample = async (
  example: string,
  start: (port: number, url: string) => { arguments: string[]; env: NodeJS.ProcessEnv },
) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { arguments: given, env } = start(port, url);
  const server = spawn(process.execPath, given, { cwd: folderOf(example), env });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => (printed += text));
  }
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    // A server that is asked waits for every connection that the browser holds.
    server.kill('SIGKILL');
    await ended;
  };

  const isUp = async (): Promise<boolean> => {
    try {
      return (await fetch(`${url}/robots.txt`)).ok;
    } catch {
      return false;
    }
  };
  for (const begin = Date.now(); !(await isUp());) {
    const hasEnded = server.exitCode !== null;
    if (hasEnded || Date.now() - begin > MAX_START_TIME) {
      await stop();
      throw new Error(`The example did not start.\n${printed}`);
    }
    await Promise.race([ended, new Promise((done) => setTimeout(done, 50))]);
  }
  return { url, /** What the server has printed so far. */ log: () => printed, stop };
};

export type ExampleServer = Awaited<ReturnType<typeof startExample>>;
