/**
 * `npm run bench:pseo`: programmatic pages at scale, as ratios to what could be had without them.
 *
 *   --sizes 10000,100000   how many pages are imported
 *   --only imports,readers,changes  imports and reading among their pages; readers beside an import; changes of
 *                          all pages of a website
 *   --only stalls          how long warm reads wait while requests of the admin panel are answered
 *   --requests TEXT,TEXT   of these requests, those whose names contain one of them
 *   --out FILE             where the figures go as JSON (.tmp/bench-pseo.json)
 */
import '../../src/settings/supported-node';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../compare';
import { strapiEnvironment } from '../../demo/environment';
import type { Measured, Round } from '../load';
import { killAll, startHelper, type Helper } from '../processes';
import { toTable, writeJson, type Result, type Wanted } from '../report';
import { ROOT, run } from '../run';
import { slugOf, writeCsv } from './pages';
import type { ChangeTimes, ImportTimes, Prepared, Ref } from './server';
import { measureStalls } from './stalls';

const CONNECTIONS = 16;
const ROUND = 5_000;
const SAMPLES = 20;
const PARTS = ['imports', 'readers', 'changes', 'stalls'];
/** Published one by one, to compare with. */
const ONE_BY_ONE = 200;

const inMegabytes = (bytes: number): number => bytes / 1024 / 1024;
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const result = (
  name: string,
  posts: number,
  value: number,
  wanted: Wanted | null,
  detail: string,
  unit: Result['unit'] = '',
): Result => ({ name, posts, rounds: [value], unit, wanted, detail });

class Bench {
  readonly results: Result[] = [];
  private readonly load = startHelper({ script: 'load/index.js', core: 'load' });

  constructor(private readonly folder: string) {}

  start(database: string): Helper {
    return startHelper({
      script: 'pseo/server.js',
      core: 'server',
      argument: { appDir: ROOT, distDir: path.join(ROOT, 'dist') },
      environment: strapiEnvironment(database),
    });
  }

  /** An import of so many pages, beside the inserts of the same rows into a copy of the same database. */
  async imports(empty: string, pages: number): Promise<string> {
    console.log(`Importing ${pages} pages …`);
    const file = path.join(this.folder, `${pages}.csv`);
    await writeCsv(file, pages);
    const floorDatabase = path.join(this.folder, `floor-${pages}.db`);
    const database = path.join(this.folder, `import-${pages}.db`);
    await copyFile(empty, floorDatabase);
    await copyFile(empty, database);

    const floor = this.start(floorDatabase);
    await floor.call('load');
    const inserts = await floor.call<number>('inserts', {
      ...(await floor.call<Prepared>('prepare', 'floor')),
      count: pages,
    });
    await floor.stop();

    const server = this.start(database);
    await server.call('load');
    const prepared = await server.call<Prepared>('prepare', 'bench');
    const atBoot = await server.call<number>('memory');
    const times = await server.call<ImportTimes>('import', { ...prepared, file });
    const peak = await server.call<number>('peakMemory');
    const again = await server.call<ImportTimes>('import', { ...prepared, file });
    await server.stop();
    if (times.result.created !== pages || again.result.same !== pages) {
      throw new Error(`Not as expected: ${JSON.stringify([times.result, again.result])}`);
    }

    const whole = times.stageFile + times.check + times.run;
    this.results.push(
      result(
        'file to live pages, of plain inserts',
        pages,
        whole / inserts,
        { must: 10, aim: 6, better: 'lower' },
        `${seconds(whole)} (file ${seconds(times.stageFile)}, dry run ${seconds(times.check)}, run ${seconds(times.run)}) to ${seconds(inserts)}`,
      ),
      result(
        '  the run alone',
        pages,
        times.run / inserts,
        { must: 10, aim: 3, better: 'lower' },
        `${seconds(times.run)} to ${seconds(inserts)}`,
      ),
      result(
        '  the same file again: nothing changes',
        pages,
        (again.stageFile + again.check + again.run) / inserts,
        null,
        `run ${seconds(again.run)}`,
      ),
      result(
        'peak memory of an import over boot',
        pages,
        inMegabytes(peak - atBoot),
        { must: 300, aim: 200, better: 'lower' },
        `boot ${inMegabytes(atBoot).toFixed(0)} MB`,
        ' MB',
      ),
    );
    return database;
  }

