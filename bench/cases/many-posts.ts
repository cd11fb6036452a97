import { blogPath, type Bench, type StrapiServer } from '../bench';
import { documentIdOf, slugOf } from '../content/posts';
import type { Result } from '../report';

const SIMULTANEOUS = 1_000;
/** Requests between two lines of progress. */
const CHUNK = 10_000;
const inMegabytes = (bytes: number): number => bytes / 1024 / 1024;
const CACHE_MEGABYTES = 256;

/** What a large website could do to a server: a rush on one cold answer, and memory. */
export const manyPostsCases = async (bench: Bench): Promise<Result[]> => {
  const posts = bench.sizeNear(100_000);
  const server = await bench.startDelivery(posts, { DELIVERY_CACHE_MB: String(CACHE_MEGABYTES) });
  try {
    return [
      await memory(bench, server, posts),
      await rush(bench, server, posts),
      await longList(bench, posts),
    ];
  } finally {
    await server.stop();
  }
};

/** Too small for the list of 100,000 posts, which has some 45 MB. */
const SMALL_CACHE = 16;
const READERS = 3;

/** A list that is too large for the cache, read by several at once. */
const longList = async (bench: Bench, posts: number): Promise<Result> => {
  const server = await bench.startDelivery(posts, { DELIVERY_CACHE_MB: String(SMALL_CACHE) });
  try {
    const atBoot = await server.memory();
    const path = blogPath(bench.template.large);
    const read = await Promise.all(
      Array.from({ length: READERS }, () => bench.drain({ port: server.port, path })),
    );
    return {
      name: `peak memory over boot, ${READERS} reading a list too large for the cache`,
      posts,
      rounds: [inMegabytes((await server.peakMemory()) - atBoot.resident)],
      unit: ' MB',
      wanted: { must: SMALL_CACHE + 150, aim: SMALL_CACHE + 60, better: 'lower' },
      detail: `${inMegabytes(read[0] ?? 0).toFixed(0)} MB each, cache of ${SMALL_CACHE} MB`,
    };
  } finally {
    await server.stop();
  }
};

const memory = async (bench: Bench, server: StrapiServer, posts: number): Promise<Result> => {
  const atBoot = await server.memory();
  for (let done = 0; done < posts; done += CHUNK) {
    const paths = Array.from({ length: Math.min(CHUNK, posts - done) }, (_, i) =>
      blogPath(bench.template.large, slugOf(done + i + 1)),
    );
    await bench.run({
      port: server.port,
      paths,
      status: 200,
      connections: bench.options.connections,
      requests: paths.length,
    });
    bench.log(`  ${done + paths.length} of ${posts} posts fetched`);
  }
  const { resident, heap, buffers } = await server.memory();
  const { bytes } = await server.figures();
  return {
    name: 'memory over boot after every post',
    posts,
    rounds: [inMegabytes(resident - atBoot.resident)],
    unit: ' MB',
    wanted: { must: CACHE_MEGABYTES + 150, aim: CACHE_MEGABYTES + 60, better: 'lower' },
    detail: [
      `boot ${inMegabytes(atBoot.resident).toFixed(0)} MB`,
      `kept ${inMegabytes(bytes).toFixed(0)} of ${CACHE_MEGABYTES} MB`,
      `heap ${inMegabytes(atBoot.heap).toFixed(0)} to ${inMegabytes(heap).toFixed(0)} MB`,
      `buffers ${inMegabytes(buffers).toFixed(0)} MB`,
    ].join(', '),
  };
};

const rush = async (bench: Bench, server: StrapiServer, posts: number): Promise<Result> => {
  const rounds: number[] = [];
  for (let round = 0; round < bench.options.rounds; round += 1) {
    await server.edit(documentIdOf(1));
    const before = await server.figures();
    await bench.run({
      port: server.port,
      paths: [blogPath(bench.template.large, slugOf(round + 2))],
      status: 200,
      connections: SIMULTANEOUS,
      requests: SIMULTANEOUS,
    });
    const builds = (await server.figures()).builds - before.builds;
    if (builds === 0) throw new Error('The answer was not cold.');
    rounds.push(builds);
  }
  return {
    name: `builds for ${SIMULTANEOUS} requests at once`,
    posts,
    rounds,
    unit: '',
    wanted: { must: 1, aim: 1, better: 'lower' },
    detail: `in each round: ${rounds.join(', ')}`,
  };
};
