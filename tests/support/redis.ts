import { createClient } from '@redis/client';
import { unique } from '../fixtures/content';

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** Keys of this test file in the Redis of the tests. */
export const openTestRedis = async () => {
  const prefix = `${unique('content-delivery-test')}:`;
  const client = createClient({ url: REDIS_URL, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw new Error(`These tests need Redis at ${REDIS_URL} (TEST_REDIS_URL): ${String(error)}`);
  });
  const keys = () => client.keys(`${prefix}*`);
  const { hostname, port } = new URL(REDIS_URL);
  return {
    host: hostname,
    port: Number(port || 6379),
    /** Lets a server count there. */
    environment: { RATE_LIMIT_REDIS_URL: REDIS_URL, RATE_LIMIT_REDIS_PREFIX: prefix },
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
    async close(): Promise<void> {
      for (const key of await keys()) await client.del(key);
      await client.close();
    },
  };
};

export type TestRedis = Awaited<ReturnType<typeof openTestRedis>>;
