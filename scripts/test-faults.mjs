import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Plays faults against running instances while editors write and front ends read, and compares what was seen with what was
 * acknowledged (docs/reliability.md):
 *   npm run test:faults                              each fault once, on SQLite, PostgreSQL and MariaDB
 *   npm run test:faults -- --minutes 10 postgres     for ten minutes, on PostgreSQL
 *   --rounds N       each fault so many times
 *   --short          shorter faults, and two instances all the time
 *   --seed N         the same schedule again
 *   --only A,B       these faults, by their names in the report
 *   --out FOLDER     where reports and histories go (.tmp/faults)
 */
const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MariaDB' };
const KINDS = /** @type {(keyof typeof NAMES)[]} */ (Object.keys(NAMES));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: path.join('.tmp', 'faults') },
  },
});
const unknown = positionals.find((name) => !KINDS.some((kind) => kind === name));
if (unknown !== undefined) throw new Error(`There is no database "${unknown}": use ${KINDS.join(', ')}.`);
if (!(Number(values.minutes) >= 0)) throw new Error('--minutes takes a number, such as 10.');
if (!(Number.isInteger(Number(values.rounds)) && Number(values.rounds) > 0)) {
  throw new Error('--rounds takes a whole number from 1 on.');
}
if (!Number.isInteger(Number(values.seed))) throw new Error('--seed takes a whole number.');

const kinds = KINDS.filter((kind) => positionals.length === 0 || positionals.includes(kind));
const out = path.resolve(values.out);
const reportOf = (/** @type {string} */ kind) => path.join(out, `${kind}.json`);
mkdirSync(out, { recursive: true });
for (const kind of kinds) rmSync(reportOf(kind), { force: true });

const { status } = spawnSync(
  'npx',
  [
    'jest',
    '--selectProjects',
    'faults',
    // Side by side: most of the time is spent waiting for what goes wrong.
    `--maxWorkers=${kinds.length}`,
    '--testPathPatterns',
    `faults/(${kinds.join('|')})\\.test\\.ts$`,
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FAULTS_MINUTES: values.minutes,
      FAULTS_ROUNDS: values.rounds,
      FAULTS_SHORT: String(values.short),
      FAULTS_SEED: values.seed,
      FAULTS_ONLY: values.only,
      FAULTS_OUT: out,
      FAULTS_DATABASES: kinds.join(','),
    },
  },
);

const reports = kinds.flatMap((kind) =>
  existsSync(reportOf(kind)) ? [JSON.parse(readFileSync(reportOf(kind), 'utf8'))] : [],
);
const count = (/** @type {any} */ report, /** @type {string} */ kind) =>
  report.violations.filter((/** @type {any} */ violation) => violation.kind === kind).length;
const rows = [
  ['', ...reports.map(({ database }) => NAMES[/** @type {keyof typeof NAMES} */ (database)])],
  ['seconds', ...reports.map(({ seconds }) => seconds)],
  [
    'faults played',
    ...reports.map(({ played }) =>
      Object.values(played).reduce((/** @type {number} */ sum, /** @type {any} */ times) => sum + times, 0),
    ),
  ],
  ['operations', ...reports.map(({ figures }) => figures.reads + figures.writes)],
  ['reads', ...reports.map(({ figures }) => figures.reads)],
  ['  answered with current content', ...reports.map(({ figures }) => figures.fresh)],
  ['  marked X-Stale', ...reports.map(({ figures }) => figures.markedStale)],
  ['  503', ...reports.map(({ figures }) => figures.unavailable)],
  ['  without an answer', ...reports.map(({ figures }) => figures.unanswered)],
  ['writes', ...reports.map(({ figures }) => figures.writes)],
  ['  acknowledged', ...reports.map(({ figures }) => figures.acknowledged)],
  ['  refused', ...reports.map(({ figures }) => figures.refused)],
  ['  outcome unknown to the writer', ...reports.map(({ figures }) => figures.unknown)],
  ['events received', ...reports.map(({ figures }) => figures.events)],
  ['  of these again', ...reports.map(({ figures }) => figures.repeatedEvents)],
  ['stale reads', ...reports.map((report) => count(report, 'stale read'))],
  ['lost writes', ...reports.map((report) => count(report, 'lost write'))],
  ['refused writes seen', ...reports.map((report) => count(report, 'refused write seen'))],
  ['values seen that nobody wrote', ...reports.map((report) => count(report, 'unwritten value seen'))],
  ['answers of two moments', ...reports.map((report) => count(report, 'mixed answer'))],
  ['answers with foreign bytes', ...reports.map((report) => count(report, 'foreign bytes'))],
  ['reads with a wrong status', ...reports.map((report) => count(report, 'wrong status'))],
  ['valid writes refused', ...reports.map((report) => count(report, 'valid write refused'))],
  ['invalid writes accepted', ...reports.map((report) => count(report, 'invalid write accepted'))],
  ['writes without an event', ...reports.map((report) => count(report, 'event missing'))],
  ['events before their content', ...reports.map((report) => count(report, 'event too early'))],
  ['differences of copies kept by changes', ...reports.map((report) => count(report, 'copy differs'))],
  ['deaths', ...reports.map((report) => count(report, 'death'))],
  ['outages told wrongly in the log', ...reports.map((report) => count(report, 'outage told wrongly'))],
  ['not recovered in 90 s', ...reports.map((report) => count(report, 'not recovered'))],
];
const [first = []] = rows;
const widths = first.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
for (const row of rows) {
  const cells = row.map((cell, column) =>
    column === 0 ? String(cell).padEnd(widths[column] ?? 0) : String(cell).padStart(widths[column] ?? 0),
  );
  console.log(`| ${cells.join(' | ')} |`);
}
const again = ['--minutes', values.minutes, '--rounds', values.rounds, '--seed', values.seed];
if (values.short) again.push('--short');
if (values.only) again.push('--only', `"${values.only}"`);
console.log(`Played again with: npm run test:faults -- ${[...positionals, ...again].join(' ')}`);
console.log(`Reports and histories: ${out}`);
process.exitCode = status ?? 1;
