import type BetterSqlite3 from 'better-sqlite3';
import { requireOutside } from '../../support/outside';
import type { Fault } from './fault';

/** No byte is left on the disk that the database is on. */
export const fullDisk: Fault = {
  name: 'full disk',
  whyNot({ disk }) {
    if (!disk) return 'the disk of a database server is shared with others';
    return disk.isSmall ? null : 'mounting a small file system takes root';
  },
  async play({ cluster, random, wait }) {
    await cluster.disk?.fill();
    try {
      const end = performance.now() + random.between(1_000, 5_000);
      // What a checkpoint gives free is taken too.
      while (performance.now() < end) {
        await wait(200);
        await cluster.disk?.fill();
      }
    } finally {
      await cluster.disk?.empty();
    }
  },
};

/** Another process writes to SQLite's file and does not come to an end. */
export const lockedFile: Fault = {
  name: 'locked database file',
  holdsLocks: true,
  whyNot: ({ kind }) => (kind === 'sqlite' ? null : 'there is no file to lock'),
  async play({ cluster, random, wait }) {
    const Database = requireOutside<typeof BetterSqlite3>('better-sqlite3');
    const other = new Database(cluster.databaseFile ?? '', { timeout: 5_000 });
    try {
      other.exec('BEGIN IMMEDIATE');
      await wait(random.between(500, 7_000));
    } finally {
      other.close();
    }
  },
};
