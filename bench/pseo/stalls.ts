import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../compare';
import type { Waits } from '../load';
import type { Helper } from '../processes';
import type { Result } from '../report';
import { adminRequests, type AdminRequest, type Content } from './admin-requests';
import type { LongestTurn } from './event-loop';
import { slugOf } from './pages';
import { signIn } from './panel';
import type { Prepared, Ref } from './server';

/** Milliseconds that no warm read is to wait while one request of the admin panel is answered. */
const MAX_WAIT = 100;
/** Milliseconds. */
const QUIET = 5_000;
const SETTLED = 50;
const SMALL = 1_000;
const DRAFTS = 5_000;
const READ = 20;

const fill = async (server: Helper, pages: number): Promise<Content> => {
  const { website, campaign: large } = await server.call<Prepared>('prepare', 'stalls');
  const other = await server.call<Prepared>('prepare', 'stalls-other');
  const campaignOf = (name: string) => server.call<Ref>('addCampaign', { website, name });
  const small = await campaignOf('Small');
  const drafts = await campaignOf('Drafts');
  const insert = (of: Prepared, count: number, first: number, live = true) =>
    server.call('inserts', { ...of, count, first, live });
  await insert({ website, campaign: large }, pages - SMALL, 0);
  await insert({ website, campaign: small }, SMALL, pages);
  await insert({ website, campaign: drafts }, DRAFTS, pages + SMALL, false);
  await insert(other, SMALL, 10 * pages);
  return {
    website,
    otherWebsite: other.website,
    large,
    small,
    drafts,
    pages: await server.call('draftsOf', { campaign: large, count: 300 }),
    live: pages,
  };
};

/**
 * How long warm reads wait while each request of the admin panel is answered, on SQLite, which works on the thread that
 * serves.
 * @param only parts of the names of the requests that are made, with commas between; all when it is empty
 */
export const measureStalls = async (
  server: Helper,
  load: Helper,
  pages: number,
  only: string,
): Promise<Result[]> => {
  await server.call('load');
  const content = await fill(server, pages);
  const port = await server.call<number>('listen');
  const panel = await signIn(port, await server.call('administrator'));
  // Of a website without writes, as others are read again after each change.
  const paths = Array.from(
    { length: READ },
    (_, n) => `/api/pseo-pages?apiKey=stalls-other&slug=${encodeURIComponent(slugOf(10 * pages + n))}`,
  );
  await load.call('steady', { port, paths, connections: 8, every: 8 });

  const during = async (work: () => Promise<unknown>) => {
    await load.call('waits');
    await server.call('longestTurn');
    const begun = performance.now();
    await work();
    const time = performance.now() - begun;
    // Reads that waited are answered after the request that they waited for.
    await pause(SETTLED);
    return {
      time,
      waits: await load.call<Waits>('waits'),
      turn: await server.call<LongestTurn>('longestTurn'),
    };
  };
  const result = (name: string, rounds: Awaited<ReturnType<typeof during>>[], isQuiet = false): Result => ({
    name,
    posts: pages,
    rounds: rounds.map(({ waits }) => waits.longest),
    unit: ' ms',
    wanted: isQuiet ? null : { must: MAX_WAIT, aim: MAX_WAIT / 2, better: 'lower' },
    detail: `event loop ${median(rounds.map(({ turn }) => turn.length)).toFixed(0)} ms, without the processor in ${median(rounds.map(({ turn }) => turn.preempted)).toFixed(0)} of these, request ${median(rounds.map(({ time }) => time)).toFixed(0)} ms`,
  });
  const quiet = async (name: string): Promise<Result> =>
    result(name, [await during(() => pause(QUIET))], true);

  await pause(2_000);
  const results = [await quiet('nothing, at the beginning')];
  const measure = async ({ name, times, send }: AdminRequest): Promise<void> => {
    const rounds: Awaited<ReturnType<typeof during>>[] = [];
    for (let time = 0; time < times; time += 1) rounds.push(await during(() => send(time)));
    const one = result(name, rounds);
    results.push(one);
    console.log(`${median(one.rounds).toFixed(0).padStart(6)} ms  ${name} (${one.detail})`);
  };
  const failed: string[] = [];
  for (const request of adminRequests(panel, content)) {
    if (!only.split(',').some((text) => request.name.includes(text))) continue;
    await measure(request).catch((error: unknown) => {
      console.error(error);
      failed.push(request.name);
    });
  }
  if (failed.length > 0) throw new Error(`Not answered as expected: ${failed.join('; ')}`);
  results.push(await quiet('nothing, at the end'));
  await load.call('rest');
  return results;
};
