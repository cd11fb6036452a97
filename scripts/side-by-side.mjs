import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';

/**
 * Runs npm scripts at the same time: node scripts/side-by-side.mjs lint typecheck
 * Prints what each has said when it ends, and fails when one of them fails.
 */
const run = (/** @type {string} */ script) =>
  new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      process.stdout.write(`npm run ${script}: ${code === 0 ? 'done' : 'failed'}\n`);
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });

const done = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = done.every(Boolean) ? 0 : 1;
