// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Gets a version of Node from npm, as `bin/node` in a folder that is made. For Linux.
 * @param {string} version such as 24.21.0
 * @param {string} folder
 */
export const fetchNode = (version, folder) => {
  const name = `node-linux-${process.arch}`;
  const archive = path.join(folder, `${name}-${version}.tgz`);
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['pack', '--silent', `${name}@${version}`, '--pack-destination', folder]);
  execFileSync('tar', ['xzf', archive, '-C', folder, '--strip-components=1', 'package/bin']);
  rmSync(archive);
};
