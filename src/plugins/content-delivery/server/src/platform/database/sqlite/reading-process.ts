import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { startPatientTimer } from '../../patient-timer';
import type { ProcessAnswer, ProcessQuestion } from './read';

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

/** A process that reads, and what it reads at the moment. */
interface Reading {
  child: ChildProcess;
  isReady: boolean;
  current: (Waiting & { begun: number; endWait(): void }) | null;
}

/**
 * Reads a SQLite file in a process, one statement after the other, each within its time. SQLite works on a statement inside of
 * the driver, where nothing ends a thread: a process can be killed, and the next statement is read by another one. It is
 * started when it is needed first. To kill it harms nothing, as it writes nothing.
 */
export const createReadingProcess = (filename: string) => {
  const waiting: Waiting[] = [];
  let reading: Reading | null = null;

  const start = (): Reading => {
    // It needs nothing of the server's settings, secrets least of all.
    const child = fork(path.join(__dirname, 'process-entry.js'), [filename], {
      serialization: 'advanced',
      execArgv: [],
      env: {},
    });
    const started: Reading = { child, isReady: false, current: null };
    const lose = (): void => {
      if (reading === started) reading = null;
      const { current } = started;
      started.current = null;
      current?.endWait();
      const lost = current ?? (started.isReady ? undefined : waiting.shift());
      lost?.reject(new Error('The process that reads the database has ended.'));
      next();
    };
    child
      .on('message', (answer: ProcessAnswer) => {
        if (answer === 'ready') started.isReady = true;
        else if (started.current) settle(started, answer);
        next();
      })
      .once('error', lose)
      .once('exit', () => {
        if (reading === started) lose();
      });
    return started;
  };

  const settle = (of: Reading, answer: Exclude<ProcessAnswer, 'ready'>): void => {
    const { current } = of;
    of.current = null;
    if (!current) return;
    current.endWait();
    const milliseconds = performance.now() - current.begun;
    if ('rows' in answer) current.resolve({ rows: answer.rows, milliseconds });
    else current.reject(Object.assign(new Error(answer.failure.message), answer.failure));
  };

  const giveUp = (of: Reading): void => {
    const { current, child } = of;
    of.current = null;
    if (reading === of) reading = null;
    child.kill('SIGKILL');
    if (current) current.resolve({ rows: null, milliseconds: performance.now() - current.begun });
    next();
  };

  const next = (): void => {
    if (waiting.length === 0) {
      // It keeps the server's process alive only while a read waits for it.
      if (reading && !reading.current) hold(reading.child, false);
      return;
    }
    const started = (reading ??= start());
    hold(started.child, true);
    if (!started.isReady || started.current) return;
    const first = waiting.shift();
    if (!first) return;
    const left = first.left();
    if (left <= 0) {
      first.resolve({ rows: null, milliseconds: 0 });
      return next();
    }
    const endWait = startPatientTimer(left, () => giveUp(started));
    started.current = { ...first, begun: performance.now(), endWait };
    started.child.send(first.question);
  };

  return {
    /** @param left says how many milliseconds it may take, when its turn has come */
    read: (sql: string, bindings: readonly unknown[], left: () => number): Promise<Read> =>
      new Promise((resolve, reject) => {
        waiting.push({ question: { sql, bindings }, left, resolve, reject });
        next();
      }),

    /** Resolves when the file is closed. What is still being read is lost. */
    async close(): Promise<void> {
      for (const { reject } of waiting.splice(0)) reject(new Error('The server is being stopped.'));
      const { child } = reading ?? {};
      if (!child) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      hold(child, true);
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const hold = (child: ChildProcess, isHeld: boolean): void => {
  const change = isHeld ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
};
