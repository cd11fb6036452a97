// @ts-check
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const output = (/** @type {string[]} */ words) => execFileSync('npm', words, { encoding: 'utf8' }).trim();

/**
 * Gets a version of Node from npm, with the npm of this machine.
 * @param {string} version
 * @param {string} work a folder to work in
 * @returns {string} a folder with `bin`
 */
export const fetchNode = (version, work) => {
  const folder = path.join(work, 'node');
  const name = `node-linux-${process.arch}`;
  mkdirSync(folder);
  execFileSync('npm', ['pack', '--silent', `${name}@${version}`, '--pack-destination', work]);
  execFileSync('tar', [
    'xzf',
    path.join(work, `${name}-${version}.tgz`),
    '-C',
    folder,
    '--strip-components=1',
  ]);
  cpSync(path.join(output(['root', '-g']), 'npm'), path.join(folder, 'lib', 'node_modules', 'npm'), {
    recursive: true,
  });
  for (const command of ['npm', 'npx']) {
    const cli = `../lib/node_modules/npm/bin/${command}-cli.js`;
    execFileSync('ln', ['-s', cli, path.join(folder, 'bin', command)]);
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
