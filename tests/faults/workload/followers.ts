import { setTimeout as wait } from 'node:timers/promises';
import { createFollower, type Follower } from '../../support/replica/follower';
import type { Site } from './content';
import type { ReaderOptions } from './readers';

const PAUSE = { least: 200, most: 1_000 };
const TIMEOUT = 20_000;

/** Whoever keeps a copy of a website by the changes, reading at any instance, and trying again where there is no answer. */
export const createFollowers = ({ cluster, history, client, random, isOver }: ReaderOptions) => {
  const followerOf = (site: Site): Follower =>
    createFollower(async (path, parameters) => {
      const query = new URLSearchParams({ apiKey: site.key, ...parameters });
      const up = cluster.up();
      if (up.length === 0) throw new Error('No instance is up.');
      const answer = await client.send(random.pick(up).port, {
        path: `${path}?${query.toString()}`,
        timeout: TIMEOUT,
      });
      if (answer.headers['x-stale'] !== undefined) throw new Error('The answer may not be current.');
      return answer;
    });
  const followers = cluster.prepared.sites.map((site) => ({
    site,
    follower: followerOf(site),
    hasBegun: false,
  }));
  type Kept = (typeof followers)[number];

  const step = async (kept: Kept): Promise<boolean> => {
    try {
      if (kept.hasBegun) await kept.follower.catchUp();
      else await kept.follower.begin();
      return (kept.hasBegun = true);
    } catch {
      // Nothing is lost: what was not done is done again, from the same cursor.
      return false;
    }
  };

  const follow = async (kept: Kept): Promise<void> => {
    while (!isOver()) {
      await step(kept);
      await wait(random.between(PAUSE.least, PAUSE.most));
    }
  };

  return {
    async run(): Promise<void> {
      await Promise.all(followers.map(follow));
    },
    /** Once nobody writes any more: compares each copy with all that is read. */
    async compare(): Promise<void> {
      for (const kept of followers) {
        const { site, follower } = kept;
        const report = (what: string): void =>
          void history.copyDifferences.push({ website: site.name, at: performance.now(), what });
        if (!(await step(kept)) || !(await step(kept))) {
          report('it could not be brought up to date');
          continue;
        }
        const everything = await follower.readEverything();
        const copy = follower.copy();
        for (const name of new Set([...everything.keys(), ...copy.keys()]))
          if (everything.get(name) !== copy.get(name)) report(name);
      }
    },
  };
};
