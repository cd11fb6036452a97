import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { startPatientTimer } from '../../patient-timer';
import type { ProcessAnswer, ProcessQuestion } from './read';

/** Each is 45 MB. */
const MAX_PROCESSES = 2;
/** Milliseconds of one statement after which another process is started for what waits. */
const LONG = 200;
/** Milliseconds after which a process that is not the first ends when it has nothing to read. */
const MAX_IDLE = 60_000;

interface Waiting {
  question: ProcessQuestion;
  left(): number;
  resolve(answer: Read): void;
  reject(error: Error): void;
}

interface Read {
  /** Null when it was given up. */
  rows: unknown[] | null;
  milliseconds: number;
}

interface Current extends Waiting {
  begun: number;
  /** Until another process was started because of it: one that cannot start is not tried again for the same statement. */
  isLong: boolean;
  endWait(): void;
}

/** A process that reads, and what it reads at the moment. */
interface Reading {
  child: ChildProcess;
  isReady: boolean;
  current: Current | null;
  idle?: NodeJS.Timeout;
}

/**
 * Reads a SQLite file in a process, one statement after the other, each within its time. SQLite works on a statement inside of
 * the driver, where nothing ends a thread: a process can be killed, and the next statement is read by another one. It is
 * started when it is needed first, a second one when reads wait behind a long statement. To kill them harms nothing, as they
 * write nothing. Each statement is a transaction of its own: it sees all that was committed before, whoever reads it.
 */
export const createReadingProcesses = (filename: string) => {
  const waiting: Waiting[] = [];
  const readings: Reading[] = [];
  /** With those that were killed and have not ended yet. */
  const children = new Set<ChildProcess>();
  let isClosed = false;

  const start = (): void => {
    let child: ChildProcess;
    try {
      // It needs nothing of the server's settings, secrets least of all.
      child = fork(path.join(__dirname, 'process-entry.js'), [filename], {
        serialization: 'advanced',
        execArgv: [],
        env: {},
      });
    } catch {
      // Such as a lack of memory.
      return refuse();
    }
    const started: Reading = { child, isReady: false, current: null };
    readings.push(started);
    if (child.pid !== undefined) children.add(child);
    child
      .on('message', (answer: ProcessAnswer) => {
        if (answer === 'ready') started.isReady = true;
        else settle(started, answer);
        next();
      })
      .on('error', () => lose(started))
      .once('exit', () => {
        children.delete(child);
        lose(started);
      });
  };

  /** Without a process nothing is read: one of those that wait is told, and the next one tries again. */
  const refuse = (): void => {
    if (readings.length === 0) waiting.shift()?.reject(ended());
    next();
  };

  const lose = (of: Reading): void => {
    if (!readings.includes(of)) return;
    const current = end(of);
    current?.reject(ended());
    if (of.isReady) next();
    else refuse();
  };

  /** @returns what it was reading */
  const end = (of: Reading): Current | null => {
    readings.splice(readings.indexOf(of), 1);
    clearTimeout(of.idle);
    of.child.kill('SIGKILL');
    return takeCurrent(of);
  };

  const takeCurrent = (of: Reading): Current | null => {
    const { current } = of;
    of.current = null;
    current?.endWait();
    return current;
  };

  const settle = (of: Reading, answer: Exclude<ProcessAnswer, 'ready'>): void => {
    const current = takeCurrent(of);
    if (!current) return;
    const milliseconds = performance.now() - current.begun;
    if ('rows' in answer) current.resolve({ rows: answer.rows, milliseconds });
    else current.reject(Object.assign(new Error(answer.failure.message), answer.failure));
  };

  const giveUp = (of: Reading): void => {
    const current = end(of);
    if (current) current.resolve({ rows: null, milliseconds: performance.now() - current.begun });
    next();
  };

  const next = (): void => {
    for (const reading of readings) {
      if (reading.isReady && !reading.current) begin(reading);
      // It keeps the server's process alive only while a read waits for it.
      hold(reading.child, reading.current !== null || (!reading.isReady && waiting.length > 0));
    }
    if (waiting.length === 0 || readings.length === MAX_PROCESSES) return;
    if (!readings.every(({ current }) => current?.isLong)) return;
    for (const { current } of readings) if (current) current.isLong = false;
    start();
  };

  /** Begins with the first of those that wait, unless its time is over. */
  const begin = (reading: Reading): void => {
    let first = waiting.shift();
    while (first && first.left() <= 0) {
      first.resolve({ rows: null, milliseconds: 0 });
      first = waiting.shift();
    }
    if (!first) {
      reading.idle ??= setTimeout(() => reading !== readings[0] && end(reading), MAX_IDLE).unref();
      return;
    }
    clearTimeout(reading.idle);
    reading.idle = undefined;
    const endTime = startPatientTimer(first.left(), () => giveUp(reading));
    const whenLong = setTimeout(() => {
      current.isLong = true;
      next();
    }, LONG).unref();
    const current: Current = {
      ...first,
      begun: performance.now(),
      isLong: false,
      endWait() {
        endTime();
        clearTimeout(whenLong);
      },
    };
    reading.current = current;
    try {
      reading.child.send(first.question);
    } catch (error) {
      // What cannot be sent, such as a value that is none of SQL.
      takeCurrent(reading)?.reject(error as Error);
      begin(reading);
    }
  };

  return {
    /** @param left says how many milliseconds it may take, when its turn has come */
    read: (sql: string, bindings: readonly unknown[], left: () => number): Promise<Read> =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(stopped());
        waiting.push({ question: { sql, bindings }, left, resolve, reject });
        next();
      }),

    /** Resolves when the file is closed. What is still being read is lost. */
    async close(): Promise<void> {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(stopped());
      const ends = [...children].map((child) => {
        const exit = new Promise((resolve) => child.once('exit', resolve));
        hold(child, true);
        child.kill('SIGKILL');
        return exit;
      });
      await Promise.all(ends);
    },
  };
};

const stopped = (): Error => new Error('The server is being stopped.');
const ended = (): Error => new Error('The process that reads the database has ended.');

const hold = (child: ChildProcess, isHeld: boolean): void => {
  const change = isHeld ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
};
