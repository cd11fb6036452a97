import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST } from '../../../src/backup/archive/manifest';
import { makeSmallSystem } from '../../fixtures/small-system';
import { delivered, type Delivered } from '../../support/answers';
import { manifestOf, readArchive, rowsOf, writeArchive, type Archive } from '../../support/archives';
import { commandsOf } from '../../support/commands';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/databases';
import { startServer } from '../../support/strapi';
import { temporaryFolder } from '../../support/temporary-folder';

// Several starts of processes in each test, and of servers on fresh databases.
const backup = commandsOf('backup');
const restore = commandsOf('restore');

const folder = temporaryFolder();
let filled: TestDatabase;
/** All tests but the last find it empty, and leave it so. */
let target: TestDatabase;
let uploads: string;
let file: string;
let wanted: string[];
let responses: Delivered[];

beforeAll(async () => {
  uploads = path.join(folder, 'public', 'uploads');
  await mkdir(uploads, { recursive: true });
  ({ database: filled, wanted, responses } = await makeSmallSystem());
  target = await createEmptyDatabase();

  await writeFile(path.join(uploads, 'image.webp'), 'an image');
  file = path.join(folder, 'backup.tar.gz');
  const done = await backup.execute(['--to', file], { ...filled.environment, ...publicDir() });
  expect(done).toMatchObject({ code: 0 });
  await rm(path.join(uploads, 'image.webp'));
});
afterAll(async () => {
  await filled?.drop();
  await target?.drop();
});

const publicDir = () => ({ PUBLIC_DIR: path.dirname(uploads) });
const into = (database: TestDatabase, from = file, environment: Record<string, string> = {}) =>
  restore.execute(['--from', from], { ...database.environment, ...publicDir(), ...environment });
/** The archive with another content, whose list fits it: what nobody has damaged, but what cannot be right. */
const changed = async (change: (archive: Archive) => void): Promise<string> => {
  const archive = await readArchive(file);
  change(archive);
  const name = path.join(folder, 'changed.tar.gz');
  await writeArchive(name, archive);
  return name;
};

describe('a backup is not made', () => {
  it('over a file that is there', async () => {
    const before = await readFile(file);
    const done = await backup.execute(['--to', file], filled.environment);
    expect(done).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('not written over') as string,
    });
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('with a key that cannot read the stored ones, and nothing is left of it', async () => {
    const to = path.join(folder, 'wrong-key');
    await mkdir(to);
    const done = await backup.execute(['--to', path.join(to, 'x.tar.gz')], {
      ...filled.environment,
      ENCRYPTION_KEY: 'another-encryption-key',
    });
    expect(done).toMatchObject({ code: 1, err: expect.stringContaining('ENCRYPTION_KEY') as string });
    expect(await readdir(to)).toEqual([]);
  });

  it('with a file that no archive can have; it is named', async () => {
    const name = Buffer.concat([Buffer.from(`${uploads}/`), Buffer.from('caf\xe9.jpg', 'latin1')]);
    await writeFile(name, 'x');
    const done = await backup.execute(['--to', '-'], { ...filled.environment, ...publicDir() });
    await rm(name);
    expect(done).toMatchObject({ code: 1, err: expect.stringContaining("$'caf\\xe9.jpg'") as string });
    // Not even the first entry.
    expect(done.bytes.length).toBeLessThan(100);
  });

  it('without the uploaded files, when their folder cannot be read', async () => {
    const elsewhere = await mkdtemp(path.join(folder, 'public-'));
    await writeFile(path.join(elsewhere, 'uploads'), 'not a folder');
    const done = await backup.execute(['--to', path.join(folder, 'x.tar.gz')], {
      ...filled.environment,
      PUBLIC_DIR: elsewhere,
    });
    expect(done).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /uploads, where uploaded files are kept \(PUBLIC_DIR\), is no folder/,
      ) as string,
    });
  });

  it('into a folder that is not there', async () => {
    const done = await backup.execute(['--to', path.join(folder, 'none', 'x.tar.gz')], filled.environment);
    expect(done).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^".*x\.tar\.gz" cannot be written: ENOENT.*\n$/) as string,
    });
  });

  it('of a database on which no server has started', async () => {
    const done = await backup.execute(['--to', path.join(folder, 'x.tar.gz')], target.environment);
    expect(done).toMatchObject({ code: 1, err: expect.stringContaining('nothing to back up') as string });
  });

  it.each([
    [['--nonsense'], /nonsense/],
    [[], /--to/],
  ])('with the options %p', async (args, words) => {
    expect(await backup.execute(args)).toMatchObject({
      code: 2,
      err: expect.stringMatching(words) as string,
    });
  });
});

