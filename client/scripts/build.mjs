/**
 * Builds the package into `dist`: ES modules and CommonJS, each with its types.
 *
 *   node scripts/build.mjs [--out FOLDER]
 *
 * In the repository of the server it takes over the server's contract first; the copy is kept in git, so that the package's
 * sources are whole without a build.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: path.join(ROOT, 'dist') } } });
const out = path.resolve(values.out);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const [contract, copy] = [
  path.join(ROOT, '../src/plugins/content-delivery/contracts/delivery.ts'),
  path.join(ROOT, 'src/contract.ts'),
];
// Left alone where it is the same: tests may be reading it.
if (existsSync(contract) && !readFileSync(contract).equals(readFileSync(copy))) copyFileSync(contract, copy);

rmSync(out, { recursive: true, force: true });
for (const [format, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
]) {
  const folder = path.join(out, format);
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [tsc, '-p', `tsconfig.${format}.json`, '--outDir', folder], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  // Says how Node is to read the files below, whatever the package's own type is.
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ type })}\n`);
}
