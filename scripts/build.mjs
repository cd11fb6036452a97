/**
 * Builds the server and the admin panel, for production unless NODE_ENV says otherwise: without it Strapi builds
 * the panel with React's development checks and its tour for newcomers.
 */
import '../src/settings/supported-node.js';
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('npx', ['--no-install', 'strapi', 'build'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, NODE_ENV: process.env.NODE_ENV || 'production' },
});
process.exitCode = status ?? 1;
