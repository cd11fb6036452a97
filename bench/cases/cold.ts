import { blogPath, restPostPath, type Bench } from '../bench';
import { compare, describeSpeed } from '../compare';
import { slugOf } from '../content/posts';
import type { Result } from '../report';

/** Nothing is kept: every answer is read and built each time, as Strapi's own REST endpoint does. */
export const coldCases = async (bench: Bench): Promise<Result[]> => [
  ...(await coldPostCases(bench)),
  ...(await coldPart(bench)),
];

/** A part of a long list, of one read by an index behind node:http. */
const coldPart = async (bench: Bench): Promise<Result[]> => {
  const posts = bench.sizeNear(100_000);
  const server = await bench.startDelivery(posts, { DELIVERY_CACHE_MB: '0' });
  const floor = await bench.startFloor(posts, slugOf(1));
  try {
    const results: Result[] = [];
    for (const [which, filter] of [
      ['', ''],
      [' with a tag', '&tag=term-number-1'],
    ]) {
      // Of twenty on average, and seldom the same one twice at a time: equal builds are shared.
      const paths = Array.from(
        { length: 31 },
        (_, i) => `${blogPath(bench.template.large)}${filter}&limit=${5 + ((i * 11) % 31)}`,
      );
      const comparison = await compare(
        bench,
        { port: server.port, paths, status: 200 },
        { port: floor.port, paths: ['/part'], status: 200 },
      );
      results.push({
        name: `cold part of 20 of ${posts} posts${which}, of one indexed read of 20 behind node:http`,
        posts,
        rounds: comparison.speed,
        unit: '',
        wanted: { must: 0.5, aim: 0.8, better: 'higher' },
        detail: describeSpeed(comparison),
      });
    }
    return results;
  } finally {
    await Promise.all([server.stop(), floor.helper.stop()]);
  }
};

export const coldPostCases = async (bench: Bench): Promise<Result[]> => {
  const posts = bench.sizeNear(1_000);
  const server = await bench.startDelivery(posts, { DELIVERY_CACHE_MB: '0' }, true);
  try {
    const slugs = Array.from({ length: posts }, (_, i) => slugOf(i + 1));
    const side = (paths: string[]) => ({ port: server.port, paths, status: 200 });
    const comparison = await compare(
      bench,
      side(slugs.map((slug) => blogPath(bench.template.large, slug))),
      side(slugs.map(restPostPath)),
    );
    return [
      {
        name: "cold post of Strapi's own",
        posts,
        rounds: comparison.speed,
        unit: '',
        wanted: { must: 5, aim: 10, better: 'higher' },
        detail: describeSpeed(comparison),
      },
    ];
  } finally {
    await server.stop();
  }
};
