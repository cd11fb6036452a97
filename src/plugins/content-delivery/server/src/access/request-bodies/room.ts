import type { Context } from 'koa';
import { createSemaphore } from '../../platform/semaphore';
import { unavailable } from '../../platform/unavailable';

/** Bytes that are not counted: callers who have not signed in may send so many, and most forms do. */
const SMALL = 100_000;
/** The largest documents that are read or worked on at a time, of all senders together. */
const LARGEST_AT_ONCE = 3;
/** Milliseconds to wait for room. */
const WAIT = 10_000;

/**
 * Memory for bodies: what is sent is held until its request is done, as text and as objects. A sender has as much as
 * one of the largest documents takes, so that others find room beside them.
 */
export const createRoomForBodies = (largest: number, wait = WAIT) => {
  const semaphore = createSemaphore({ capacity: LARGEST_AT_ONCE * largest, share: largest });

  return {
    /**
     * @param bytes as they are declared, or as many as may come
     * @throws an HTTP error 503 where there is no room in time
     */
    async hold<Result>(
      ctx: Pick<Context, 'set'>,
      owner: string,
      bytes: number,
      work: () => Promise<Result>,
    ): Promise<Result> {
      if (bytes <= SMALL) return work();
      let release;
      try {
        release = await semaphore.acquire({ weight: bytes, owner, timeout: wait });
      } catch {
        // Nothing but the time ends the wait.
        throw unavailable(
          'The server is reading as many large texts as it can at the moment. Nothing was saved. Please try again in a few seconds.',
          ctx,
        );
      }
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
};
