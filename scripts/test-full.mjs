/**
 * What is run before a release, and after work on what a lane covers (CONTRIBUTING.md): one lane after the other, each with
 * an end and a verdict of its own. A red lane does not hide the next one.
 *
 *   npm run test:full                    all lanes
 *   npm run test:full -- race browser    these
 */
import { spawnSync } from 'node:child_process';
import servers from '../tests/support/databases/servers.js';
import { createRun, missed, report } from './phases.mjs';

/** What a lane needs of the machine, beside Node: how it is looked for, and how to get it on Debian. */
const PROGRAMS = {
  nginx: { arguments: ['-v'], packages: 'nginx' },
  varnishd: { arguments: ['-V'], packages: 'varnish varnish-modules' },
  chromium: { arguments: ['--version'], packages: 'chromium' },
  gpg: { arguments: ['--version'], packages: 'gnupg' },
  sqlite3: { arguments: ['--version'], packages: 'sqlite3' },
  psql: { arguments: ['--version'], packages: 'postgresql-client' },
  pg_dump: { arguments: ['--version'], packages: 'postgresql-client' },
  'mariadb-dump': { arguments: ['--version'], packages: 'mariadb-client' },
  curl: { arguments: ['--version'], packages: 'curl' },
  openssl: { arguments: ['version'], packages: 'openssl' },
  promtool: { arguments: ['--version'], packages: 'prometheus' },
  'systemd-analyze': { arguments: ['--version'], packages: 'systemd' },
};
/** Debian has servers where only root looks. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;

/** Several processes and browsers share the machine with whatever else runs there: a test may be tried once more, which is shown. */
const SECOND_TRY = { TEST_SECOND_TRY: '1' };

const jest = (/** @type {readonly string[]} */ ...parameters) => [
  'npx',
  '--no-install',
  'jest',
  ...parameters,
];
const ON_ANOTHER_DATABASE = {
  minutes: 30,
  command: jest('--maxWorkers=2', '--selectProjects', 'integration', 'slow'),
};

/**
 * @typedef {object} Lane
 * @property {number} minutes for each database, where there are several
 * @property {readonly string[]} command
 * @property {readonly ('sqlite' | 'postgres' | 'mysql')[]} [databases] one after the other
 * @property {Record<string, string>} [environment]
 * @property {readonly (keyof typeof PROGRAMS)[]} [programs]
 * @property {readonly ('postgres' | 'mysql' | 'redis')[]} [servers] beside those of `databases`
 * @property {false} [hasTests] absent where it runs tests
 */

/** @type {Record<string, Lane>} */
const LANES = {
  slow: {
    minutes: 30,
    command: jest('--maxWorkers=2', '--selectProjects', 'slow'),
    servers: ['redis'],
    programs: ['promtool'],
  },
  postgres: { ...ON_ANOTHER_DATABASE, databases: ['postgres'], servers: ['redis'] },
  mariadb: { ...ON_ANOTHER_DATABASE, databases: ['mysql'], servers: ['redis'] },
  race: {
    minutes: 10,
    command: jest('--maxWorkers=1', '--selectProjects', 'race'),
    databases: ['sqlite', 'postgres', 'mysql'],
    environment: SECOND_TRY,
  },
  instances: {
    minutes: 20,
    command: ['npm', 'run', 'test:instances'],
    environment: SECOND_TRY,
    servers: ['postgres'],
    programs: ['nginx', 'varnishd', 'systemd-analyze'],
  },
  faults: { minutes: 30, command: ['npm', 'run', 'test:faults'], servers: ['postgres', 'mysql'] },
  browser: {
    minutes: 30,
    command: jest('--maxWorkers=2', '--selectProjects', 'e2e'),
    environment: SECOND_TRY,
    programs: ['chromium', 'nginx', 'varnishd'],
  },
  commands: {
    minutes: 45,
    command: jest('--maxWorkers=1', '--selectProjects', 'commands'),
    environment: SECOND_TRY,
    servers: ['postgres', 'mysql'],
    programs: [
      'chromium',
      'varnishd',
      'gpg',
      'sqlite3',
      'psql',
      'pg_dump',
      'mariadb-dump',
      'curl',
      'openssl',
      'promtool',
    ],
  },
  nodes: { minutes: 75, command: ['node', 'scripts/test-nodes.mjs'] },
  container: { minutes: 20, command: ['npm', 'run', 'check:container'], hasTests: false },
  audit: { minutes: 3, command: ['npm', 'run', 'audit'], hasTests: false },
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(LANES, name));
if (unknown !== undefined) {
  console.error(`There is no lane "${unknown}": use ${Object.keys(LANES).join(', ')}.`);
  process.exit(1);
}
const lanes = Object.entries(LANES).filter(([name]) => asked.length === 0 || asked.includes(name));

/** What this machine lacks for a lane, in one line; empty where nothing is missing. */
const lackOf = async (/** @type {Lane} */ { programs = [], databases = [], servers: others = [] }) => {
  const lacking = programs.filter(
    (name) => spawnSync(name, PROGRAMS[name].arguments, { env: { ...process.env, PATH } }).status !== 0,
  );
  const kinds = [...others, ...databases.flatMap((kind) => (kind === 'sqlite' ? [] : [kind]))];
  const silent = await servers.expectServers(kinds).then(
    () => '',
    (error) => String(error.message).replace(/\s*\n\s*/g, ' '),
  );
  const packages = [...new Set(lacking.map((name) => PROGRAMS[name].packages))].join(' ');
  return [
    lacking.length > 0 ? `needs ${lacking.join(', ')} (Debian: apt-get install ${packages})` : '',
    silent,
  ]
    .filter(Boolean)
    .join('; ');
};

/** Said before the first lane begins, as the last one may be an hour away. */
const lacks = new Map();
for (const [name, lane] of lanes) {
  const lack = await lackOf(lane);
  if (!lack) continue;
  lacks.set(name, lack);
  console.error(`Lane ${name} cannot run: ${lack}`);
}

const { run, outcomes } = createRun();

/** Once for all lanes, as it is for production. */
const isBuilt = await run({
  name: 'build',
  minutes: 10,
  command: ['npm', 'run', 'build'],
  environment: { NODE_ENV: 'production' },
});
// What the sites of the browser lane are made of.
if (isBuilt && lanes.some(([name]) => name === 'browser') && !lacks.has('browser'))
  await run({ name: 'examples', minutes: 10, command: ['npm', 'run', 'example:install'] });

for (const [name, { minutes, command, databases, environment, hasTests = true }] of isBuilt ? lanes : []) {
  const repeat = `npm run test:full -- ${name}`;
  const lack = lacks.get(name);
  if (lack) {
    outcomes.push(missed(name, lack, repeat));
    continue;
  }
  for (const database of databases ?? [undefined]) {
    await run({
      name: databases && databases.length > 1 ? `${name} (${database})` : name,
      minutes,
      command,
      environment: { TEST_BUILD: 'current', ...environment, ...(database && { TEST_DATABASE: database }) },
      hasTests,
      repeat,
    });
  }
}
process.exitCode = report(outcomes) ? 0 : 1;
