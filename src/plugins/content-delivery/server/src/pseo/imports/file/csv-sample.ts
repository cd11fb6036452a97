import type { Delimiter } from '../../../../../contracts/pseo-imports';

/** A record of the beginning of a file, as one delimiter cuts it. */
export interface SampledRecord {
  /** The line that it begins in, from 1. */
  line: number;
  /** Cells, empty ones included. */
  width: number;
  /** Cells up to the last one that is not blank. */
  filled: number;
  /** Spaces stand between a delimiter and a quotation mark. */
  isSpaced: boolean;
  /** Straight quotation marks hold a cell together. */
  isQuoted: boolean;
  /** How many cells stand in curly quotation marks. */
  curly: number;
  /** One of these has a delimiter in it. */
  curlyHolds: boolean;
}

/** Records that are looked at. */
export const SAMPLE_RECORDS = 20;

const OPENING = '“„‟”';
const CLOSING = '“”‟';
const isCurly = (char: string | undefined): boolean =>
  char !== undefined && (OPENING.includes(char) || CLOSING.includes(char));
const isLineBreak = (char: string | undefined): boolean => char === '\n' || char === '\r';

/**
 * The first records of a text that have something in them.
 * @param isWhole whether the text is the whole file; otherwise its last record may be cut off, and is left out
 */
export const sampledRecords = (
  text: string,
  delimiter: Delimiter,
  isWhole: boolean,
  linesBefore = 0,
): SampledRecord[] => {
  const records: SampledRecord[] = [];
  const isSpace = (char: string | undefined): boolean =>
    char === ' ' || (char === '\t' && delimiter !== '\t');
  const endsCell = (at: number): boolean =>
    at >= text.length || text[at] === delimiter || isLineBreak(text[at]);
  const skipSpaces = (at: number): number => {
    while (isSpace(text[at])) at += 1;
    return at;
  };
  /** @returns the place after the quotation mark that ends a cell; null where none does */
  const endOfQuoted = (from: number): number | null => {
    for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
      if (text[at + 1] !== '"') return at + 1;
    }
    return null;
  };
  const endOfCurly = (from: number): number | null => {
    let at = from;
    while (at < text.length && !isCurly(text[at]) && !isLineBreak(text[at])) at += 1;
    return at < text.length && CLOSING.includes(text[at] as string) && endsCell(skipSpaces(at + 1))
      ? at + 1
      : null;
  };

  let line = linesBefore + 1;
  for (let at = 0; at < text.length && records.length < SAMPLE_RECORDS;) {
    const record = {
      line,
      width: 0,
      filled: 0,
      isSpaced: false,
      isQuoted: false,
      curly: 0,
      curlyHolds: false,
    };
    for (;;) {
      const from = at;
      record.width += 1;
      at = skipSpaces(at);
      if (text[at] === '"') {
        const end = endOfQuoted(at + 1);
        if (end === null) return records;
        const after = skipSpaces(end);
        if (endsCell(after)) {
          record.isQuoted = true;
          record.isSpaced ||= at > from || after > end;
          at = after;
        } else at = end;
      } else if (at < text.length && OPENING.includes(text[at] as string)) {
        const end = endOfCurly(at + 1);
        if (end !== null) {
          record.curly += 1;
          record.curlyHolds ||= text.slice(at, end).includes(delimiter);
          at = end;
        }
      }
      while (!endsCell(at)) at += 1;
      const cell = text.slice(from, at);
      if (cell.trim() !== '') record.filled = record.width;
      line += lineBreaksIn(cell);
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (at >= text.length && !isWhole) return records;
    if (record.filled > 0) records.push(record);
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    line += 1;
  }
  return records;
};

const lineBreaksIn = (cell: string): number => {
  let count = 0;
  for (let at = 0; at < cell.length; at += 1) {
    if (cell[at] === '\n' || (cell[at] === '\r' && cell[at + 1] !== '\n')) count += 1;
  }
  return count;
};
