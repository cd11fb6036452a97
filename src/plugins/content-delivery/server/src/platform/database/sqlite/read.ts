/** What the thread beside SQLite's main connection is asked, and what it answers. */
export type ReaderRequest = ReaderQuery | 'close';

export interface ReaderQuery {
  id: number;
  sql: string;
  bindings: readonly unknown[];
}

export type Answer = { id: number } & ({ rows: unknown[] } | { failure: { message: string; code?: string } });

/** What a process is asked that reads for the panel, one at a time, and what it answers. */
export interface ProcessQuestion {
  sql: string;
  bindings: readonly unknown[];
}

export type ProcessAnswer = 'ready' | { rows: unknown[] } | { failure: { message: string; code?: string } };
