/**
 * `npm run bench`: how fast the delivery routes are, as ratios to what could be had without them.
 *
 *   --database postgres the posts are in PostgreSQL, or `mysql` in MariaDB, at the addresses of the tests: warm and cold
 *   --quick             about three minutes, fewer posts, short rounds: a first impression
 *   --sizes 100,1000    how many posts the databases have
 *   --only warm,cold    some of the groups in ./cases only
 *   --rounds 3          how often each side is measured
 *   --seconds 5         how long
 *   --out FILE          where the figures go as JSON (.tmp/bench.json)
 *   --profile FOLDER    the delivery servers write CPU profiles there
 */
import '../src/settings/supported-node';
import { cpus, loadavg } from 'node:os';
import { withBench } from './bench';
import { casesOn } from './cases';
import { readOptions } from './options';
import { canPin } from './processes';
import { toTable, writeJson, type Result } from './report';
import { ROOT, run } from './run';

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2), ROOT);
  const groups = casesOn(options.database);
  const unknown = options.only.find((name) => !Object.hasOwn(groups, name));
  if (unknown !== undefined)
    throw new Error(`--only has no group "${unknown}": use ${Object.keys(groups).join(', ')}.`);
  const conditions = {
    date: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    quick: options.quick,
    database: options.database,
    sizes: options.sizes,
    connections: options.connections,
    pinned: canPin,
    loadAtStart: loadavg()[0],
  };
  const notes = [
    options.quick
      ? 'A quick run: short warm-up, short rounds, fewer posts. A first impression, not a measurement.'
      : `A full run: warm-up ${options.warmUpTime / 1000} s, ${options.rounds} rounds of ${options.roundTime / 1000} s on each side in turns.`,
    canPin
      ? 'Servers run on core 0, the load generator on core 1 (taskset).'
      : 'Processes are not bound to cores (no taskset): the figures scatter more.',
    `${options.connections} keep-alive connections, ${conditions.cpu}, Node ${conditions.node}, load ${conditions.loadAtStart?.toFixed(1)}.`,
  ];
  console.log(`${notes.join('\n')}\n`);

  const results: Result[] = [];
  try {
    await withBench(ROOT, options, async (bench) => {
      for (const [name, cases] of Object.entries(groups)) {
        if (options.only.length > 0 && !options.only.includes(name)) continue;
        console.log(`${name} …`);
        results.push(...(await cases(bench)));
      }
    });
  } finally {
    // Also what was measured before something failed.
    console.log(`\n${toTable(results)}\n\n${notes.join('\n')}`);
    await writeJson(options.out, conditions, results);
    console.log(`As JSON: ${options.out}`);
  }
};

void run(main);
