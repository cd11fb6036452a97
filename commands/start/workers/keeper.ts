import type { ChildProcess } from 'node:child_process';
import {
  createChannel,
  type Channel,
} from '../../../src/plugins/content-delivery/server/src/platform/processes/channel';
import type {
  PrimaryQuestions,
  ServerQuestions,
} from '../../../src/plugins/content-delivery/server/src/platform/processes/questions';

interface Parts {
  /** For the log: `The server`. */
  name: string;
  fork(): ChildProcess;
  /** What it may ask, beside saying that it is ready. */
  own: Omit<PrimaryQuestions, 'ready'>;
  log: { info(message: string): unknown; warn(message: string): unknown; error(message: string): unknown };
  /** Called each time that it answers requests. */
  ready?(child: ChildProcess): void;
  /** Called when a process has ended, asked to or not. */
  gone?(child: ChildProcess): void;
  /** Called when it is not worth while to start it again. */
  gaveUp(): void;
}

/** Starts in a row that never came to answer anything. */
const MAX_FAILED = 5;
/** Milliseconds before the first of several starts in a row, doubled each time, and the most. */
const FIRST_PAUSE = 250;
const MAX_PAUSE = 10_000;
/** Milliseconds after which a process that ends has done well. */
const LONG_ENOUGH = 60_000;

/** Keeps a process running: one that ends unasked is started again, each time after a longer pause. */
export const createKeeper = ({ name, fork, own, log, ready, gone, gaveUp }: Parts) => {
  let child: ChildProcess | null = null;
  let channel: Channel<ServerQuestions> | null = null;
  let pause: NodeJS.Timeout | undefined;
  let wasEverReady = false;
  let readyAt: number | null = null;
  let inARow = 0;
  let failed = 0;
  let isEnding = false;
  /** Milliseconds since 1970. */
  let endsBy = 0;
  let ended = (): void => undefined;

  const askToEnd = (running: ChildProcess): void => {
    channel?.ask('end', Math.max(0, endsBy - Date.now())).catch(() => running.kill('SIGKILL'));
  };

  const start = (): void => {
    readyAt = null;
    let started: ChildProcess;
    try {
      started = child = fork();
    } catch (error) {
      // Where memory is short; other errors come as events.
      const { message } = error as Error;
      log.error(`${name} could not be started: ${message}`);
      pause = setTimeout(restart, 0, message);
      return;
    }
    channel = createChannel<ServerQuestions, PrimaryQuestions>(started, {
      ...own,
      ready() {
        readyAt = Date.now();
        // The signal came when it no longer listened to any.
        if (isEnding) return askToEnd(started);
        wasEverReady = true;
        failed = 0;
        ready?.(started);
      },
    });
    const over = (how: string): void => {
      if (child !== started) return;
      child = null;
      channel = null;
      gone?.(started);
      if (isEnding) ended();
      else restart(how);
    };
    started.once('exit', (code, signal) => over(signal ?? `status ${code}`));
    // The system may have no room for another process.
    started.on('error', ({ message }) => {
      if (started.pid === undefined) over(message);
    });
  };

  const restart = (how: string): void => {
    if (readyAt === null) failed += 1;
    if (!wasEverReady) {
      isEnding = true;
      return gaveUp();
    }
    if (failed >= MAX_FAILED) {
      isEnding = true;
      log.error(`${name} could not be started ${MAX_FAILED} times in a row: look for the reason above.`);
      return gaveUp();
    }
    inARow = readyAt !== null && Date.now() - readyAt > LONG_ENOUGH ? 0 : inARow + 1;
    const milliseconds = inARow === 0 ? 0 : Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** (inARow - 1));
    log.error(`${name} has ended (${how}) and is started again, in ${milliseconds / 1000} s.`);
    pause = setTimeout(start, milliseconds);
  };

  return {
    start,
    /** Null while it cannot answer. */
    channel: (): Channel<ServerQuestions> | null => (readyAt === null ? null : channel),
    /**
     * Resolves when it has ended; it is not started again.
     * @param deadline milliseconds since 1970, after which it cuts what is left
     */
    async end(deadline: number): Promise<void> {
      isEnding = true;
      endsBy = deadline;
      clearTimeout(pause);
      const running = child;
      if (!running) return;
      await new Promise<void>((resolve) => {
        ended = resolve;
        // Before it is ready, a signal is what it listens to.
        if (readyAt === null) running.kill('SIGTERM');
        else askToEnd(running);
      });
    },
    kill(): void {
      isEnding = true;
      clearTimeout(pause);
      if (!child) return;
      log.warn(`${name} is killed.`);
      child.kill('SIGKILL');
    },
  };
};

export type Keeper = ReturnType<typeof createKeeper>;
