import { createClient } from '@redis/client';
import { reasonOf } from '../../../src/plugins/content-delivery/server/src/access/limits/redis';
import { ok, wrong, type Finding } from '../finding';

const ABOUT = 'Redis';
/** Milliseconds. */
const CONNECT = 3_000;

/** @param url RATE_LIMIT_REDIS_URL; empty for none */
export const lookAtRedis = async (url: string): Promise<Finding[]> => {
  if (url === '') return [ok(ABOUT, 'not used: each instance counts for its limits by itself')];
  const { host } = new URL(url);
  const client = createClient({ url, socket: { connectTimeout: CONNECT, reconnectStrategy: false } });
  // It rejects, too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const start = performance.now();
    await client.ping();
    return [ok(ABOUT, `${host} answers in ${(performance.now() - start).toFixed(1)} ms`)];
  } catch (error) {
    return [
      wrong(
        ABOUT,
        `${host} cannot be used: ${reasonOf(error)} (RATE_LIMIT_REDIS_URL). Each instance counts for its limits by itself.`,
      ),
    ];
  } finally {
    client.destroy();
  }
};
