import { statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { createCheckpoints } from '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite/checkpoints';
import { temporaryFolder } from '../../../support/temporary-folder';

/** As the reading thread, which runs as it is built. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new (require(workerData.driver))(workerData.file);
  parentPort.on('message', (sql) => parentPort.postMessage(database.prepare(sql).all()));
`;
const PAGE = 512;

describe('checkpoints of SQLite', () => {
  const folder = temporaryFolder();

  it('let the log start anew while one commit follows the other', async () => {
    const file = path.join(folder, 'busy.db');
    const database = new Database(file);
    database.pragma(`page_size = ${PAGE}`);
    database.pragma('journal_mode = WAL');
    database.pragma('wal_autocheckpoint = 0');
    database.pragma('synchronous = OFF');
    database.exec('CREATE TABLE texts (id INTEGER PRIMARY KEY, text BLOB)');
    const insert = database.prepare('INSERT OR REPLACE INTO texts VALUES (?, zeroblob(?))');

    const worker = new Worker(THREAD, {
      eval: true,
      workerData: { file, driver: require.resolve('better-sqlite3') },
    });
    const checkpoints = createCheckpoints({
      read: (sql) =>
        new Promise((resolve) => {
          worker.once('message', resolve);
          worker.postMessage(sql);
        }),
    });
    // SQLite never shortens the file: its size is the longest log there was.
    const frames = (): number => statSync(`${file}-wal`).size / (PAGE + 24);
    let written = 0;
    const isLong = (): boolean => frames() >= written / 2;
    // Where the other thread is kept waiting by other processes, it takes more of them.
    for (let n = 0; written < 800_000 || (isLong() && written < 2_000_000); n += 1) {
      insert.run(n % 50, 200 * PAGE);
      written += 200;
      await checkpoints.committed();
      await nextTurn();
    }
    const wasLong = isLong();
    checkpoints.stop();
    await worker.terminate();
    database.close();
    expect(wasLong).toBe(false);
  });
});
