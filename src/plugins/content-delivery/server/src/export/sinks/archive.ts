import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { STALLED } from '../../delivery/http/long-body';
import type { Sink } from './sink';

/** The reader gets nothing while a file from elsewhere comes, and is not to be given up meanwhile. */
const FETCH_TIME = STALLED - 20_000;

/** The download was given up before its end. */
export class DownloadAborted extends Error {
  constructor() {
    super('The download was given up before its end.');
  }
}

/** A ZIP archive that is read while it is written, so that no more than one file of it is kept. */
export const createArchive = () => {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // Before there is a reader, nobody else hears of it; a reader gets it from the stream.
  output.on('error', () => undefined);
  zip.on('error', (error: Error) => void output.destroy(error));
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));

  const add: Sink['add'] = (name, content) =>
    new Promise((resolve, reject) => {
      begin();
      if (output.destroyed) return reject(new DownloadAborted());
      const file = Readable.from(content, { objectMode: false });
      const stop = (): void => void file.destroy(new DownloadAborted());
      output.once('close', stop);
      file.once('error', reject);
      file.once('end', () => {
        output.off('close', stop);
        resolve();
      });
      zip.addReadStream(file, name);
    });

  /** What has begun in an archive cannot be taken out again, and what does not end keeps all others from it. */
  const addWhole: Sink['addWhole'] = async (name, content) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
    try {
      const whole = path.join(folder, 'file');
      await pipeline(content, createWriteStream(whole));
      await add(name, createReadStream(whole));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    sink: { add, addWhole, fetchTime: FETCH_TIME } satisfies Sink,
    output,
    /** Fulfilled with the first file. */
    begun,
    finish: (): void => zip.end(),
    /** Breaks it off, so that it is never taken for whole. */
    fail: (error: Error): void => void output.destroy(error),
  };
};
