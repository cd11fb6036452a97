import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkArchive } from '../../../src/backup/archive/read';
import { readArchive, rowsOf } from '../../support/archives';
import { commandsOf } from '../../support/commands';
import { withServer } from '../../support/with-server';
import { temporaryFolder } from '../../support/temporary-folder';

const { content } = withServer();
const backup = commandsOf('backup');
const folder = temporaryFolder();

beforeAll(async () => {
  // More than a pipe holds, and not to be compressed.
  const html = randomBytes(2_000_000).toString('base64');
  await content.draft((await content.website()).documentId, { content: html });
});

it('has the archive and nothing else, whatever is logged', async () => {
  const { code, bytes, err } = await backup.execute(['--to', '-'], { LOG_LEVEL: 'debug' });
  expect(code).toBe(0);
  expect(err).toContain('Backed up to standard output: ');
  const file = path.join(folder, 'backup.tar.gz');
  await writeFile(file, bytes);
  await checkArchive(file, () => undefined);
  expect(rowsOf(await readArchive(file), 'posts')).toHaveLength(1);
});

it('is waited for, and a signal ends the wait', async () => {
  const { child, ended } = backup.start(['--to', '-']);
  child.stdout.pause();
  await once(child.stdout, 'readable');
  child.kill('SIGTERM');
  child.stdout.resume();
  const { code, err, bytes } = await ended;
  expect({ code, err }).toEqual({ code: 130, err: 'Stopped before the end; this system was not changed.\n' });
  expect(bytes.length).toBeLessThan(2_000_000);
});

it('may be closed by whoever reads it', async () => {
  const { child, ended } = backup.start(['--to', '-']);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 1, err: 'The reader of standard output has stopped.\n' });
});
