// @ts-check
import { spawnSync } from 'node:child_process';

/**
 * Writes tests/fixtures/releases/<version>: a database as this release leaves it, of each kind, and what it delivers.
 * For a new release, once its version is in package.json. Needs the database servers of the integration tests, and
 * pg_dump and mariadb-dump.
 */
for (const kind of ['sqlite', 'postgres', 'mysql']) {
  const { status } = spawnSync('npx', ['--no-install', 'jest', '--selectProjects', 'release-fixture'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, RELEASE_FIXTURE: '1', TEST_DATABASE: kind },
  });
  if (status !== 0) process.exit(status ?? 1);
}
