import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { BUILD_TIME, folderOf, requireInstalled, startExample, type ExampleServer } from './example';

const EXAMPLE = folderOf('astro');
const ASTRO = path.join(EXAMPLE, 'node_modules', 'astro', 'astro.js');

/** The environment comes first, so that none of a developer's .env is left. */
const environmentWith = (settings: Record<string, string>) => ({
  ...process.env,
  NODE_ENV: 'production' as const,
  ASTRO_TELEMETRY_DISABLED: '1',
  CONTENT_API_URL: '',
  CONTENT_API_KEY: '',
  SITE_URL: '',
  ...settings,
});

/** Forgets what earlier builds have read. */
export const forgetAstroBuilds = (): void => {
  requireInstalled('astro');
  for (const folder of ['dist', '.astro', path.join('node_modules', '.astro')]) {
    rmSync(path.join(EXAMPLE, folder), { recursive: true, force: true });
  }
};

/**
 * Builds the example from a content server.
 * @returns what the build has printed
 * @throws with that, when it fails
 */
export const buildAstroExample = (settings: Record<string, string>): string => {
  requireInstalled('astro');
  const { status, stdout, stderr } = spawnSync(process.execPath, [ASTRO, 'build'], {
    cwd: EXAMPLE,
    encoding: 'utf8',
    env: environmentWith(settings),
    timeout: BUILD_TIME,
  });
  if (status !== 0) throw new Error(`The example could not be built.\n${stdout}\n${stderr}`);
  return stdout;
};

/** Serves what was built last. @param settings what previews are read with */
export const startAstroExample = (settings: Record<string, string>): Promise<ExampleServer> =>
  startExample('astro', (port) => ({
    arguments: ['server.mjs'],
    env: { ...environmentWith(settings), HOST: '127.0.0.1', PORT: String(port) },
  }));
