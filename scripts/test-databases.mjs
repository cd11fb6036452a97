import { spawnSync } from 'node:child_process';
import servers from '../tests/support/databases/servers.js';
import { runParallel } from './parallel.mjs';

/**
 * Runs the integration tests on databases at the same time:
 *   npm run test:databases                      on SQLite, PostgreSQL and MariaDB
 *   npm run test:databases -- postgres mysql    on these
 * Further arguments are for Jest. Files that no database can change (jest.config.js) run on SQLite only.
 */
const KINDS = /** @type {const} */ (['sqlite', 'postgres', 'mysql']);

const given = process.argv.slice(2);
const named = KINDS.filter((kind) => given.includes(kind));
const kinds = named.length > 0 ? named : KINDS;
const others = given.filter((argument) => !KINDS.some((kind) => kind === argument));

const fail = (/** @type {string} */ reason) => {
  console.error(reason);
  process.exit(1);
};

try {
  // SQLite is no server.
  await servers.expectServers([...kinds.flatMap((kind) => (kind === 'sqlite' ? [] : [kind])), 'redis']);
} catch (error) {
  fail(/** @type {Error} */ (error).message);
}

// Once for all of them: none may find the build while another one writes it.
if (!process.env['TEST_BUILD']) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build:server'], { stdio: 'inherit' });
  if (status !== 0) fail('The project could not be compiled; see above.');
}

const failed = await runParallel(
  kinds.map((kind) => ({
    name: kind,
    command: ['npx', 'jest', '--selectProjects', 'integration', 'slow', '--maxWorkers=1', ...others],
    environment: { TEST_DATABASE: kind, TEST_BUILD: 'current' },
  })),
);
process.exitCode = failed.length === 0 ? 0 : 1;