  /** Changes of all pages of a website, beside the same changes one by one. */
  async changes(empty: string, pages: number): Promise<void> {
    console.log(`Changing ${pages} pages …`);
    const database = path.join(this.folder, 'changes.db');
    await copyFile(empty, database);
    const file = path.join(this.folder, 'changes.csv');
    await writeCsv(file, pages);
    const server = this.start(database);
    await server.call('load');
    const prepared = await server.call<Prepared>('prepare', 'changes');
    await server.call('import', { ...prepared, file, publish: false });
    const oneByOne = await server.call<number>('publishOneByOne', { ...prepared, count: ONE_BY_ONE });
    const times = await server.call<ChangeTimes>('changes', { ...prepared, count: pages });
    await server.stop();

    const single = oneByOne / ONE_BY_ONE;
    const inBulk = times.publish / (pages - ONE_BY_ONE);
    const page = (time: number): string => `${(time / pages).toFixed(2)} ms`;
    this.results.push(
      result(
        'a page published with all others, of one by one',
        pages,
        inBulk / single,
        { must: 0.3, aim: 0.1, better: 'lower' },
        `${inBulk.toFixed(2)} ms to ${single.toFixed(1)} ms; unpublished ${page(times.unpublish)}, deleted ${page(times.delete)}`,
      ),
      result(
        'a part of their list, of one page published',
        pages,
        times.list / single,
        null,
        `${times.list.toFixed(0)} ms; of the drafts alone ${times.drafts.toFixed(0)} ms, counts ${times.counts.toFixed(0)} ms`,
      ),
    );
  }

  /** Warm reads beside single requests of the admin panel. */
  async stalls(empty: string, pages: number, only: string): Promise<void> {
    console.log(`Asking among ${pages} pages …`);
    const database = path.join(this.folder, 'stalls.db');
    await copyFile(empty, database);
    const server = this.start(database);
    this.results.push(...(await measureStalls(server, this.load, pages, only)));
    await server.stop();
  }

  private run = (round: Round): Promise<Measured> => this.load.call('run', round);

  /** Reads on a website with so many pages, warm and cold, and after an edit of the template. */
  async reads(database: string, pages: number): Promise<void> {
    console.log(`Reading among ${pages} pages …`);
    const server = this.start(database);
    await server.call('load');
    const port = await server.call<number>('listen');
    const campaign = await server.call<Ref>('campaignOf', 'bench');
    const base = '/api/pseo-pages?apiKey=bench';
    const onePath = (n: number): string => `${base}&slug=${encodeURIComponent(slugOf(n))}`;
    const lists = { 'all pages': base, 'one campaign': `${base}&campaignId=${campaign.documentId}` };

    for (const [name, pathOfList] of Object.entries(lists)) {
      const times: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        await server.call('editTemplate', { campaign, text: `Coffee, ${name} ${n}` });
        const begun = performance.now();
        const bytes = await this.load.call<number>('drain', { port, path: pathOfList });
        times.push(performance.now() - begun);
        if (n === 2) {
          const warm = performance.now();
          await this.load.call('drain', { port, path: pathOfList });
          this.results.push(
            result(
              `list of ${name}, cold, of warm`,
              pages,
              median(times) / (performance.now() - warm),
              null,
              `${median(times).toFixed(0)} ms cold, ${(performance.now() - warm).toFixed(0)} ms warm, ${inMegabytes(bytes).toFixed(0)} MB`,
            ),
          );
        }
      }
    }

