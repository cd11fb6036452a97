import { spawnSync } from 'node:child_process';
import path from 'node:path';
import {
  BUILD_TIME,
  changedAt,
  folderOf,
  requireInstalled,
  startExample,
  type ExampleServer,
} from './example';

const EXAMPLE = folderOf('nextjs');
const NEXT = path.join(EXAMPLE, 'node_modules', 'next', 'dist', 'bin', 'next');
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
  'proxy.ts',
  'next.config.ts',
  'tsconfig.json',
];

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
  INDEXNOW_ENDPOINT: '',
  INDEXNOW_KEY: '',
  SITE_DESCRIPTION: '',
  SITE_LANGUAGE: '',
  SITE_NAME: '',
  SITE_URL: '',
  ...settings,
});

/**
 * Builds the example, unless there is a build of these sources. It knows nothing of any content server.
 * @throws when its packages are missing or out of date, with what to run
 */
export const buildNextExample = (): void => {
  const installed = requireInstalled('nextjs');
  const changes = [installed, ...SOURCES.map((name) => path.join(EXAMPLE, name))];
  if (changedAt(BUILT) > Math.max(...changes.map(changedAt))) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, [NEXT, 'build'], {
    cwd: EXAMPLE,
    encoding: 'utf8',
    env: environmentWith({}),
    timeout: BUILD_TIME,
  });
  if (status !== 0) throw new Error(`The example could not be built.\n${stdout}\n${stderr}`);
};

/**
 * Starts the built example.
 * @param settings its variables, beside its own address
 * @throws with what it has printed, when it ends instead
 */
export const startNextExample = (settings: Record<string, string>): Promise<ExampleServer> =>
  startExample('nextjs', (port, url) => ({
    arguments: [NEXT, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    env: environmentWith({ SITE_URL: url, ...settings }),
  }));
