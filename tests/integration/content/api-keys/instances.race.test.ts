import { apiKeysOf } from '../../../support/api-keys';
import { resumeClock, stopClockAt } from '../../../support/clock';
import { connectTo } from '../../../support/connections';
import { startServerProcess } from '../../../support/server-process';
import { targets } from '../../../support/warmed';
import { withServer } from '../../../support/with-server';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** Longer than this test takes on any machine. */
const LONG = 600_000;

describe('the rotation of an API key', () => {
  const { server, content } = withServer();

  it('holds on every instance from the next request on', async () => {
    const keys = apiKeysOf(server.strapi);
    const { documentId: website, key: first } = await content.website();
    await content.post(website, { slug: 'post' });
    const other = await startServerProcess();
    const there = connectTo(other.port);
    const statusesThere = async (...asked: string[]): Promise<number[]> => {
      const statuses: number[] = [];
      for (const key of asked) {
        statuses.push((await there.send('GET', targets.post({ key }, 'post'))).status);
      }
      return statuses;
    };
    /** Gives out a new key, and lets the old one work for an hour that began so many milliseconds ago. */
    const rotateEarlier = async (milliseconds: number): Promise<string> => {
      stopClockAt(new Date(Date.now() - milliseconds).toISOString());
      try {
        return await keys.rotate(website, HOUR);
      } finally {
        resumeClock();
      }
    };
    try {
      expect(await statusesThere(first, first)).toEqual([200, 200]);
      const second = await keys.rotate(website, WEEK);
      expect(await statusesThere(first, second, first, second)).toEqual([200, 200, 200, 200]);
      await keys.endOld(website);
      expect(await statusesThere(first, second)).toEqual([401, 200]);
      const third = await keys.rotate(website);
      expect(await statusesThere(second, third)).toEqual([401, 200]);
      // The other instance goes by its own clock, which has not been stopped.
      const fourth = await rotateEarlier(HOUR - LONG);
      expect(await statusesThere(third, fourth)).toEqual([200, 200]);
      const fifth = await rotateEarlier(HOUR + 1);
      expect(await statusesThere(third, fourth, fifth)).toEqual([401, 401, 200]);
    } finally {
      there.close();
      await other.stop();
    }
  });
});
