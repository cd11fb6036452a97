import type { ReadingThread } from './reading-thread';

/** Milliseconds within which what was committed is moved to its place. */
const SOON = 500;
/** Pages of 4 KB in the log from which on a commit waits until they are in their places. */
const LONG = 16_384;

interface Progress {
  log: number;
  checkpointed: number;
}

/**
 * Moves what was committed from SQLite's log to its place. It is as much writing again, and waits for the disk: the commit
 * that makes the log long would wait for it on the thread that serves. While others write, the log is never done with, and
 * grows; so from some length on, the next who commits keeps the connection until it is.
 */
export const createCheckpoints = ({ read }: Pick<ReadingThread, 'read'>) => {
  let timer: NodeJS.Timeout | null = null;
  let isLong = false;
  const run = async (): Promise<void> => {
    try {
      const [progress] = (await read('PRAGMA wal_checkpoint(PASSIVE)', [])) as Progress[];
      isLong = progress !== undefined && progress.log > LONG && progress.checkpointed < progress.log;
    } catch {
      // As on a full disk: what is committed is in the log, and the next one tries again.
    }
  };
  return {
    /** Called when something was committed, by who has the connection still. */
    async committed(): Promise<void> {
      if (isLong) return run();
      timer ??= setTimeout(() => {
        timer = null;
        void run();
      }, SOON).unref();
    },
    stop(): void {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
};
