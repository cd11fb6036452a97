import { copyFile } from 'node:fs/promises';
import { blogPath, type Bench, type StrapiServer } from '../bench';
import { median } from '../compare';
import { slugOf } from '../content/posts';
import type { Result } from '../report';

/** From the start of the process to its first 200, and the memory it has then, beside a Strapi without the plugin. */
export const bootCases = async (bench: Bench): Promise<Result[]> => {
  const posts = bench.sizeNear(100);
  const database = await bench.databaseOf(posts);
  const stockDatabase = `${database}.stock`;
  await copyFile(database, stockDatabase);

  const started = async (start: () => Promise<StrapiServer>, path: string): Promise<Start> => {
    const begun = performance.now();
    const server = await start();
    const { status } = await bench.ask({ port: server.port, path });
    const time = performance.now() - begun;
    const { resident } = await server.memory();
    await server.stop();
    if (status !== 200) throw new Error(`Status ${status} after a start.`);
    return { time, megabytes: resident / 1e6 };
  };
  const ours = () => started(() => bench.startDelivery(posts), blogPath(bench.template.large, slugOf(1)));
  const stock = () => started(() => bench.startStock(stockDatabase), '/api/posts?pagination[pageSize]=1');

  // The first start of each settles its tables and brings its files into memory.
  await ours();
  await stock();
  const pairs: (readonly [Start, Start])[] = [];
  for (let round = 0; round < bench.options.rounds; round += 1) pairs.push([await ours(), await stock()]);
  const compared = (of: (start: Start) => number, unit: string) => ({
    posts,
    rounds: pairs.map(([a, b]) => of(a) / of(b)),
    unit: '' as const,
    detail: [0, 1]
      .map((side) => `${median(pairs.map((pair) => of(pair[side as 0 | 1]))).toFixed(0)} ${unit}`)
      .join(' to '),
  });
  return [
    {
      name: 'start to first 200, of a stock Strapi',
      ...compared(({ time }) => time, 'ms'),
      wanted: { must: 1, aim: 0.8, better: 'lower' },
    },
    {
      name: 'memory after the first 200, of a stock Strapi',
      ...compared(({ megabytes }) => megabytes, 'MB'),
      wanted: { must: 1.1, aim: 1, better: 'lower' },
    },
  ];
};

/** Milliseconds, and what is resident of the process then. */
interface Start {
  time: number;
  megabytes: number;
}
