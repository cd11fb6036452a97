import { setTimeout as sleep } from 'node:timers/promises';
import { blogPath, type Bench, type StrapiServer } from '../bench';
import { medianP99 } from '../compare';
import { documentIdOf } from '../content/posts';
import type { Measured } from '../load';
import type { Result } from '../report';

const POSTS = 20_000;
/** The website that is read has five. */
const READ = [1, 2, 3, 4].map((n) => `small-${n}`);

/** What readers of one website notice of a long list that another one's front end asks for after each edit. */
export const readerCases = async (bench: Bench): Promise<Result[]> => {
  const posts = bench.sizeNear(POSTS);
  const server = await bench.startDelivery(posts);
  try {
    const path = blogPath(bench.template.large);
    const edit = (): Promise<void> => server.edit(documentIdOf(1));
    const list = async (): Promise<void> => void (await bench.drain({ port: server.port, path }));
    const idle: Measured[] = [];
    const edited: Measured[] = [];
    const listed: Measured[] = [];
    let lists = 0;
    for (let round = 0; round < bench.options.rounds; round += 1) {
      idle.push(await during(bench, server, () => sleep(100)));
      edited.push(await during(bench, server, edit));
      listed.push(
        await during(bench, server, async () => {
          await edit();
          await list();
          lists += 1;
        }),
      );
    }
    const result = (name: string, others: Measured[], detail: string, wanted: Result['wanted']): Result => ({
      name,
      posts,
      rounds: listed.map(({ p99 }, n) => p99 / (others[n] as Measured).p99),
      unit: '',
      wanted,
      detail,
    });
    const milliseconds = (rounds: Measured[]): string => `${medianP99(rounds).toFixed(2)} ms`;
    return [
      result(
        `p99 of another website's warm posts while a list of ${posts} is made after each edit, of without`,
        idle,
        `${milliseconds(listed)} to ${milliseconds(idle)}, ${lists} lists`,
        { must: 3, aim: 1.5, better: 'lower' },
      ),
      result(
        '  the same, of with the edits and without the lists',
        edited,
        `${milliseconds(listed)} to ${milliseconds(edited)}`,
        null,
      ),
    ];
  } finally {
    await server.stop();
  }
};

/** Reads warm posts of the small website for the time of a round, while the work is done again and again. */
const during = async (bench: Bench, { port }: StrapiServer, work: () => Promise<void>): Promise<Measured> => {
  const { connections, roundTime } = bench.options;
  let isOver = false;
  const reads = bench
    .run({
      port,
      paths: READ.map((slug) => blogPath(bench.template.small, slug)),
      status: 200,
      connections,
      time: roundTime,
    })
    .finally(() => (isOver = true));
  while (!isOver) await work();
  return reads;
};
