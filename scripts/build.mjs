/**
 * Builds the server and the admin panel, for production unless NODE_ENV says otherwise: without it Strapi builds
 * the panel with React's development checks and its tour for newcomers.
 */
import '../src/settings/supported-node.js';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

process.env.NODE_ENV ||= 'production';
// Of the bundler's allocator (mimalloc, in Rolldown): it takes what it needs and gives it back at once, 1.1 GB in place of 1.6.
process.env.MIMALLOC_PURGE_DELAY ||= '0';
process.env.MIMALLOC_ARENA_EAGER_COMMIT ||= '0';

const strapi = createRequire(createRequire(import.meta.url).resolve('@strapi/strapi/package.json'));

/** Strapi compiles in its own process, which then still holds the compiler's memory while the panel is built. */
const compile = async () => {
  const { status } = spawnSync(process.execPath, [strapi.resolve('typescript/bin/tsc')], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The server could not be compiled.');
};
Object.defineProperty(strapi('@strapi/typescript-utils'), 'compile', { get: () => compile });

process.argv.splice(2, 0, 'build');
strapi('./bin/strapi.js');
