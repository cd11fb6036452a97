import { appendFileSync } from 'node:fs';
import { runParallel } from './parallel.mjs';

/** Runs npm scripts at the same time: node scripts/run-parallel.mjs lint typecheck */
const scripts = process.argv.slice(2);
const failed = await runParallel(
  scripts.map((name) => ({ name, command: ['npm', 'run', '--silent', name] })),
);
process.exitCode = failed.length === 0 ? 0 : 1;
// Repeated at the end of a run of several phases (phases.mjs).
if (process.env.TEST_RESULTS && failed.length > 0) {
  const failures = failed.map(({ name, fault, lastLines }) => ({
    message: `${name}: ${fault}\n${lastLines.join('\n')}`,
    repeat: `npm run ${name}`,
  }));
  const results = { passed: 0, failed: failed.length, failures, unsteady: [] };
  appendFileSync(process.env.TEST_RESULTS, `${JSON.stringify(results)}\n`);
}
