import type { IncomingMessage } from 'node:http';
import { errors } from '@strapi/utils';
import formidable, { type Fields, type Files, type Options } from 'formidable';
import type { Allowance } from './allowance';

/** Files of one form; a file of one byte takes a block on the disk. */
const MAX_FILES = 1_000;
const MAX_FIELDS = 1_000;
/** Bytes of a form beside its files and fields: the headers of parts. */
const MAX_OVERHEAD_BYTES = 1_000_000;

interface OpenFile {
  destroy?(): void;
}

/**
 * Reads a multipart form; its files are written to a folder.
 * @throws an error with `httpCode` 413 for one that is too large; others for what is no form or is broken off
 */
export const readMultipart = (
  req: IncomingMessage,
  folder: string,
  { fileBytes, formBytes }: Allowance,
): Promise<{ fields: Fields; files: Files }> =>
  new Promise((resolve, reject) => {
    let parts = 0;
    const form = formidable({
      multiples: true,
      uploadDir: folder,
      // Counted over all files of the form.
      maxFileSize: fileBytes,
      maxFields: MAX_FIELDS,
      maxFieldsSize: formBytes,
      filter: () => (parts += 1) <= MAX_FILES,
    } as Options);
    const opened: OpenFile[] = [];
    const stop = (error: unknown): void => {
      for (const event of ['data', 'end', 'aborted', 'error']) req.removeAllListeners(event);
      req.on('error', () => undefined);
      for (const file of opened) file.destroy?.();
      reject(error as Error);
    };
    form.on('fileBegin', (_name: string, file: unknown) => opened.push(file as OpenFile));
    form.on('progress', (received: number) => {
      if (received > fileBytes + formBytes + MAX_OVERHEAD_BYTES) stop(tooLarge(fileBytes));
    });
    // A connection can be lost without a word to the parser.
    req.once('close', () => {
      if (!req.complete) stop(new Error('The connection was closed.'));
    });
    form.parse(req, (error: { httpCode?: number } | null, fields, files) => {
      if (error) stop(error.httpCode === 413 ? tooLarge(fileBytes) : error);
      else if (parts > MAX_FILES)
        stop(new errors.ValidationError(`Send ${MAX_FILES} files at most at once.`));
      else resolve({ fields, files });
    });
  });

const tooLarge = (limit: number) =>
  Object.assign(new Error('The upload is too large.'), { httpCode: 413, limit });
