import { blogPath, type Bench } from '../bench';
import { compare, describeSpeed } from '../compare';
import { slugOf } from '../content/posts';
import type { Target } from '../load';
import type { Result } from '../report';

/** As many as the smaller database has, so that both sides send the same posts. */
const ASKED_FOR = 100;

/** Whether warm answers stay as fast when there are many more posts. */
export const growthCases = async (bench: Bench): Promise<Result[]> => {
  const few = bench.sizeNear(100);
  const many = bench.sizeNear(100_000);
  const [large, small] = [await bench.startDelivery(many), await bench.startDelivery(few)];
  try {
    const paths = Array.from({ length: ASKED_FOR }, (_, i) => blogPath(bench.template.large, slugOf(i + 1)));
    const side = (port: number): Target => ({ port, paths, status: 200 });
    const comparison = await compare(bench, side(large.port), side(small.port));
    return [
      {
        name: `warm post among ${many} of among ${few}`,
        posts: many,
        rounds: comparison.speed,
        unit: '',
        wanted: { must: 0.9, aim: 1, better: 'higher' },
        detail: describeSpeed(comparison),
      },
    ];
  } finally {
    await Promise.all([large.stop(), small.stop()]);
  }
};
