import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { makeSmallSystem } from '../../fixtures/small-system';
import { delivered, type Delivered } from '../../support/answers';
import { commandsOf } from '../../support/commands';
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseKind,
  type TestDatabase,
} from '../../support/databases';
import { addressOf } from '../../support/databases/servers';
import { startServer } from '../../support/strapi';
import { temporaryFolder } from '../../support/temporary-folder';

// Several starts of processes in each test, and of servers on fresh databases.
const backup = commandsOf('backup');
const restore = commandsOf('restore');

/** Nothing but zeros, so that the archive is small. */
const LARGE = 'large.bin';
const LARGE_BYTES = 150_000_000;
/** Bytes at the end of the archive: more than follow the large file, and less than it has there. */
const HELD_BACK = 50_000;

const folder = temporaryFolder();
let filled: TestDatabase;
let file: string;
let wanted: string[];
let responses: Delivered[];
let uploads: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  ({ database: filled, wanted, responses } = await makeSmallSystem());
  uploads = await uploadFolder();

  await writeFile(path.join(uploads, 'image.webp'), 'an image');
  await writeFile(path.join(uploads, LARGE), '');
  await truncate(path.join(uploads, LARGE), LARGE_BYTES);
  file = path.join(folder, 'backup.tar.gz');
  const done = await backup.execute(['--to', file], { ...filled.environment, ...publicDir() });
  expect(done).toMatchObject({ code: 0 });
});
beforeEach(async () => {
  uploads = await uploadFolder();
});
afterEach(() => rm(path.dirname(uploads), { recursive: true }));
afterAll(async () => {
  await filled?.drop();
  for (const one of databases) await one.drop();
});

const uploadFolder = async (): Promise<string> => {
  const made = path.join(await mkdtemp(path.join(folder, 'public-')), 'uploads');
  await mkdir(made);
  return made;
};
const publicDir = () => ({ PUBLIC_DIR: path.dirname(uploads) });
const emptyDatabase = async (): Promise<TestDatabase> => {
  const made = await createEmptyDatabase();
  databases.push(made);
  return made;
};
const start = (database: TestDatabase, from = file) =>
  restore.start(['--from', from], { ...database.environment, ...publicDir() });
const into = async (database: TestDatabase) => start(database).ended;
/** Sends a signal while the large file is being written: its end comes after the signal. */
const stopInTheMidst = async (database: TestDatabase, signal: NodeJS.Signals) => {
  const archive = await readFile(file);
  const pipe = path.join(path.dirname(uploads), 'backup');
  await promisify(execFile)('mkfifo', [pipe]);
  const { child, ended, until } = start(database, pipe);
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  // It is read once to be checked, and once more to be written.
  await writeFile(pipe, archive);
  await until('the second reading', () => out.includes('Writing'));
  const writing = await open(pipe, 'w');
  try {
    await writing.writeFile(archive.subarray(0, -HELD_BACK));
    await until('the large file', async () => (await readdir(uploads)).some((name) => name.includes(LARGE)));
    child.kill(signal);
    // Unless nobody reads any more.
    await writing.writeFile(archive.subarray(-HELD_BACK)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  } finally {
    await writing.close();
  }
  return ended;
};
const expectDelivered = async (database: TestDatabase): Promise<void> => {
  const server = await startServer(publicDir(), database);
  expect(await delivered(server, wanted)).toEqual(responses);
  await server.stopAndKeepDatabase();
};

it('a restore that is killed while it writes a file leaves nothing that stands in the way of the next one', async () => {
  const database = await emptyDatabase();
  expect(await stopInTheMidst(database, 'SIGKILL')).toMatchObject({ code: null });
  expect(await into(database)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 uploaded file had been there already.') as string,
  });
  expect((await readdir(uploads)).filter((name) => !name.startsWith('.'))).toEqual(['image.webp', LARGE]);
  await expectDelivered(database);
});

it('a restore that is stopped leaves nothing, and says what it has changed', async () => {
  const started = await createTestDatabase();
  databases.push(started);
  await (await startServer(publicDir(), started)).stopAndKeepDatabase();
  const { code, err } = await stopInTheMidst(started, 'SIGTERM');
  expect({ code, err }).toEqual({
    code: 130,
    err:
      databaseKind() === 'mysql'
        ? 'Stopped before the end; nothing was restored. If a server had been started on the database, its empty tables may ' +
          'be gone; the next start makes them again.\n'
        : 'Stopped before the end; this system was not changed.\n',
  });
  expect(await readdir(uploads)).toEqual([]);
  await (await startServer(publicDir(), started)).stopAndKeepDatabase();
});

// Tables cannot be made in a transaction there, and so a restore can be cut off after its rows.
if (databaseKind() === 'mysql') {
  it('a restore that is killed between its rows and its foreign keys is told by the next one, which replaces nothing, and completed by a start', async () => {
    const database = await emptyDatabase();
    const name = database.environment['DATABASE_NAME'] ?? '';
    const holding = await createConnection({ ...addressOf('mysql'), database: name });
    const asking = await createConnection({ ...addressOf('mysql'), database: name });
    try {
      const { child, ended, until } = start(database);
      // Rows can be written beside this reader, and foreign keys cannot be added.
      await holding.query('SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED');
      await until('a row of posts', async () => {
        await holding.beginTransaction();
        if ((await rowsIn(holding, 'SELECT id FROM posts')).length > 0) return true;
        await holding.rollback();
        return false;
      });
      let waiting: unknown;
      await until('a statement that waits for that row', async () => {
        const [row] = await rowsIn(
          asking,
          `SELECT id FROM information_schema.processlist
             WHERE db = DATABASE() AND state LIKE 'Waiting for table metadata lock%'`,
        );
        return (waiting = row?.['id']) !== undefined;
      });
      child.kill('SIGKILL');
      await ended;
      // Unless it has noticed by itself.
      await asking.query(`KILL ${Number(waiting)}`).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ER_NO_SUCH_THREAD') throw error;
      });
    } finally {
      holding.destroy();
      asking.destroy();
    }
    expect(await into(database)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/It has rows in .*posts \(2\).* killed .* drop the database/) as string,
    });
    const all = await foreignKeysOf(filled);
    expect(all.length).toBeGreaterThan(10);
    expect((await foreignKeysOf(database)).length).toBeLessThan(all.length);
    await expectDelivered(database);
    expect(await foreignKeysOf(database)).toEqual(all);
  });
}

/** None as long as there is no such table. */
const rowsIn = async (connection: Connection, sql: string): Promise<RowDataPacket[]> => {
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ER_NO_SUCH_TABLE') return [];
    throw error;
  }
};

const foreignKeysOf = async ({ environment }: TestDatabase): Promise<string[]> => {
  const asking = await createConnection(addressOf('mysql'));
  try {
    const [rows] = await asking.query<RowDataPacket[]>(
      `SELECT CONCAT_WS(' ', table_name, constraint_name, referenced_table_name, delete_rule, update_rule) AS line
       FROM information_schema.referential_constraints WHERE constraint_schema = ? ORDER BY line`,
      [environment['DATABASE_NAME']],
    );
    return rows.map(({ line }) => String(line));
  } finally {
    await asking.end();
  }
};
