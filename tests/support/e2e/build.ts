import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import buildServer, { expectDatabase, isBuildCurrent } from '../build';
import { findChromium } from './chromium';
import { changedAt } from './example';

const ROOT = path.resolve(__dirname, '..', '..', '..');
/**
 * Written after a build for production; every build empties the folder. Built without NODE_ENV, the panel is one for
 * development, with guided tours that lie over its pages.
 */
const BUILT = path.join(ROOT, 'dist', 'build', '.for-production');

/** Milliseconds in which the panel is built on a busy machine. */
const BUILD_TIME = 10 * 60_000;

/** What the admin panel is built from; the server is compiled each time, which is quick. */
const PLUGIN = path.join(ROOT, 'src', 'plugins', 'content-delivery');
const SOURCES = [
  path.join(ROOT, 'src', 'admin'),
  path.join(PLUGIN, 'admin'),
  path.join(PLUGIN, 'contracts'),
  path.join(PLUGIN, 'strapi-admin.js'),
  path.join(ROOT, 'config', 'plugins.ts'),
  path.join(ROOT, 'package-lock.json'),
];

/** Once, before any end-to-end test: the production build, unless there is one of these sources. */
export default async (): Promise<void> => {
  findChromium();
  await expectDatabase();
  if (!isBuildCurrent() && changedAt(BUILT) <= Math.max(...SOURCES.map(changedAt))) {
    console.log('\nBuilding the admin panel …');
    // Jest's own NODE_ENV would make another panel: Strapi leaves out what jsdom does not understand.
    const env = { ...process.env, NODE_ENV: 'production' };
    const options = { cwd: ROOT, stdio: 'inherit', env, timeout: BUILD_TIME } as const;
    const { status, error } = spawnSync('npm', ['run', 'build'], options);
    if (status !== 0) throw new Error(`The build failed; see above. ${error?.message ?? ''}`.trim());
    writeFileSync(BUILT, '');
  }
  await buildServer();
};
