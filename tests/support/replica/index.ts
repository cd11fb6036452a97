import type { Change } from '../../../src/plugins/content-delivery/contracts/delivery';
import { pollersOf } from '../../../src/plugins/content-delivery/server/src/services';
import type { Content } from '../../fixtures/content';
import { signInAsSuperAdmin, type AdminPanel } from '../admin-panel';
import { resumeClock, stopClockAt } from '../clock';
import { rawRequestsTo } from '../requests';
import type { TestServer } from '../strapi';
import { createFollower, type Follower, type Read } from './follower';
import { createRandom } from '../random';
import { createWrites } from './writes';
import { serviceOf } from '../services';

/** Milliseconds between two writes, by the clock of the server. */
const STEP = 500;
/** Writes after which the session of the panel is begun anew. */
const SESSION = 500;

interface Plan {
  writes: number;
  seed: number;
  /** So many writes go on while followers catch up; then they are compared. */
  writesAtOnce?: number;
}

/**
 * Writes at random, and compares after each write, or each few, what a follower of the changes has with what everything
 * reads as.
 * @returns how often each kind of write was done
 */
export const followWrites = async (
  server: Pick<TestServer, 'strapi'>,
  content: Content,
  { writes, seed, writesAtOnce = 1 }: Plan,
): Promise<Map<string, number>> => {
  const { strapi } = server;
  const http = await rawRequestsTo(server);
  const random = createRandom(seed).next;
  const account = (await content.account()).documentId;
  const websites = [await content.website({ account }), await content.website({ account })];
  const clock = serviceOf(strapi, 'clock');
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
      await content.author(website.documentId);
    }
    await clock.drain();
    for (const follower of followers) await follower.begin();
    let written = 0;
    let tried = 0;
    const mayTry = (): boolean => written < writes && tried < writes * 4;
    const writeSome = async (): Promise<void> => {
      for (const end = written + writesAtOnce; written < end && mayTry(); tried += 1) {
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
      }
    };
    while (mayTry()) {
      let isWriting = true;
      const told = followers.map((): Change[] => []);
      const follow = async (follower: Follower, place: number): Promise<void> => {
        while (isWriting) told[place]?.push(...(await follower.catchUp()));
      };
      const writing = writeSome().finally(() => (isWriting = false));
      // A single write is compared as soon as it is made.
      if (writesAtOnce === 1) await writing;
      await Promise.all([writing, ...followers.map(follow)]);
      for (const [place, follower] of followers.entries()) {
        told[place]?.push(...(await follower.catchUp()));
        const kept = Object.fromEntries(follower.copy());
        const read = Object.fromEntries(await follower.readEverything());
        try {
          expect(kept).toEqual(read);
        } catch (error) {
          const what = `write ${written} of seed ${seed}, website ${place}: ${recent.slice(-4 - writesAtOnce).join(' | ')}`;
          throw new Error(`${what}\ntold: ${JSON.stringify(told[place])}\n${(error as Error).message}`);
        }
      }
    }
  } finally {
    resumeClock();
    http.close();
  }
  return done;
};
