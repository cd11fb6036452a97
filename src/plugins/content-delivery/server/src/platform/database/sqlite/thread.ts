/** Runs in a separate thread: reads the database, one statement after the other, and moves what is written to its place. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { keepStatements } from '../../patches/sqlite-statements';
import { addRegexp } from '../search/sqlite-function';
import type { Answer, ReaderQuery, ReaderRequest } from './read';

const { filename } = workerData as { filename: string };
const database = new Database(filename, { fileMustExist: true });
database.pragma('query_only = on');
addRegexp(database);
keepStatements(database);

const answerTo = ({ id, sql, bindings }: ReaderQuery): Answer => {
  try {
    return { id, rows: database.prepare(sql).all(...bindings) };
  } catch (error) {
    // Errors lose their code on the way.
    const { message, code } = error as { message: string; code?: string };
    return { id, failure: { message, ...(code !== undefined && { code }) } };
  }
};

parentPort?.on('message', (request: ReaderRequest) => {
  if (request !== 'close') parentPort?.postMessage(answerTo(request));
  else {
    database.close();
    parentPort?.close();
  }
});
