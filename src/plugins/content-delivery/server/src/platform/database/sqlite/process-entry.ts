/** Runs in a separate process: reads the database, one statement after the other. It ends with the process that has begun it. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { addRegexp } from '../search/sqlite-function';
import { answerTo, type ProcessAnswer, type ReaderQuery } from './read';

const [, , filename = '', server] = process.argv;
// In the middle of a statement, this thread would not notice that the server has gone, and would read on.
new Worker(path.join(__dirname, 'parent-watch.js'), { workerData: Number(server) }).unref();
const database = new Database(filename, { readonly: true, fileMustExist: true });
addRegexp(database);
const answer = (given: ProcessAnswer): void => void process.send?.(given);

// A terminal sends these to all processes; the server still reads until it has ended.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);

process.on('message', (query: ReaderQuery) => answerTo(database, query, answer));
answer('ready');
