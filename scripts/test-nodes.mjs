// @ts-check
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fetchNode } from './fetch-node.mjs';
import { tryDemo } from './nodes/demo.mjs';

/**
 * Runs tests and the built server on each Node that this project is for, but for the one that runs this, on which all other tests are run; shows that
 * an older one is told so, and installs once as npm 12 does where no script of a package runs. On Linux; Node and npm come from npm, into a temporary folder.
 *   npm run test:full -- nodes
 *   node scripts/test-nodes.mjs 22 26      on these; "old" and "npm" are the other two parts
 */
const NODES = new Map([
  ['22', '22.23.3'],
  ['24', '24.21.0'],
  ['26', '26.10.0'],
]);
/** The last ones before what package.json asks for, and the first one that it allows. */
const TOO_OLD = ['20.20.2', '22.13.1'];
const OLDEST = '22.14.0';
/** With the oldest Node that it takes. */
const NPM = { version: '12.2.1', node: '22.22.2' };
/**
 * What depends on Node and not on Strapi: each module by itself, and requests from the socket through the database to the bytes.
 * What is above that is the same JavaScript on each.
 */
const JEST = [
  'node_modules/jest/bin/jest.js',
  '--maxWorkers=2',
  '--selectProjects',
  'unit',
  'client',
  'integration',
  '--testPathPatterns',
  '/tests/unit/|/client/tests/|/tests/integration/(delivery|platform)/',
];

const ROOT = path.resolve(import.meta.dirname, '..');
const named = process.argv.slice(2);
const parts = ['old', ...NODES.keys(), 'npm'];
const unknown = named.find((name) => !parts.includes(name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}": use ${parts.join(', ')}.`);
  process.exit(1);
}
const [, own = ''] = /^v(\d+)/.exec(process.version) ?? [];
const isWanted = (/** @type {string} */ part) => (named.length === 0 ? part !== own : named.includes(part));

const work = mkdtempSync(path.join(tmpdir(), 'content-delivery-nodes-'));
const nodeOf = (/** @type {string} */ version) => {
  const folder = path.join(work, version);
  fetchNode(version, folder);
  return path.join(folder, 'bin', 'node');
};
const environmentOf = (/** @type {string} */ node) => ({
  ...process.env,
  PATH: `${path.dirname(node)}:${process.env['PATH']}`,
});

/** @type {string[]} */
const failures = [];
const attempt = async (/** @type {string} */ name, /** @type {() => void | Promise<void>} */ work) => {
  console.log(`\n-- ${name}`);
  const begun = Date.now();
  try {
    await work();
    console.log(`-- ${name}: passed in ${Math.round((Date.now() - begun) / 1_000)} s`);
  } catch (error) {
    failures.push(name);
    console.error(`-- ${name}: failed. ${error instanceof Error ? error.message : error}`);
  }
};

/** Its server, a command and Strapi's own command line each answer with one sentence. */
const expectRefusal = (/** @type {string} */ node) => {
  for (const program of [
    'dist/commands/start/index.js',
    'scripts/strapi.mjs',
    'node_modules/@strapi/strapi/bin/strapi.js',
    'dist/commands/backup/index.js',
  ]) {
    const { status, signal, stderr } = spawnSync(node, [program, 'start'], { cwd: ROOT, encoding: 'utf8' });
    if (status !== 1 || !/^This is Node [^\n]+\n$/.test(stderr))
      throw new Error(`${program} ended with ${signal ?? status}: ${stderr}`);
  }
};

/** @throws Error where a step fails; it has said why */
const install = async (/** @type {string} */ node) => {
  const project = path.join(work, 'project');
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(Boolean))
    cpSync(path.join(ROOT, file), path.join(project, file));
  execFileSync(
    'npm',
    ['install', '--silent', '--global', '--prefix', path.join(work, 'npm'), `npm@${NPM.version}`],
    {
      env: environmentOf(node),
    },
  );
  const npm = path.join(work, 'npm', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const options = {
    cwd: project,
    env: {
      ...environmentOf(node),
      npm_config_cache: path.join(work, 'cache'),
      npm_config_ignore_scripts: 'true',
    },
  };
  const begun = Date.now();
  const { status, stderr } = spawnSync(node, [npm, 'ci', '--no-audit', '--no-fund'], {
    ...options,
    encoding: 'utf8',
  });
  console.error(stderr);
  if (status !== 0) throw new Error(`npm ci ended with ${status}.`);
  if (stderr.includes('EBADENGINE')) throw new Error('A package is not for this Node.');
  const size = execFileSync('du', ['-sm', path.join(project, 'node_modules')], { encoding: 'utf8' }).split(
    '\t',
  )[0];
  console.log(`npm ci: ${Math.round((Date.now() - begun) / 1_000)} s, ${size} MB`);
  execFileSync(node, [npm, 'run', 'build'], { ...options, stdio: 'inherit' });
  await tryDemo(node, project);
};

try {
  if (!process.env['TEST_BUILD']) execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' });
  if (isWanted('old')) {
    for (const version of TOO_OLD)
      await attempt(`Node ${version} is refused`, () => expectRefusal(nodeOf(version)));
    await attempt(`the demo on Node ${OLDEST}`, () => tryDemo(nodeOf(OLDEST), ROOT));
  }
  for (const [name, version] of NODES) {
    if (!isWanted(name)) continue;
    const node = nodeOf(version);
    await attempt(`the demo on Node ${version}`, () => tryDemo(node, ROOT));
    await attempt(`tests on Node ${version}`, () => {
      const env = { ...environmentOf(node), TEST_BUILD: 'current', TEST_DATABASE: 'sqlite' };
      execFileSync(node, JEST, { cwd: ROOT, stdio: 'inherit', env });
    });
  }
  if (isWanted('npm')) await attempt(`npm ${NPM.version} without scripts`, () => install(nodeOf(NPM.node)));
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const name of failures) console.error(`Failed: ${name}`);
process.exitCode = failures.length === 0 ? 0 : 1;
