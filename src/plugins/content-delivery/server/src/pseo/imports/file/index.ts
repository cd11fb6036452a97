import { ImportProblem } from '../problem';
import { openCsv } from './csv';
import { decodeUtf8 } from './encoding';
import { openJson } from './json';
import type { OpenedFile } from './row';

export type { FileRow, OpenedFile } from './row';

/** Characters that are held to see the first line of a file. */
const HEAD = 262_144;

/**
 * Finds out what a file is and reads its rows as they arrive, so that its size does not matter.
 * @param bytes the file; whether it is CSV or JSON is seen from its first letter
 * @throws ImportProblem, also while rows are read
 */
export const openFile = async (bytes: AsyncIterable<Uint8Array>): Promise<OpenedFile> => {
  const texts = decodeUtf8(bytes);
  let head = '';
  while (head.length < HEAD && !hasWholeLine(head)) {
    const next = await texts.next();
    if (next.done) break;
    head += next.value;
  }
  const first = head.trimStart()[0];
  if (first === undefined) throw new ImportProblem('The file is empty.');
  if (first === '[' || first === '{') return openJson(joined(head, texts));
  return openCsv(head, texts);
};

/** Whether a line that is not blank has ended. Not by one expression: it would restart at every letter. */
const hasWholeLine = (text: string): boolean => {
  const begin = text.search(/\S/);
  return begin !== -1 && (text.includes('\n', begin) || text.includes('\r', begin));
};

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}