    const cold: number[] = [];
    const first: number[] = [];
    for (let n = 0; n < SAMPLES; n += 1) {
      cold.push((await this.load.call<{ time: number }>('single', { port, path: onePath(n + 100) })).time);
    }
    const edits: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      edits.push(await server.call<number>('editTemplate', { campaign, text: `Coffee in {{ city }}, ${n}` }));
      first.push((await this.load.call<{ time: number }>('single', { port, path: onePath(n) })).time);
    }
    this.results.push(
      result(
        'first page after a template edit, of a cold page',
        pages,
        median(first) / median(cold),
        { must: 5, aim: 2, better: 'lower' },
        `${median(first).toFixed(2)} ms to ${median(cold).toFixed(2)} ms; saving the template ${seconds(median(edits))}`,
      ),
    );
    const warm = await this.run({
      port,
      paths: [onePath(1)],
      status: 200,
      connections: CONNECTIONS,
      time: ROUND,
    });
    this.results.push(
      result(
        'one page, warm (requests a second)',
        pages,
        warm.requestsPerSecond,
        null,
        `p50 ${warm.p50.toFixed(2)} ms, p99 ${warm.p99.toFixed(2)} ms`,
      ),
    );
    await server.stop();
  }

  /** Warm reads beside an import, on another website of the server and on the one that is imported into. */
  async readsDuringImport(empty: string, pages: number): Promise<void> {
    console.log(`Reading while ${pages} pages are imported …`);
    const database = path.join(this.folder, 'during.db');
    await copyFile(empty, database);
    const server = this.start(database);
    await server.call('load');
    const port = await server.call<number>('listen');
    const other = await server.call<Prepared>('prepare', 'other');
    const own = await server.call<Prepared>('prepare', 'own');
    for (const prepared of [other, own]) await server.call('inserts', { ...prepared, count: 1_000 });
    const file = path.join(this.folder, 'during.csv');
    await writeCsv(file, pages);

    for (const [name, key] of [
      ['another website', 'other'],
      ['the same website', 'own'],
    ] as const) {
      const round: Round = {
        port,
        paths: [`/api/pseo-pages?apiKey=${key}&slug=${encodeURIComponent(slugOf(1))}`],
        status: 200,
        connections: CONNECTIONS,
        time: ROUND,
      };
      await this.run(round);
      const without = await this.run(round);
      const campaign = await server.call<Prepared>('prepare', `busy-${key}`);
      const target = key === 'own' ? own : campaign;
      let isOver = false;
      const importing = server
        .call<ImportTimes>('import', { ...target, file })
        .finally(() => (isOver = true));
      const during: Measured[] = [];
      while (!isOver) during.push(await this.run({ ...round, time: 2_000 }));
      await importing;
      const worst = Math.max(...during.map(({ p99 }) => p99));
      const usual = median(during.map(({ p99 }) => p99));
      this.results.push(
        result(
          `p99 of warm reads of ${name} during an import, of without`,
          pages,
          usual / without.p99,
          { must: 3, aim: 2, better: 'lower' },
          `${usual.toFixed(2)} ms (worst 2 s: ${worst.toFixed(2)} ms) to ${without.p99.toFixed(2)} ms; ${median(during.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0)} to ${without.requestsPerSecond.toFixed(0)} requests a second`,
        ),
      );
    }
    await server.stop();
  }
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000' },
      only: { type: 'string', default: 'imports,readers,changes' },
      requests: { type: 'string', default: '' },
      out: { type: 'string', default: path.join('.tmp', 'bench-pseo.json') },
    },
  });
  const sizes = values.sizes.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 1_000)) {
    throw new Error('--sizes takes numbers of pages, each at least 1000: --sizes 10000,100000');
  }
  const parts = new Set(values.only.split(','));
  const unknown = [...parts].find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new Error(`--only has no part "${unknown}": use ${PARTS.join(', ')}.`);
  await mkdir(path.join(ROOT, '.tmp'), { recursive: true });
  const folder = await mkdtemp(path.join(ROOT, '.tmp', 'bench-pseo-'));
  process.once('exit', killAll);
  try {
    const bench = new Bench(folder);
    const empty = path.join(folder, 'empty.db');
    const starter = bench.start(empty);
    await starter.call('load');
    await starter.call('close');
    await starter.stop();
    if (parts.has('imports')) {
      let largest = '';
      for (const size of sizes) largest = await bench.imports(empty, size);
      await bench.reads(largest, sizes.at(-1) ?? 0);
    }
    if (parts.has('readers')) await bench.readsDuringImport(empty, sizes[0] ?? 0);
    if (parts.has('changes')) await bench.changes(empty, sizes[0] ?? 0);
    if (parts.has('stalls')) await bench.stalls(empty, sizes.at(-1) ?? 0, values.requests);
    const conditions = {
      date: new Date().toISOString(),
      node: process.version,
      cpu: cpus()[0]?.model ?? 'unknown',
      load: loadavg()[0],
    };
    console.log(
      `\n${toTable(bench.results)}\n\n${conditions.cpu}, Node ${conditions.node}, load ${conditions.load?.toFixed(1)}.`,
    );
    const out = path.resolve(ROOT, values.out);
    await writeJson(out, conditions, bench.results);
    console.log(`As JSON: ${out}`);
  } finally {
    killAll();
    await rm(folder, { recursive: true, force: true });
  }
};

void run(main);
