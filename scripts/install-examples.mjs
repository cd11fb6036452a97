/** Installs the examples that have packages, or those that are named: `npm run example:install -- astro`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const EXAMPLES = ['nextjs', 'astro'];
const named = process.argv.slice(2);
const unknown = named.find((name) => !EXAMPLES.includes(name));
if (unknown !== undefined) {
  console.error(`There is no example "${unknown}" to install: ${EXAMPLES.join(', ')}.`);
  process.exit(1);
}
for (const name of named.length > 0 ? named : EXAMPLES) {
  const folder = path.join(import.meta.dirname, '..', 'examples', name);
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
