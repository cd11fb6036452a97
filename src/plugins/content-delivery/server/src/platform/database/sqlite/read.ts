/** What the thread beside SQLite's main connection is asked, and what it answers. */
export type ReaderRequest = ReaderQuery | 'close';

export interface ReaderQuery {
  id: number;
  sql: string;
  bindings: readonly unknown[];
}

export type Answer = { id: number } & ({ rows: unknown[] } | { failure: { message: string; code?: string } });
