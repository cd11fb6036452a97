import type { ReadingThread } from './reading-thread';

/** Milliseconds within which what was committed is moved to its place. */
const SOON = 500;
/** Pages of 4 KB in the log from which on a commit waits until they are in their places, so that the log starts anew. */
const LONG = 16_384;

interface Progress {
  log: number;
}

/**
 * Moves what was committed from SQLite's log to its place (a checkpoint). It is as much writing again, and waits for the
 * disk: the commit that makes the log long would wait for it on the thread that serves. SQLite starts its log anew only when
 * all of it is in its place as a write begins. While one commit follows the other, none ever is, as more comes while the
 * thread works: from some length on, the next who commits keeps the connection until the thread is done.
 */
export const createCheckpoints = ({ read }: Pick<ReadingThread, 'read'>) => {
  let timer: NodeJS.Timeout | null = null;
  let isLong = false;
  const run = async (): Promise<number> => {
    try {
      const [progress] = (await read('PRAGMA wal_checkpoint(PASSIVE)', [])) as Progress[];
      return progress?.log ?? 0;
    } catch {
      // As on a full disk: what is committed is in the log, and the next one tries again.
      return 0;
    }
  };
  return {
    /** Called when something was committed, by who has the connection still. */
    async committed(): Promise<void> {
      if (isLong) {
        isLong = false;
        await run();
      }
      timer ??= setTimeout(() => {
        timer = null;
        void run().then((pages) => (isLong = pages > LONG));
      }, SOON).unref();
    },
    stop(): void {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
};
