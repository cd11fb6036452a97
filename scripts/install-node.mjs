// @ts-check
/**
 * Runs after "npm ci". On Linux with a Node that is too old, the Node of the image goes where "npm run" and "npx" look first, so that
 * one can work here all the same. A current Node is left alone, and so is an installation for production: its Node is the operator's.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchNode } from './fetch-node.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const packages = path.join(ROOT, 'node_modules');

const isTooOld =
  spawnSync(process.execPath, [path.join(ROOT, 'src/settings/supported-node.js')]).status !== 0;
const isForDevelopment = existsSync(path.join(packages, 'jest'));
if (isTooOld && isForDevelopment && process.platform === 'linux') {
  const [, version = ''] =
    /^ARG NODE_VERSION=(.+)$/m.exec(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
  fetchNode(version, path.join(packages, '.node'));
  const command = path.join(packages, '.bin', 'node');
  rmSync(command, { force: true });
  symlinkSync('../.node/bin/node', command);
}
