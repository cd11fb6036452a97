import type { Delimiter } from '../../../../../contracts/pseo-imports';

/** A cell that cannot be used. It makes its row faulty only where its column is imported. */
export interface CellFault {
  /** For people. */
  fault: string;
}

/** Null where it is empty or missing. */
export type Cell = string | null | CellFault;

/** What a cell says; null also for one that cannot be used. */
export const textOfCell = (cell: Cell | undefined): string | null => (typeof cell === 'string' ? cell : null);

/** A row of a file, before anybody has looked at what it means. */
export interface FileRow {
  /** The line that it begins in, or for JSON the number of the entry; from 1. */
  line: number;
  /** One for each column. */
  cells: Cell[];
  /** Why the row cannot be used, for people; null when it can be. */
  fault: string | null;
  /** It has the names of the columns once more, as where files were put together. */
  isHeader?: boolean;
}

/** What people say of a file that does not say it itself. */
export interface FileOptions {
  delimiter?: Delimiter | undefined;
  /** The line with the names of the columns, from 1. */
  headerLine?: number | undefined;
}

/** What a file turns out to be, and its rows as they are read. */
export type OpenedFile = {
  /** For JSON it grows while rows are read: entries may bring names that earlier ones did not have. */
  columns: string[];
  rows: AsyncIterable<FileRow>;
  /** What people should know of how it is read. */
  remarks: string[];
} & (
  | { kind: 'csv'; delimiter: Delimiter }
  | {
      kind: 'json';
      delimiter: null;
      /** The entries themselves, in place of `rows`. */
      entries: AsyncIterable<{ number: number; entry: unknown }>;
    }
);

/** Most columns of a file. */
export const MAX_COLUMNS = 500;
/** Characters of one cell. */
export const MAX_CELL = 1_000_000;
/** Bytes, roughly, of one row or entry: those of 2,000,000 characters, each escaped in JSON. */
export const MAX_ROW = 12 * 1024 * 1024;

export const cellTooLong = (column: string, length: number): CellFault => ({
  fault: `The cell in "${column}" has ${length.toLocaleString('en')} characters; ${MAX_CELL.toLocaleString('en')} are possible.`,
});
