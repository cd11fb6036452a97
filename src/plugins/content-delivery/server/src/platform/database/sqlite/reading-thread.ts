import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from './read';

interface Waiting {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
}

/** Works on a SQLite file in a thread, which is started when it is needed first, and again when it was lost. */
export const createReadingThread = (filename: string) => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let last = 0;

  const lose = (error: Error): void => {
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const start = (): Worker => {
    const started = new Worker(path.join(__dirname, 'thread.js'), { workerData: { filename } });
    started
      .on('message', (answer: ThreadAnswer) => {
        const caller = waiting.get(answer.id);
        waiting.delete(answer.id);
        // It keeps the process alive only while a read waits for it.
        if (waiting.size === 0) started.unref();
        if ('rows' in answer) caller?.resolve(answer.rows);
        else caller?.reject(Object.assign(new Error(answer.failure.message), answer.failure));
      })
      .on('error', lose)
      .on('exit', () => {
        if (worker === started) lose(new Error('The thread that reads the database has ended.'));
      });
    return started;
  };

  return {
    read(sql: string, bindings: readonly unknown[]): Promise<unknown[]> {
      const thread = (worker ??= start());
      return new Promise((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, { resolve, reject });
        thread.ref();
        thread.postMessage({ id, sql, bindings } satisfies ThreadRequest);
      });
    },

    /** Resolves when what is being read has been read, and the file is closed. */
    async close(): Promise<void> {
      if (!worker) return;
      const ended = once(worker, 'exit');
      worker.ref();
      worker.postMessage('close' satisfies ThreadRequest);
      await ended;
    },
  };
};

export type ReadingThread = ReturnType<typeof createReadingThread>;