describe('a restore is refused, and the system stays as it was,', () => {
  afterEach(async () => expect(await readdir(uploads)).toEqual([]));

  it('when the database has content; it says how much of what', async () => {
    const refused = await into(filled);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not empty.*posts \(2\).*websites \(1\)/) as string,
    });
    const server = await startServer({}, filled);
    expect(await delivered(server, wanted)).toEqual(responses);
    await server.stopAndKeepDatabase();
  });

  it('with another ENCRYPTION_KEY', async () => {
    const refused = await into(target, file, { ENCRYPTION_KEY: 'another-encryption-key' });
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/cannot be read with this ENCRYPTION_KEY/) as string,
    });
  });

  it('when a byte of the archive is another one', async () => {
    const bytes = await readFile(file);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const damaged = path.join(folder, 'damaged.tar.gz');
    await writeFile(damaged, bytes);
    expect(await into(target, damaged)).toMatchObject({
      code: 1,
      err: expect.stringContaining('damaged') as string,
    });
  });

  it('when a later release has made the archive', async () => {
    const later = await changed((archive) =>
      archive.set(MANIFEST, Buffer.from(JSON.stringify({ ...manifestOf(archive), project: '99.0.0' }))),
    );
    expect(await into(target, later)).toMatchObject({
      code: 1,
      err: expect.stringContaining('release 99.0.0') as string,
    });
  });

  it('when a row does not fit', async () => {
    const name = 'tables/strapi_migrations_internal/000001.ndjson';
    const twice = await changed((archive) => {
      const rows = archive.get(name) ?? Buffer.alloc(0);
      archive.set(name, Buffer.concat([rows, rows]));
    });
    expect(await into(target, twice)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/does not take the rows 1 to .* of strapi_migrations_internal/) as string,
    });
  });

  it('when a row belongs to one that is missing, which shows at the very end', async () => {
    const name = 'tables/posts_website_lnk/000001.ndjson';
    const orphan = await changed((archive) => {
      const rows = rowsOf(archive, 'posts_website_lnk').map((row) => ({ ...row, website_id: 4711 }));
      expect(rows.length).toBeGreaterThan(0);
      archive.set(name, Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
    });
    const refused = await into(target, orphan);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/posts_website_lnk/);
  });

  it('when another file of the same name was uploaded', async () => {
    const there = path.join(uploads, 'image.webp');
    await writeFile(there, 'another image');
    expect(await into(target)).toMatchObject({
      code: 1,
      err: expect.stringContaining('image.webp') as string,
    });
    expect(await readFile(there, 'utf8')).toBe('another image');
    await rm(there);
  });

  it.each([
    [['--from'], /--from/],
    [[], /--from/],
  ])('with the options %p', async (args, words) => {
    expect(await restore.execute(args)).toMatchObject({
      code: 2,
      err: expect.stringMatching(words) as string,
    });
  });
});

it('all of which has left the database empty: the right archive is restored into it', async () => {
  expect(await into(target)).toMatchObject({ code: 0 });
  expect(await readFile(path.join(uploads, 'image.webp'), 'utf8')).toBe('an image');
  const server = await startServer(publicDir(), target);
  expect(await delivered(server, wanted)).toEqual(responses);
  await server.stopAndKeepDatabase();
});

it('a system that has only been started counts as empty', async () => {
  const started = await createTestDatabase();
  try {
    await (await startServer({}, started)).stopAndKeepDatabase();
    expect(await into(started)).toMatchObject({ code: 0 });
    const server = await startServer(publicDir(), started);
    expect(await delivered(server, wanted)).toEqual(responses);
    await server.stopAndKeepDatabase();
  } finally {
    await started.drop();
  }
});
