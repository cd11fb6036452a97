import { appendFileSync } from 'node:fs';
import { runParallel } from './parallel.mjs';

/** Runs npm scripts at the same time: node scripts/run-parallel.mjs lint typecheck */
const scripts = process.argv.slice(2);
const failed = await runParallel(
  scripts.map((name) => ({ name, command: ['npm', 'run', '--silent', name] })),
);
process.exitCode = failed.length === 0 ? 0 : 1;
// Repeated at the end of continuous integration.
if (process.env.TEST_FAILURES) {
  for (const { name, fault, lastLines } of failed)
    appendFileSync(process.env.TEST_FAILURES, `${name}: ${fault}\n${lastLines.join('\n')}\n\n`);
}
