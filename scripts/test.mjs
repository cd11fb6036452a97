/**
 * What is run while one works: lint and types, then Jest. What fails first does not hide what comes after it.
 *
 *   npm test -- slow    with the tests that take longest
 */
import '../src/settings/supported-node.js';
import { spawnSync } from 'node:child_process';

const run = (/** @type {string} */ command, /** @type {readonly string[]} */ parameters) =>
  spawnSync(command, parameters, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

const isClean = run(process.execPath, ['scripts/run-parallel.mjs', 'lint', 'typecheck']);
const projects = ['unit', 'client', 'integration', ...process.argv.slice(2)];
const isPassed = run('npx', ['--no-install', 'jest', '--maxWorkers=2', '--selectProjects', ...projects]);
process.exitCode = isClean && isPassed ? 0 : 1;
