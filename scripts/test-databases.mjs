import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { hrtime } from 'node:process';
import servers from '../tests/support/databases/servers.js';

/**
 * Runs all integration tests on each database, one after the other, whatever the one before has come to:
 *   npm run test:databases                      on SQLite, PostgreSQL and MariaDB
 *   npm run test:databases -- postgres mysql    on these
 * Further arguments are for Jest.
 */
const KINDS = /** @type {const} */ (['sqlite', 'postgres', 'mysql']);

const given = process.argv.slice(2);
const named = KINDS.filter((kind) => given.includes(kind));
const kinds = named.length > 0 ? named : KINDS;
const others = given.filter((argument) => !KINDS.some((kind) => kind === argument));

/** @returns {Promise<string>} what came of it, for people; empty when all went well */
const run = (/** @type {string} */ kind) =>
  new Promise((resolve) => {
    const child = spawn(
      'npx',
      ['jest', '--selectProjects', 'integration', 'slow', '--maxWorkers=2', ...others],
      {
        stdio: 'inherit',
        env: { ...process.env, TEST_DATABASE: kind },
      },
    );
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? '' : `ended with ${signal ?? code}`));
  });

try {
  // SQLite is no server.
  await servers.expectServers([...kinds.flatMap((kind) => (kind === 'sqlite' ? [] : [kind])), 'redis']);
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  // What could not be tested has not passed.
  const totals = process.env['TEST_TOTALS'];
  if (totals) appendFileSync(totals, `0 ${kinds.length}\n`);
  process.exit(1);
}

const outcomes = [];
for (const kind of kinds) {
  const start = hrtime.bigint();
  const fault = await run(kind);
  const seconds = Math.round(Number(hrtime.bigint() - start) / 1e9);
  outcomes.push(`${kind}: ${fault || 'passed'} in ${seconds} s`);
  if (fault) process.exitCode = 1;
}
console.log(outcomes.join('\n'));
