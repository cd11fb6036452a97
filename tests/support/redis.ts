import { createClient } from '@redis/client';
import { unique } from '../fixtures/content';
import { expectServers, urlOf } from './databases/servers';
import { stop } from './stop';

/** Keys of this test file in the Redis of the tests. */
export const openTestRedis = async () => {
  const prefix = `${unique('content-delivery-test')}:`;
  await expectServers(['redis']);
  const url = urlOf('redis');
  const client = createClient({ url: url.href, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  const keys = () => client.keys(`${prefix}*`);
  return {
    host: url.hostname,
    port: Number(url.port || 6379),
    /** Lets a server count there. */
    environment: { RATE_LIMIT_REDIS_URL: url.href, RATE_LIMIT_REDIS_PREFIX: prefix },
    /** What is counted: keys without the prefix, with their number and the milliseconds that they have left. */
    async counted(): Promise<Record<string, { count: number; left: number }>> {
      const counted: Record<string, { count: number; left: number }> = {};
      for (const key of await keys()) {
        counted[key.slice(prefix.length)] = {
          count: Number(await client.get(key)),
          left: await client.pTTL(key),
        };
      }
      return counted;
    },
    /** Lets Redis refuse to count under a key. */
    async spoil(key: string): Promise<void> {
      await client.lPush(`${prefix}${key}`, 'no number');
    },
    close: () =>
      stop(
        'the connection to Redis',
        async () => {
          for (const key of await keys()) await client.del(key);
          await client.close();
        },
        { kill: () => client.destroy() },
      ),
  };
};

export type TestRedis = Awaited<ReturnType<typeof openTestRedis>>;
