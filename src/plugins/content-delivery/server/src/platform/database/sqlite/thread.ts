/** Runs in a separate thread: reads the database, one statement after the other, and moves what is written to its place. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { keepStatements } from '../../patches/sqlite-statements';
import { addRegexp } from '../search/sqlite-function';
import { answerTo, type ThreadAnswer, type ThreadRequest } from './read';

const { filename } = workerData as { filename: string };
const database = new Database(filename, { fileMustExist: true });
database.pragma('query_only = on');
addRegexp(database);
keepStatements(database);

parentPort?.on('message', (request: ThreadRequest) => {
  if (request !== 'close') {
    answerTo(database, request, (answer) =>
      parentPort?.postMessage({ id: request.id, ...answer } satisfies ThreadAnswer),
    );
  } else {
    database.close();
    parentPort?.close();
  }
});
