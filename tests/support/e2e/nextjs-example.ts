import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { portOf } from '../connections';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const EXAMPLE = path.join(ROOT, 'examples', 'nextjs');
const NEXT = path.join(EXAMPLE, 'node_modules', 'next', 'dist', 'bin', 'next');
/** Written by npm when it is done. */
const INSTALLED = path.join(EXAMPLE, 'node_modules', '.package-lock.json');
/** Written at the end of a build. */
const BUILT = path.join(EXAMPLE, '.next', 'BUILD_ID');

/** What the build is made from, beside what is installed. */
const SOURCES = [
  'app',
  'components',
  'lib',
  'styles',
  'instrumentation.ts',
  'instrumentation-node.ts',
  'next.config.ts',
  'tsconfig.json',
];

/** How long the server may take to start, in milliseconds. */
const MAX_START_TIME = 60_000;

/** When a file, or the latest of a folder, was changed; 0 for none. */
const changedAt = (file: string): number => {
  if (!existsSync(file)) return 0;
  const stats = statSync(file);
  const inside = stats.isDirectory() ? readdirSync(file) : [];
  return Math.max(stats.mtimeMs, ...inside.map((name) => changedAt(path.join(file, name))));
};

/** Next.js takes settings from the environment first, so that none of a developer's .env.local is left. */
const environmentWith = (settings: Record<string, string>) => ({
  ...process.env,
  NODE_ENV: 'production' as const,
  NEXT_TELEMETRY_DISABLED: '1',
  CONTENT_API_URL: '',
  CONTENT_API_KEY: '',
  CONTENT_IMAGE_ORIGINS: '',
  CONTENT_REVALIDATE_SECONDS: '',
  CONTENT_WEBHOOK_SECRET: '',
  SITE_DESCRIPTION: '',
  SITE_LANGUAGE: '',
  SITE_NAME: '',
  SITE_URL: '',
  ...settings,
});

/**
 * Builds the example, unless there is a build of these sources. It knows nothing of any content server.
 * @throws when its packages are missing or older than what they are made from, with what to run
 */
export const buildNextExample = (): void => {
  const wanted = [path.join(EXAMPLE, 'package-lock.json'), path.join(ROOT, 'client', 'src')];
  if (!existsSync(NEXT) || changedAt(INSTALLED) < Math.max(...wanted.map(changedAt))) {
    throw new Error(
      'The packages of examples/nextjs are missing or out of date. Run: npm run example:install',
    );
  }
  const changes = [INSTALLED, ...SOURCES.map((name) => path.join(EXAMPLE, name))];
  if (changedAt(BUILT) > Math.max(...changes.map(changedAt))) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, [NEXT, 'build'], {
    cwd: EXAMPLE,
    encoding: 'utf8',
    env: environmentWith({}),
  });
  if (status !== 0) throw new Error(`The example could not be built.\n${stdout}\n${stderr}`);
};

const freePort = async (): Promise<number> => {
  const holder = http.createServer();
  const port = await portOf(holder);
  await new Promise((done) => holder.close(done));
  return port;
};

/**
 * Starts the built example on a free port of 127.0.0.1.
 * @param settings its variables, beside its own address
 * @throws with what it has printed, when it ends instead
 */
export const startNextExample = async (settings: Record<string, string>) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [NEXT, 'start', '--port', String(port), '--hostname', '127.0.0.1'], {
    cwd: EXAMPLE,
    env: environmentWith({ SITE_URL: url, ...settings }),
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => (printed += text));
  }
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    server.kill();
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

export type NextExample = Awaited<ReturnType<typeof startNextExample>>;
