import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { keepMessage } from '../../patches/knex-statements';
import { startPatientTimer } from '../../patient-timer';
import { unavailable } from '../../unavailable';
import type { ProcessAnswer, ReaderQuery } from './read';

/** Each is 67 MB. */
const MAX_PROCESSES = 2;
/** Milliseconds that a process may take until it is ready. */
const MAX_START = 10_000;
/** Milliseconds of one statement after which another process is started for what waits, and between two looks whether somebody still waits for it. */
const LONG = 200;
/** Milliseconds after which a process that is not the first ends when it has nothing to read. */
const MAX_IDLE = 60_000;

/** Who asks. Statements of one request are read one after the other, so that both processes are never busy for one. */
interface Asker {
  request: object;
  /** Milliseconds that a statement may take, when its turn has come; 0 once nobody waits for the answer any more. */
  left(): number;
}

interface Waiting {
  question: ReaderQuery;
  by: Asker;
  resolve(result: ReadResult): void;
  reject(error: Error): void;
}

interface ReadResult {
  /** Null when it was given up. */
  rows: unknown[] | null;
  milliseconds: number;
}

interface Current extends Waiting {
  begun: number;
  isLong: boolean;
  endTimers(): void;
}

/** A process that reads, and what it reads at the moment. */
interface Reader {
  child: ChildProcess;
  isReady: boolean;
  current: Current | null;
  endStart?: () => void;
  idle?: NodeJS.Timeout;
}

/**
 * Reads a SQLite file in a process, one statement after the other, each within its time. SQLite works on a statement inside of
 * the driver, where nothing ends a thread: a process can be killed, and the next statement is read by another one. It is
 * started when it is needed first, a second one when another request waits behind a long statement. To kill them harms nothing,
 * as they write nothing. Each statement is a transaction of its own: it sees all that was committed before, whoever reads it.
 */
export const createReadingProcesses = (filename: string) => {
  const waiting: Waiting[] = [];
  const readers: Reader[] = [];
  /** With those that were killed and have not ended yet. */
  const children = new Set<ChildProcess>();
  /** No process could be started beside the one that is there. It is tried again when that one has read its statement. */
  let hasFailedToStart = false;
  let isClosed = false;

  const start = (): void => {
    let child: ChildProcess;
    try {
      // It needs nothing of the server's settings, secrets least of all.
      child = fork(path.join(__dirname, 'process-entry.js'), [filename, String(process.pid)], {
        serialization: 'advanced',
        execArgv: [],
        env: {},
      });
    } catch {
      // Such as a lack of memory.
      return onFailedStart();
    }
    const reader: Reader = { child, isReady: false, current: null };
    reader.endStart = startPatientTimer(MAX_START, () => onExit(reader));
    readers.push(reader);
    if (child.pid !== undefined) children.add(child);
    child
      .on('message', (answer: ProcessAnswer) => {
        if (answer === 'ready') {
          reader.isReady = true;
          reader.endStart?.();
        } else settle(reader, answer);
        next();
      })
      .on('error', () => onExit(reader))
      .once('exit', () => {
        children.delete(child);
        onExit(reader);
      });
  };

  /** Without a process nothing is read: one of those that wait is told, and the next one tries again. */
  const onFailedStart = (): void => {
    if (readers.length === 0) waiting.shift()?.reject(ended());
    else hasFailedToStart = true;
    next();
  };

  const onExit = (reader: Reader): void => {
    if (!readers.includes(reader)) return;
    kill(reader)?.reject(ended());
    if (reader.isReady) next();
    else onFailedStart();
  };

  /** @returns what it was reading */
  const kill = (reader: Reader): Current | null => {
    readers.splice(readers.indexOf(reader), 1);
    reader.endStart?.();
    clearTimeout(reader.idle);
    reader.child.kill('SIGKILL');
    return takeCurrent(reader);
  };

  const takeCurrent = (reader: Reader): Current | null => {
    const { current } = reader;
    reader.current = null;
    current?.endTimers();
    hasFailedToStart = false;
    return current;
  };

  const settle = (reader: Reader, answer: Exclude<ProcessAnswer, 'ready'>): void => {
    const current = takeCurrent(reader);
    if (!current) return;
    const milliseconds = performance.now() - current.begun;
    if ('rows' in answer) current.resolve({ rows: answer.rows, milliseconds });
    else current.reject(Object.assign(new Error(answer.failure.message), answer.failure));
  };

  const giveUp = (reader: Reader): void => {
    const current = kill(reader);
    if (current) current.resolve({ rows: null, milliseconds: performance.now() - current.begun });
    next();
  };

  const isBeingRead = ({ request }: Asker): boolean =>
    readers.some(({ current }) => current?.by.request === request);

  const takeFirst = (): Waiting | undefined => {
    const at = waiting.findIndex(({ by }) => !isBeingRead(by));
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  };

  const next = (): void => {
    for (const reader of readers) {
      if (reader.isReady && !reader.current) begin(reader);
      // It keeps the server's process alive only while a read waits for it.
      keepAlive(reader.child, reader.current !== null || (!reader.isReady && waiting.length > 0));
    }
    if (hasFailedToStart || readers.length === MAX_PROCESSES) return;
    const isNeeded = waiting.some(({ by }) => !isBeingRead(by));
    if (isNeeded && readers.every(({ current }) => current?.isLong)) start();
  };

  const begin = (reader: Reader): void => {
    let first = takeFirst();
    while (first && first.by.left() <= 0) {
      first.resolve({ rows: null, milliseconds: 0 });
      first = takeFirst();
    }
    if (!first) {
      reader.idle ??= setTimeout(() => reader !== readers[0] && kill(reader), MAX_IDLE).unref();
      return;
    }
    clearTimeout(reader.idle);
    reader.idle = undefined;
    const endTime = startPatientTimer(first.by.left(), () => giveUp(reader));
    const look = setInterval(() => {
      if (current.by.left() <= 0) return giveUp(reader);
      current.isLong = true;
      next();
    }, LONG).unref();
    const current: Current = {
      ...first,
      begun: performance.now(),
      isLong: false,
      endTimers() {
        endTime();
        clearInterval(look);
      },
    };
    reader.current = current;
    try {
      reader.child.send(first.question);
    } catch (error) {
      // What cannot be sent, such as a value that SQLite cannot bind.
      takeCurrent(reader)?.reject(error as Error);
      begin(reader);
    }
  };

  return {
    read: (sql: string, bindings: readonly unknown[], by: Asker): Promise<ReadResult> =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(stopped());
        waiting.push({ question: { sql, bindings }, by, resolve, reject });
        next();
      }),

    /** Resolves when the file is closed. What is still being read is lost. */
    async close(): Promise<void> {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(stopped());
      const ends = [...children].map((child) => {
        const exit = new Promise((resolve) => child.once('exit', resolve));
        keepAlive(child, true);
        child.kill('SIGKILL');
        return exit;
      });
      await Promise.all(ends);
    },
  };
};

const notRead = (message: string): Error => keepMessage(unavailable(message));
const stopped = (): Error => notRead('The server is being stopped. Please try again shortly.');
const ended = (): Error =>
  notRead('The process that reads the database has ended, so this could not be read. Please try again.');

const keepAlive = (child: ChildProcess, isKept: boolean): void => {
  const change = isKept ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
};
