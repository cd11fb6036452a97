import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './committed-files';
import { DESCRIPTION } from './openapi';

const run = promisify(execFile);

const COMPILER_OPTIONS = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

/**
 * Compiles what uses a client that a generator has made of the OpenAPI description, strictly.
 * @param generate makes the client of `openapi.json`, in the folder that it is given
 * @throws with what the generator or the compiler says
 */
export const compileAgainst = async (
  use: string,
  generate: (folder: string) => Promise<unknown>,
): Promise<void> => {
  await mkdir(path.join(ROOT, '.tmp'), { recursive: true });
  const folder = await mkdtemp(path.join(ROOT, '.tmp', 'openapi-client-'));
  try {
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(DESCRIPTION));
    await generate(folder);
    await writeFile(path.join(folder, 'use.ts'), use);
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['use.ts'] }),
    );
    await run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', '.'], { cwd: folder });
  } catch (error) {
    const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${message}\n${stdout ?? ''}${stderr ?? ''}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
