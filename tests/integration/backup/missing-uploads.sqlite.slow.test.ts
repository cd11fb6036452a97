import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contentOf } from '../../fixtures/content';
import { commandsOf } from '../../support/commands';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/databases';
import { startServer } from '../../support/strapi';
import { temporaryFolder } from '../../support/temporary-folder';

const backup = commandsOf('backup');
const restore = commandsOf('restore');

const folder = temporaryFolder();
let filled: TestDatabase;
const databases: TestDatabase[] = [];

const publicDir = (name: string) => ({ PUBLIC_DIR: path.join(folder, name) });
const uploadsIn = (name: string): string => path.join(folder, name, 'uploads');
const restoreInto = async (name: string, file: string) => {
  const database = await createEmptyDatabase();
  databases.push(database);
  await mkdir(uploadsIn(name), { recursive: true });
  return restore.execute(['--from', file], { ...database.environment, ...publicDir(name) });
};

beforeAll(async () => {
  filled = await createTestDatabase();
  const server = await startServer({}, filled);
  await contentOf(server.strapi).image('/uploads/one.webp');
  await contentOf(server.strapi).image('/uploads/two.webp');
  await server.stopAndKeepDatabase();
  await mkdir(uploadsIn('here'), { recursive: true });
  await writeFile(path.join(uploadsIn('here'), 'one.webp'), 'one');
  await writeFile(path.join(folder, 'two.webp'), 'two');
});
afterAll(async () => {
  for (const database of [filled, ...databases]) await database?.drop();
});

it('files that the media library shows and that are nowhere are counted and named, by backup and restore, with a status of their own', async () => {
  const file = path.join(folder, 'one-is-missing.tar.gz');
  const words = 'Missing: 1 uploaded file that the media library shows and that is not in';
  const done = await backup.execute(['--to', file], { ...filled.environment, ...publicDir('here') });
  expect(done.err).toContain(`${words} ${uploadsIn('here')} (PUBLIC_DIR): two.webp.`);
  expect(done.err).toContain('and 1 uploaded file, ');
  expect(done.code).toBe(3);

  const restored = await restoreInto('there', file);
  expect(restored.err).toContain(`${words} the archive or in ${uploadsIn('there')} (PUBLIC_DIR): two.webp.`);
  expect(restored.code).toBe(3);
});

it('a folder that is not mounted is told', async () => {
  const file = path.join(folder, 'not-mounted.tar.gz');
  const done = await backup.execute(['--to', file], { ...filled.environment, ...publicDir('elsewhere') });
  expect(done.err).toContain('Missing: 2 uploaded files');
  expect(done.code).toBe(3);
});

it('files and folders that are linked are in the archive', async () => {
  await symlink(path.join(folder, 'two.webp'), path.join(uploadsIn('here'), 'two.webp'));
  await mkdir(path.join(folder, 'linked'));
  await rename(uploadsIn('here'), path.join(folder, 'volume'));
  await symlink(path.join(folder, 'volume'), uploadsIn('linked'));
  const file = path.join(folder, 'linked.tar.gz');
  const done = await backup.execute(['--to', file], { ...filled.environment, ...publicDir('linked') });
  expect(done).toMatchObject({ code: 0, err: expect.not.stringContaining('Missing') as string });
  expect(await restoreInto('whole', file)).toMatchObject({ code: 0 });
});
