import type { Poller } from '../../../src/plugins/content-delivery/server/src/jobs/poller';
import { pollersOf } from '../../../src/plugins/content-delivery/server/src/services';
import type { Content } from '../../fixtures/content';
import { signInAsSuperAdmin, type AdminPanel } from '../admin-panel';
import { resumeClock, stopClockAt } from '../clock';
import { rawRequestsTo } from '../requests';
import type { TestServer } from '../strapi';
import { createFollower, type Follower, type Read } from './follower';
import { createWrites, randomFrom } from './writes';

/** Milliseconds between two writes, by the clock of the server. */
const STEP = 500;
/** Writes after which the session of the panel is begun anew. */
const SESSION = 500;

interface Plan {
  writes: number;
  seed: number;
}

/**
 * Writes at random, and compares after each write what a follower of the changes has with what everything reads as.
 * @returns how often each kind of write was done
 */
export const followWrites = async (
  server: Pick<TestServer, 'strapi'>,
  content: Content,
  { writes, seed }: Plan,
): Promise<Map<string, number>> => {
  const { strapi } = server;
  const http = await rawRequestsTo(server);
  const random = randomFrom(seed);
  const account = (await content.account()).documentId;
  const websites = [await content.website({ account }), await content.website({ account })];
  const clock = strapi.plugin('content-delivery').service('clock') as Poller;
  const readFor =
    (apiKey: string): Read =>
    async (path, parameters) => {
      const query = new URLSearchParams({ apiKey, ...parameters });
      const { status, text } = await http.send('GET', `${path}?${query.toString()}`);
      return { status, text };
    };
  // With the first request the server has begun to look for work by itself; only this is to do so.
  await Promise.all(pollersOf(strapi).map((poller) => poller.stop()));
  const followers: Follower[] = websites.map(({ key }) => createFollower(readFor(key)));
  let panel: AdminPanel | undefined;
  const writer = createWrites({
    strapi,
    account,
    random,
    websites: websites.map(({ documentId }) => documentId),
    panel: () => panel as AdminPanel,
  });
  const done = new Map<string, number>();
  const recent: string[] = [];

  let now = Date.now();
  stopClockAt(new Date(now).toISOString());
  try {
    for (const website of websites) {
      await content.category(website.documentId);
      await content.tag(website.documentId);
    }
    await clock.drain();
    for (const follower of followers) await follower.begin();
    for (let written = 0, tried = 0; written < writes && tried < writes * 4; tried += 1) {
      if (tried % SESSION === 0) panel = await signInAsSuperAdmin(strapi);
      now += STEP;
      stopClockAt(new Date(now).toISOString());
      // What the clock has brought so far is told by itself.
      await clock.drain();
      const name = await writer.next();
      if (name === null) continue;
      written += 1;
      done.set(name, (done.get(name) ?? 0) + 1);
      recent.push(name);
      for (const [place, follower] of followers.entries()) {
        const told = await follower.catchUp();
        const kept = Object.fromEntries(follower.copy());
        const read = Object.fromEntries(await follower.readEverything());
        try {
          expect(kept).toEqual(read);
        } catch (error) {
          const what = `write ${written} of seed ${seed}, website ${place}: ${recent.slice(-5).join(' | ')}`;
          throw new Error(`${what}\ntold: ${JSON.stringify(told)}\n${(error as Error).message}`);
        }
      }
    }
  } finally {
    resumeClock();
    http.close();
  }
  return done;
};
