import { setTimeout as sleep } from 'node:timers/promises';
import { blogPath, type Bench } from '../bench';
import { median } from '../compare';
import { documentIdOf, slugOf } from '../content/posts';
import type { Result, Wanted } from '../report';

/** Strapi reads an entry once more after a write has been answered; that is not to be measured. */
const SETTLE = 50;
const WARM_UPS = 5;
/** The post that is edited; another one is read. */
const EDITED = 1;
const READ = 2;

/** Milliseconds of our first answer after an edit, and of a hand-written one. */
type Timer = () => Promise<number>;

/** The first answers after an edit, by which cached responses have become useless. */
export const editCases = async (bench: Bench): Promise<Result[]> => [
  ...(await firstList(bench)),
  ...(await firstPost(bench)),
  ...(await firstPart(bench)),
];

const firstList = (bench: Bench): Promise<Result[]> =>
  afterEdits(bench, bench.sizeNear(10_000), blogPath(bench.template.large), async (posts, measure, floor) => [
    await measure(`first list of ${posts} after an edit, of the floor`, () => floor.inProcess('list'), {
      must: 0.5,
      aim: 0.2,
      better: 'lower',
    }),
    await measure(
      '  the same, compressed as for a browser',
      () => floor.inProcess('list'),
      { must: 0.6, aim: 0.3, better: 'lower' },
      'gzip, deflate, br',
    ),
  ]);

const firstPost = (bench: Bench): Promise<Result[]> =>
  afterEdits(
    bench,
    bench.sizeNear(100_000),
    blogPath(bench.template.large, slugOf(READ)),
    async (_posts, measure, floor) => [
      await measure('first post after an edit, of one read behind node:http', () => floor.overHttp('/post'), {
        must: 3,
        aim: 2,
        better: 'lower',
      }),
      await measure('  the same without HTTP on the other side', () => floor.inProcess('post'), null),
    ],
  );

const firstPart = (bench: Bench): Promise<Result[]> =>
  afterEdits(
    bench,
    bench.sizeNear(100_000),
    `${blogPath(bench.template.large)}&limit=20`,
    async (posts, measure, floor) => [
      await measure(
        `first 20 of ${posts} posts after an edit, of one indexed read of 20 behind node:http`,
        () => floor.overHttp('/part'),
        { must: 2, aim: 1.5, better: 'lower' },
      ),
      await measure('  the same without HTTP on the other side', () => floor.inProcess('part'), null),
    ],
  );

interface Floor {
  inProcess(what: 'list' | 'post' | 'part'): Promise<number>;
  overHttp(path: string): Promise<number>;
}
type Measure = (
  name: string,
  theirs: Timer,
  wanted: Wanted | null,
  acceptEncoding?: string,
) => Promise<Result>;

const afterEdits = async (
  bench: Bench,
  posts: number,
  path: string,
  work: (posts: number, measure: Measure, floor: Floor) => Promise<Result[]>,
): Promise<Result[]> => {
  const server = await bench.startDelivery(posts);
  const { port: floorPort, helper } = await bench.startFloor(posts, slugOf(READ));
  const timeOf = async (
    port: number,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<number> => {
    const { status, time } = await bench.ask({ port, path, headers });
    if (status !== 200) throw new Error(`Status ${status} after an edit.`);
    return time;
  };
  const edit = async (): Promise<void> => {
    await server.edit(documentIdOf(EDITED));
    await sleep(SETTLE);
  };

  const measure: Measure = async (name, theirs, wanted, acceptEncoding) => {
    const headers = { 'Accept-Encoding': acceptEncoding ?? 'identity' };
    const ours = () => timeOf(server.port, path, headers);
    const samples = async (timer: Timer, count: number): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < count; n += 1) {
        await edit();
        times.push(await timer());
      }
      return median(times);
    };
    await samples(ours, WARM_UPS);
    await samples(theirs, WARM_UPS);
    const { rounds, samples: count } = bench.options;
    const pairs: [number, number][] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push([await samples(ours, count), await samples(theirs, count)]);
    }
    const milliseconds = (side: 0 | 1) => `${median(pairs.map((pair) => pair[side])).toFixed(2)} ms`;
    const detail = `${milliseconds(0)} to ${milliseconds(1)}`;
    bench.log(`  ${name.trim()}: ${detail}`);
    return { name, posts, rounds: pairs.map(([a, b]) => a / b), unit: '', wanted, detail };
  };

  try {
    return await work(posts, measure, {
      inProcess: (what) => helper.call<number>('time', what),
      overHttp: (path) => timeOf(floorPort, path),
    });
  } finally {
    await Promise.all([server.stop(), helper.stop()]);
  }
};
