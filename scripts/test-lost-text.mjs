import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Types into the form of a post in a slowed-down Chromium while saves are answered late, refused and cut off, and compares
 * what was typed with what the form shows and what is stored (docs/reliability.md):
 *   npm run test:lost-text                           200 rounds
 *   npm run test:lost-text -- --rounds 50 --seed 7   those of that seed
 *   --only N         only round N
 *   --slowdown N     how many times slower the browser is (3)
 *   --burners N      processes that keep a processor busy each (0)
 *   --out FOLDER     where the report goes (.tmp/lost-text)
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    only: { type: 'string', default: '' },
    slowdown: { type: 'string', default: '3' },
    burners: { type: 'string', default: '0' },
    out: { type: 'string', default: path.join('.tmp', 'lost-text') },
  },
});
const isCount = (/** @type {string} */ value, /** @type {number} */ least) =>
  Number.isInteger(Number(value)) && Number(value) >= least;
if (!isCount(values.rounds, 1)) throw new Error('--rounds takes a whole number from 1 on.');
if (!isCount(values.seed, 0)) throw new Error('--seed takes a whole number.');
if (values.only && !isCount(values.only, 1)) throw new Error('--only takes the number of a round.');
if (!(Number(values.slowdown) >= 1)) throw new Error('--slowdown takes a number from 1 on.');
if (!isCount(values.burners, 0)) throw new Error('--burners takes a whole number.');

const out = path.resolve(values.out);
const reportFile = path.join(out, 'report.json');
rmSync(reportFile, { force: true });
console.log(`Seed ${values.seed}`);

const { status } = spawnSync('npx', ['jest', '--selectProjects', 'lost-text'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    LOST_TEXT_ROUNDS: values.rounds,
    LOST_TEXT_SEED: values.seed,
    LOST_TEXT_ONLY: values.only,
    LOST_TEXT_SLOWDOWN: values.slowdown,
    LOST_TEXT_BURNERS: values.burners,
    LOST_TEXT_OUT: out,
  },
});

if (existsSync(reportFile)) {
  const { rounds, keystrokes, saves, failures } = JSON.parse(readFileSync(reportFile, 'utf8'));
  console.log(
    `${rounds} rounds, ${keystrokes} keystrokes, ${saves} saves, ${failures.length} failures (seed ${values.seed}; report: ${reportFile})`,
  );
}
process.exitCode = status ?? 1;
