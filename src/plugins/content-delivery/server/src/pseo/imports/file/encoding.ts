import { TextDecoder } from 'node:util';
import { ImportProblem } from '../problem';

/** Bytes that are looked at to guess what a file is that is not UTF-8. */
const SAMPLE = 4_096;

/** What is said to people whose file is something else. */
export interface EncodingWords {
  /** It is a ZIP file. */
  packed: string;
  /** How a file becomes UTF-8. */
  saveAs: string;
  /** It ends within a character. */
  cutOff: string | null;
}

const OF_TABLES: EncodingWords = {
  packed:
    'This is an Excel or OpenDocument workbook (or another packed file), not a CSV file. Open it and save the sheet as CSV UTF-8.',
  saveAs:
    'Save it as UTF-8 and try again: in Excel "CSV UTF-8", in other programs the character set "UTF-8".',
  cutOff: null,
};

/**
 * The text of a file, piece by piece, without a byte-order mark. What is not UTF-8 is refused with words, as
 * every guess would turn some letters into others.
 * @throws ImportProblem
 */
export async function* decodeUtf8(
  bytes: AsyncIterable<Uint8Array>,
  words: EncodingWords = OF_TABLES,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  let isFirst = true;
  for await (const chunk of bytes) {
    if (isFirst) refuseOtherKinds(chunk, words);
    isFirst = false;
    yield read(decoder, chunk, lines, words);
    lines += lineBreaksIn(chunk);
  }
  const rest = read(decoder, undefined, lines, words);
  if (rest) yield rest;
}

const read = (
  decoder: TextDecoder,
  chunk: Uint8Array | undefined,
  lines: number,
  words: EncodingWords,
): string => {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    if (!chunk && words.cutOff !== null) throw new ImportProblem(words.cutOff);
    const line = lines + (chunk ? lineBreaksIn(chunk.subarray(0, firstInvalid(chunk))) : 0);
    throw new ImportProblem(
      `The file is not UTF-8: near line ${line} are bytes that mean nothing there. It looks like Windows-1252 or a similar older character set. ${words.saveAs}`,
    );
  }
};

/** The position of the first byte in a chunk that cannot be UTF-8; one cut off at its beginning is let pass. */
const firstInvalid = (chunk: Uint8Array): number => {
  let from = 0;
  while (from < 3 && from < chunk.length && ((chunk[from] ?? 0) & 0xc0) === 0x80) from += 1;
  let [good, bad] = [from, chunk.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8(chunk.subarray(from, middle))) good = middle;
    else bad = middle;
  }
  return good;
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

const lineBreaksIn = (bytes: Uint8Array): number => {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
};

/** An archive with files, without any, or in parts. Two bytes alone may be letters: a table may begin with a column `PK`. */
export const isZip = ([a, b, c, d]: Uint8Array): boolean =>
  a === 0x50 &&
  b === 0x4b &&
  ((c === 0x03 && d === 0x04) || (c === 0x05 && d === 0x06) || (c === 0x07 && d === 0x08));

/** What its first bytes give away. */
const refuseOtherKinds = (chunk: Uint8Array, words: EncodingWords): void => {
  const [a, b, c, d] = chunk;
  const isOldWorkbook = a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0;
  if (isZip(chunk) || (a === 0x1f && b === 0x8b) || isOldWorkbook) {
    throw new ImportProblem(words.packed);
  }
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || hasNulsOfUtf16(chunk)) {
    throw new ImportProblem(`The file is UTF-16, not UTF-8. ${words.saveAs}`);
  }
};

/** Latin letters in UTF-16 have every second byte zero. */
const hasNulsOfUtf16 = (chunk: Uint8Array): boolean => {
  const sample = chunk.subarray(0, SAMPLE);
  const nuls = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1;
  });
  return sample.length >= 4 && nuls.some((count) => count > sample.length / 4);
};
