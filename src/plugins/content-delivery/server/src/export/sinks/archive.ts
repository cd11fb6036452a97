import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Sink } from './sink';

/** The download was given up before its end. */
export class DownloadAborted extends Error {
  constructor() {
    super('The download was given up before its end.');
  }
}

/** A ZIP archive that is read while it is written, so that none of it is kept. */
export const createArchive = () => {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // Before there is a reader, nobody else hears of it; a reader gets it from the stream.
  output.on('error', () => undefined);
  zip.on('error', (error: Error) => void output.destroy(error));
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));

  const sink: Sink = {
    add: (name, content) =>
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
      }),
  };

  return {
    sink,
    output,
    /** Fulfilled with the first file. */
    begun,
    finish: (): void => zip.end(),
    /** Breaks it off, so that it is never taken for whole. */
    fail: (error: Error): void => void output.destroy(error),
  };
};
