// @ts-check
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fetchNode } from '../fetch-node.mjs';

const output = (/** @type {string[]} */ words) => execFileSync('npm', words, { encoding: 'utf8' }).trim();

/**
 * Gets a version of Node, with the npm of this machine.
 * @param {string} version
 * @param {string} work a folder to work in
 * @returns {string} a folder with `bin`
 */
export const nodeWithNpm = (version, work) => {
  const folder = path.join(work, 'node');
  fetchNode(version, folder);
  // "npm root -g" goes by the Node that runs it, which need not be the one that npm came with.
  const cli = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  cpSync(path.resolve(cli, '../..'), path.join(folder, 'lib', 'node_modules', 'npm'), { recursive: true });
  for (const command of ['npm', 'npx']) {
    execFileSync('ln', [
      '-s',
      `../lib/node_modules/npm/bin/${command}-cli.js`,
      path.join(folder, 'bin', command),
    ]);
  }
  return folder;
};

/** Where npm keeps what it has loaded. */
export const npmCache = () => {
  const folder = output(['config', 'get', 'cache']);
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** What a build has to know of the network around it. */
export const networkEnvironment = () => {
  /** @type {Record<string, string>} */
  const environment = { npm_config_registry: output(['config', 'get', 'registry']) };
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']) {
    const value = process.env[name];
    if (value) environment[name] = value;
  }
  return environment;
};
