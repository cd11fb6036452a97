import { copyFile } from 'node:fs/promises';
import { blogPath, type Bench, type StrapiServer } from '../bench';
import { median } from '../compare';
import { slugOf } from '../content/posts';
import type { Result } from '../report';

/** From the start of the process to its first 200, beside a Strapi without the plugin. */
export const bootCases = async (bench: Bench): Promise<Result[]> => {
  const posts = bench.sizeNear(100);
  const database = await bench.databaseOf(posts);
  const stockDatabase = `${database}.stock`;
  await copyFile(database, stockDatabase);

  const timeOf = async (start: () => Promise<StrapiServer>, path: string): Promise<number> => {
    const begun = performance.now();
    const server = await start();
    const { status } = await bench.ask({ port: server.port, path });
    const time = performance.now() - begun;
    await server.stop();
    if (status !== 200) throw new Error(`Status ${status} after a start.`);
    return time;
  };
  const ours = () => timeOf(() => bench.startDelivery(posts), blogPath(bench.template.large, slugOf(1)));
  const stock = () => timeOf(() => bench.startStock(stockDatabase), '/api/posts?pagination[pageSize]=1');

  // The first start of each settles its tables and brings its files into memory.
  await ours();
  await stock();
  const pairs: [number, number][] = [];
  for (let round = 0; round < bench.options.rounds; round += 1) pairs.push([await ours(), await stock()]);
  const milliseconds = (side: 0 | 1) => `${median(pairs.map((pair) => pair[side])).toFixed(0)} ms`;
  return [
    {
      name: 'start to first 200, of a stock Strapi',
      posts,
      rounds: pairs.map(([a, b]) => a / b),
      unit: '',
      wanted: { must: 1.15, aim: 1, better: 'lower' },
      detail: `${milliseconds(0)} to ${milliseconds(1)}`,
    },
  ];
};
