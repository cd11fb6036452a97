import { runParallel } from './parallel.mjs';

/** Runs npm scripts at the same time: node scripts/run-parallel.mjs lint typecheck */
const scripts = process.argv.slice(2);
const passed = await runParallel(
  scripts.map((name) => ({ name, command: ['npm', 'run', '--silent', name] })),
);
process.exitCode = passed ? 0 : 1;
