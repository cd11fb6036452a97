/** A row of a file, before anybody has looked at what it means. */
export interface FileRow {
  /** The line that it begins in, or for JSON the number of the entry; from 1. */
  line: number;
  /** One for each column; null where the cell is empty or missing. */
  cells: (string | null)[];
  /** Why the row cannot be used, for people; null when it can be. */
  fault: string | null;
}

/** What a file turns out to be, and its rows as they are read. */
export interface OpenedFile {
  kind: 'csv' | 'json';
  delimiter: ',' | ';' | '\t' | null;
  /** For JSON it grows while rows are read: entries may bring names that earlier ones did not have. */
  columns: string[];
  rows: AsyncIterable<FileRow>;
}

/** Most columns of a file. */
export const MAX_COLUMNS = 500;
/** Characters of one cell. */
export const MAX_CELL = 1_000_000;
/** Bytes, roughly, of one row or entry: those of 2,000,000 characters, each escaped in JSON. */
export const MAX_ROW = 12 * 1024 * 1024;

export const cellTooLong = (column: string, length: number): string =>
  `The cell in "${column}" has ${length.toLocaleString('en')} characters; ${MAX_CELL.toLocaleString('en')} are possible.`;
