import type Database from 'better-sqlite3';

/** What SQLite is asked beside the main connection, in a thread or a process. */
export interface ReaderQuery {
  sql: string;
  bindings: readonly unknown[];
}

/** What is answered to it. Errors lose their code on the way, so it goes beside their message. */
type Answer = { rows: unknown[] } | { failure: { message: string; code?: string } };

/** What the thread is asked, which finds the answer by its number. */
export type ThreadRequest = ({ id: number } & ReaderQuery) | 'close';
export type ThreadAnswer = { id: number } & Answer;

/** What a process says that reads for the panel, one statement at a time. */
export type ProcessAnswer = 'ready' | Answer;

/** @param tell may throw for rows that are too many to be sent */
export const answerTo = (
  database: Database.Database,
  { sql, bindings }: ReaderQuery,
  tell: (answer: Answer) => void,
): void => {
  try {
    tell({ rows: database.prepare(sql).all(...bindings) });
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    tell({ failure: { message, ...(code !== undefined && { code }) } });
  }
};
