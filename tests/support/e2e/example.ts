import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fetchInTime } from '../fetch-in-time';
import { freePort } from '../instances/free-port';
import { stopProcess } from '../stop';
import { until } from '../until';

const ROOT = path.resolve(__dirname, '..', '..', '..');

/** How long a server may take to start on a busy machine, in milliseconds. */
const START_TIME = 60_000;
/** The same for a build, which is less than Jest gives a hook. */
export const BUILD_TIME = 240_000;

export const folderOf = (example: string): string => path.join(ROOT, 'examples', example);

/**
 * When a file, or the latest of a folder, was changed; a folder changes when something in it is removed.
 * @returns 0 for none
 */
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
  let hasEnded = false;
  // Not before all that it has printed is read.
  server.once('close', () => (hasEnded = true));
  // A server that is asked waits for every connection that the browser holds.
  const stop = () => stopProcess(`examples/${example}`, server, { ask: () => server.kill('SIGKILL') });

  const isUp = async (): Promise<boolean> => {
    if (hasEnded) throw new Error(`The example did not start.\n${printed}`);
    return fetchInTime(`${url}/robots.txt`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  await until(`examples/${example} to start`, isUp, {
    within: START_TIME,
    every: 50,
    seen: () => printed,
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, /** What the server has printed so far. */ log: () => printed, stop };
};

export type ExampleServer = Awaited<ReturnType<typeof startExample>>;
