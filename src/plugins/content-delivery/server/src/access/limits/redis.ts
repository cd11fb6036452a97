import type * as Redis from '@redis/client';
import type { RedisClientType } from '@redis/client';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { startPatientTimer } from '../../platform/patient-timer';
import { countOf, type Counter, type Policy } from './counter';

interface RedisSettings {
  /** `redis://` or `rediss://`, with user, password and database where needed. */
  url: string;
  /** Begins every key, so that several installations can share a Redis. */
  prefix: string;
}

export interface Log {
  error(message: string): void;
  info(message: string): void;
}

interface Connection {
  client: RedisClientType;
  /** Ends it, with all that waits there, also while it is being made. */
  drop(): void;
}

const TIMES = {
  /** Milliseconds within which Redis has to take a connection, and as many to say the first word there. */
  connect: 2_000,
  /** And to answer; also to the first word, once it was out of reach: one that is slow is not back. */
  answer: 500,
};
/** Milliseconds between requests that try whether a Redis that refused one takes them again. */
const REST = 1_000;
/** Milliseconds between attempts to connect again. */
const TRY_AGAIN_AFTER = 1_000;
/** How many may wait for an answer. Redis answers thousands in the time of one request; with more it is stuck. */
const MAX_WAITING = 10_000;

/**
 * Counts in Redis, for several instances together. While it is out of reach each instance counts by itself; that is
 * logged once, and once more when it is back. Connects with the first request that is counted.
 *
 * A connection on which an answer does not come in time is dropped, with all that waits there: waiting requests are counted
 * here, and must not be counted again when Redis recovers. No request waits for the next connection, whose first command is the probe.
 * @param times milliseconds
 */
export const createRedisCounters = ({ url, prefix }: RedisSettings, log: Log, times = TIMES) => {
  let redis: typeof Redis | null = null;
  /** Also while it is being made. */
  let connection: Connection | null = null;
  /** The same, once Redis has answered there. */
  let ready: Connection | null = null;
  /** Resolves when the first attempt has succeeded or failed; later ones are not awaited. */
  let attempted: Promise<void> | null = null;
  let nextAttempt: NodeJS.Timeout | undefined;
  let nextTry = 0;
  let isClosed = false;
  let isOut = false;

  const out = (error: unknown): void => {
    nextTry = performance.now() + REST;
    if (isOut) return;
    isOut = true;
    log.error(
      `Redis is out of reach (${reasonOf(error)}). Until it is back, each instance counts requests for its limits by itself.`,
    );
  };
  const back = (): void => {
    if (!isOut) return;
    isOut = false;
    log.info('Redis is back: requests are counted for all instances together again.');
  };

  const lose = (lost: Connection | null, error: unknown): void => {
    if (isClosed || connection !== lost) return;
    connection = null;
    ready = null;
    lost?.drop();
    out(error);
    nextAttempt = setTimeout(() => void connect(), TRY_AGAIN_AFTER);
  };

  /** Never rejects. */
  const connect = async (): Promise<void> => {
    let made: Connection | null = null;
    let endWait = (): void => undefined;
    try {
      redis ??= await import('@redis/client');
      if (isClosed) return;
      const stop = new AbortController();
      const client = redis.createClient({
        url,
        disableOfflineQueue: true,
        commandsQueueMaxLength: MAX_WAITING,
        // Without its own timer, which would be due in a process that stood still.
        socket: { connectTimeout: 0, reconnectStrategy: false, signal: stop.signal },
      }) as unknown as RedisClientType;
      const own: Connection = {
        client,
        drop() {
          client.destroy();
          // The client knows nothing yet of a socket that is not connected.
          stop.abort();
        },
      };
      connection = made = own;
      client.on('error', (error: unknown) => lose(own, error));
      const wait = (milliseconds: number, problem: string): void => {
        endWait();
        endWait = startPatientTimer(milliseconds, () => lose(own, new Error(problem)));
      };
      client.on('connect', () =>
        wait(isOut ? times.answer : times.connect, 'it takes connections and does not answer'),
      );
      wait(times.connect, 'it takes no connection');
      await client.connect();
      ready = own;
      back();
    } catch (error) {
      lose(made, error);
    } finally {
      endWait();
    }
  };

  /** While it is out of reach though it is connected, one request at a time tries it. */
  const mayAsk = (): boolean => {
    if (!isOut) return true;
    const now = performance.now();
    if (now < nextTry) return false;
    nextTry = now + REST;
    return true;
  };

  return {
    /** @param alone counts while Redis is out of reach */
    counter({ name, quota, window }: Policy, alone: Counter): Counter {
      let limiter: RateLimiterRedis | null = null;
      let limited: RedisClientType | null = null;
      const limiterOn = (client: RedisClientType): RateLimiterRedis => {
        if (limiter && limited === client) return limiter;
        limited = client;
        return (limiter = new RateLimiterRedis({
          storeClient: client,
          useRedisPackage: true,
          rejectIfRedisNotReady: true,
          keyPrefix: `${prefix}${name}`,
          points: quota,
          duration: window,
          // A caller over the limit needs no further request to Redis.
          inMemoryBlockOnConsumed: quota,
        }));
      };
      return async (whose) => {
        await (attempted ??= connect());
        const asked = ready;
        if (!asked || !mayAsk()) return alone(whose);
        // With its connection, the request fails too.
        const endWait = startPatientTimer(times.answer, () => lose(asked, new Error('a request timed out')));
        try {
          const result = await limiterOn(asked.client).consume(whose);
          if (asked === ready) back();
          return countOf(false, result);
        } catch (result) {
          if (result instanceof RateLimiterRes) return countOf(true, result);
          // Redis itself refuses, as while it loads its data: that is an answer, and the next one may be another.
          if (redis && result instanceof redis.ErrorReply) out(result);
          else lose(asked, result);
          return alone(whose);
        } finally {
          endWait();
        }
      };
    },

    /** Waits for nothing: Redis may never answer. */
    close(): void {
      isClosed = true;
      clearTimeout(nextAttempt);
      connection?.drop();
      connection = null;
      ready = null;
    },
  };
};

/** What went wrong, without the URL, which may contain a password. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown reason';
};
