import type { RedisClientType } from '@redis/client';
import { RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { countOf, type Counter, type Policy } from './counter';

interface Settings {
  /** `redis://` or `rediss://`, with user, password and database where needed. */
  url: string;
  /** Begins every key, so that several installations can share a Redis. */
  prefix: string;
}

interface Log {
  error(message: string): void;
  info(message: string): void;
}

/** Milliseconds within which Redis has to take a connection, and to answer. */
const CONNECT_WITHIN = 2_000;
const ANSWER_WITHIN = 500;
/** Milliseconds for which it is left alone after it did not answer, so that not every request waits for nothing. */
const REST = 1_000;
/** Milliseconds between attempts to connect again. */
const TRY_AGAIN_AFTER = 1_000;

/**
 * Counts in Redis, for several instances together. While it is out of reach each instance counts by itself; that is
 * logged once, and once more when it is back. Nothing is connected until somebody is to be counted.
 */
export const createRedisCounters = ({ url, prefix }: Settings, log: Log) => {
  let connecting: Promise<RedisClientType> | null = null;
  let isClosed = false;
  let isOut = false;
  let restsUntil = 0;

  const out = (error: unknown): void => {
    restsUntil = Date.now() + REST;
    if (isOut || isClosed) return;
    isOut = true;
    log.error(
      `Redis is out of reach (${reasonOf(error)}). Until it is back, each instance counts requests for its limits by itself.`,
    );
  };
  const back = (): void => {
    restsUntil = 0;
    if (!isOut) return;
    isOut = false;
    log.info('Redis is back: requests are counted for all instances together again.');
  };

  /** Resolves when the first attempt has succeeded or failed; further ones are made in the background. */
  const connect = async (): Promise<RedisClientType> => {
    const { createClient } = await import('@redis/client');
    const client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: CONNECT_WITHIN, reconnectStrategy: () => TRY_AGAIN_AFTER },
    }) as unknown as RedisClientType;
    await new Promise<void>((attempted) => {
      client.on('ready', () => {
        back();
        attempted();
      });
      client.on('error', (error: unknown) => {
        out(error);
        attempted();
      });
      client.connect().catch(out);
    });
    return client;
  };

  return {
    /** @param alone counts while Redis is out of reach */
    counter({ name, quota, window }: Policy, alone: Counter): Counter {
      let limiter: RLWrapperTimeouts | null = null;
      const limiterOn = (client: RedisClientType) =>
        (limiter ??= new RLWrapperTimeouts({
          timeoutMs: ANSWER_WITHIN,
          limiter: new RateLimiterRedis({
            storeClient: client,
            useRedisPackage: true,
            rejectIfRedisNotReady: true,
            keyPrefix: `${prefix}${name}`,
            points: quota,
            duration: window,
            // Whoever is over the limit needs no more asking.
            inMemoryBlockOnConsumed: quota,
          }),
        }));
      return async (whose) => {
        try {
          const client = await (connecting ??= connect());
          if (!client.isReady || Date.now() < restsUntil) return alone(whose);
          const result = await limiterOn(client).consume(whose);
          back();
          return countOf(false, result);
        } catch (result) {
          if (result instanceof RateLimiterRes) return countOf(true, result);
          out(result);
          return alone(whose);
        }
      };
    },

    async close(): Promise<void> {
      isClosed = true;
      const client = await connecting?.catch(() => null);
      client?.destroy();
    },
  };
};

/** What went wrong, without the address: a password may stand in it. */
const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown reason';
};
