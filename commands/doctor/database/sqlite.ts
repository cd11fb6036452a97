import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import { ok, wrong, type Finding } from '../finding';
import type { DatabaseSettings } from '../settings';

/** By which Linux knows file systems of other machines, and what they are called. */
const NETWORK: Record<number, string> = {
  0x6969: 'NFS',
  0x517b: 'SMB',
  0xfe534d42: 'SMB',
  0xff534d42: 'SMB',
  0x5346414f: 'AFS',
  0x00c36400: 'Ceph',
  0x01021997: '9P',
};

export const diskFinding = (file: string, type: number): Finding => {
  const name = NETWORK[type];
  return name === undefined
    ? ok('Database, disk', 'on a local file system')
    : wrong(
        'Database, disk',
        `${file} is on ${name}, which has not the locks that SQLite needs, and loses data sooner or later. Put it on a local disk.`,
      );
};

export const lookAtSqlite = async (sql: Knex, { connection }: DatabaseSettings): Promise<Finding[]> => {
  const file = String(connection['filename']);
  const [version] = (await sql.raw('SELECT sqlite_version() AS version')) as { version: string }[];
  return [
    ok('Database, version', `SQLite ${version?.version ?? ''}`.trim()),
    diskFinding(file, (await statfs(path.dirname(file))).type),
  ];
};
