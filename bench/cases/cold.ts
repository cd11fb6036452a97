import { blogPath, restPostPath, type Bench } from '../bench';
import { compare, describeSpeed } from '../compare';
import { slugOf } from '../content/posts';
import type { Result } from '../report';

/** Nothing is kept: every answer is read and built each time, as Strapi's own REST endpoint does. */
export const coldCases = async (bench: Bench): Promise<Result[]> => {
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
