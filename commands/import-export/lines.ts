import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { digestOf } from '../shared/migration/digest';

/** Where an entry lies in a file. */
export interface Place {
  /** From 1. */
  line: number;
  /** In bytes. */
  start: number;
  bytes: number;
}

/** Of one entry, with its content. */
const MAX_LINE = 64 * 1024 * 1024;
const NEWLINE = 10;

/**
 * The entries of a JSON list that has one in each line, while it is read; no more than one is held.
 * @param broken makes the error for a file that is none
 */
export async function* linesIn(
  file: string,
  broken: (what: string) => Error,
): AsyncGenerator<{ value: unknown; place: Place; digest: string }> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let at = 0;
  let line = 0;
  let hasEnded = false;

  const take = (bytes: Buffer): { value: unknown; place: Place; digest: string } | null => {
    line += 1;
    const start = at;
    at += bytes.length + 1;
    if (!isUtf8(bytes)) throw broken(`line ${line} is not UTF-8.`);
    const text = bytes.toString('utf8').replace(/\r$/, '');
    if (text === '[' || text === '') return null;
    if (text === ']' || text === '[]') {
      hasEnded = true;
      return null;
    }
    const entry = text.replace(/,$/, '');
    try {
      const value = JSON.parse(entry) as unknown;
      return { value, place: { line, start, bytes: Buffer.byteLength(entry) }, digest: digestOf(entry) };
    } catch {
      throw broken(`line ${line} is not one entry as JSON.`);
    }
  };

  const stream = createReadStream(file);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        const taken = take(Buffer.concat([...held, chunk.subarray(from, end)]));
        [held, heldBytes] = [[], 0];
        from = end + 1;
        if (taken) yield taken;
      }
      if (from === chunk.length) continue;
      held.push(chunk.subarray(from));
      heldBytes += chunk.length - from;
      if (heldBytes > MAX_LINE) throw broken(`line ${line + 1} is longer than 64 MB.`);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw broken('it is not there.');
  }
  const last = take(Buffer.concat(held));
  if (last) yield last;
  if (!hasEnded) throw broken('its end is missing.');
}
