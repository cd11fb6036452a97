import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Header } from 'tar';
import {
  FORMAT,
  isLater,
  MANIFEST,
  MAX_WHOLE_ENTRY,
  refuseNewer,
  uploadOf,
  type Manifest,
} from '../../../src/backup/archive/manifest';
import { checkArchive } from '../../../src/backup/archive/read';
import { entryOf, toTar } from '../../../src/backup/archive/write';
import { BackupProblem } from '../../../src/backup/problem';
import { readArchive, writeArchive, type Archive } from '../../support/archives';
import { temporaryFolder } from '../../support/temporary-folder';

const manifest: Manifest = {
  format: FORMAT,
  project: '1.2.3',
  strapi: '5.54.0',
  madeAt: '2026-11-21T12:00:00.000Z',
  database: 'sqlite',
  keyCheck: { salt: '00', digest: '00' },
  tables: [{ name: 'posts', columns: [], indexes: [], foreignKeys: [] }],
};
const entries = (more: Record<string, string | Buffer> = {}): Archive =>
  new Map(
    Object.entries({
      [MANIFEST]: JSON.stringify(manifest),
      'tables/posts/000001.ndjson': '{"id":1}\n{"id":2}\n',
      'tables/posts/000002.ndjson': '{"id":3}\n',
      'uploads/water.webp': Buffer.from([0, 1, 2, 255]),
      // Of the short name that goes with it, a slash is the last that there is room for.
      [`uploads/${'a'.repeat(60)}/${'b'.repeat(98)}/file.jpg`]: 'a long name in a folder whose name is long',
      [`uploads/${'lång-ü'.repeat(30)}.webp`]: 'a long name that is not ASCII',
      'uploads/empty.txt': '',
      'uploads/12:30 a\\b.webp': 'a name that Windows cannot have',
      'uploads/block.bin': Buffer.alloc(1024, 7),
      ...more,
    }).map(([name, content]) => [name, Buffer.from(content)]),
  );

const folder = temporaryFolder();
const file = path.join(folder, 'archive.tar.gz');

const check = (name = file) => checkArchive(name, () => undefined);
const checkBytes = async (bytes: Buffer) => {
  const changed = path.join(folder, 'changed.tar.gz');
  await writeFile(changed, bytes);
  return check(changed);
};

describe('an archive', () => {
  it('has what was written, and says how much', async () => {
    await writeArchive(file, entries());
    expect(await readArchive(file)).toEqual(entries());
    const { rows, uploads } = await check();
    expect(Object.fromEntries(rows)).toEqual({ posts: 3 });
    expect(uploads.size).toBe(6);
  });

  it('has no list and no rows that are too long to be read again', async () => {
    const name = `uploads/${'x'.repeat(60_000)}`;
    const write = async (count: number): Promise<void> => {
      const many = Array.from({ length: count }, () => ({ name, size: 0, chunks: [] }));
      for await (const chunk of toTar(many, new Date(0))) void chunk;
    };
    const tooMany = Math.ceil(MAX_WHOLE_ENTRY / name.length);
    await expect(write(tooMany)).rejects.toThrow(/room for the names of .* files/);
    await expect(write(100)).resolves.toBeUndefined();
    const rows = 'tables/posts/000001.ndjson';
    expect(() => entryOf(rows, 'x'.repeat(MAX_WHOLE_ENTRY + 1))).toThrow(/tables\/posts.*too long/);
  });

  it('has any names and any bytes', async () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).filter((text) => {
      const isPlain = !/\p{Cs}/u.test(text) && text.normalize() === text;
      return isPlain && uploadOf(`uploads/${text}`) !== null;
    });
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, fc.uint8Array({ maxLength: 3_000 }), { maxKeys: 4 }),
        async (files) => {
          const archive = entries(
            Object.fromEntries(
              Object.entries(files).map(([key, bytes]) => [`uploads/${key}`, Buffer.from(bytes)]),
            ),
          );
          await writeArchive(file, archive);
          expect(await readArchive(file)).toEqual(archive);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is refused when a byte is another one, unless what is in it is the same', async () => {
    await writeArchive(file, entries());
    const bytes = await readFile(file);
    const tar = gunzipSync(bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ mask;
        const outcome = await checkBytes(changed).then(
          () => 'taken',
          (error: unknown) => error,
        );
        // The time in the head of the compressed file is such a byte.
        if (outcome === 'taken') expect(gunzipSync(changed).equals(tar)).toBe(true);
        else expect(outcome).toBeInstanceOf(BackupProblem);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused when a byte inside of it is another one, though it was compressed anew', async () => {
    await writeArchive(file, entries());
    const tar = gunzipSync(await readFile(file));
    const content = tar.indexOf('{"id":2}');
    await fc.assert(
      fc.asyncProperty(fc.nat(7), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = Buffer.from(tar);
        changed[content + at] = (changed[content + at] ?? 0) ^ mask;
        await expect(checkBytes(gzipSync(changed))).rejects.toThrow(
          /damaged: .*000001.ndjson is not as it was/,
        );
      }),
    );
  });

  it('is refused when it was cut off, wherever', async () => {
    await writeArchive(file, entries());
    const bytes = await readFile(file);
    const tar = gunzipSync(bytes);
    // The last two blocks say that nothing follows; all before them is content.
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(tar.length - 1025), async (end, tarEnd) => {
        await expect(checkBytes(bytes.subarray(0, end))).rejects.toBeInstanceOf(BackupProblem);
        await expect(checkBytes(gzipSync(tar.subarray(0, tarEnd)))).rejects.toBeInstanceOf(BackupProblem);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    '../../etc/passwd',
    'uploads/../x',
    'uploads/a/../../x',
    '/etc/passwd',
    'uploads//x',
    'uploads/./x',
    'uploads/.',
    'uploads/a\nb',
    'x',
  ])('is refused with an entry named %s', async (name) => {
    await writeArchive(file, entries({ [name]: 'x' }));
    await expect(check()).rejects.toThrow(/no backup has/);
  });

  it('has no file for Windows that would lie elsewhere there', () => {
    for (const name of ['uploads/C:x', 'uploads/a\\..\\..\\x', 'uploads/a/x:stream']) {
      expect(uploadOf(name, 'win32')).toBeNull();
      expect(uploadOf(name, 'linux')).toBe(name.slice('uploads/'.length));
    }
    expect(uploadOf('uploads/a/x', 'win32')).toBe('a/x');
  });

  it.each(['SymbolicLink', 'Link', 'Directory', 'CharacterDevice', 'FIFO'] as const)(
    'is refused with a %s in it',
    async (type) => {
      await writeArchive(file, entries());
      const tar = gunzipSync(await readFile(file));
      const block = Buffer.alloc(512);
      const linkpath = type.endsWith('Link') ? { linkpath: '/etc/passwd' } : {};
      new Header({ path: 'uploads/x', size: 0, mode: 0o600, type, ...linkpath }).encode(block);
      // Behind the first entry: its head, and its content in whole blocks.
      const at = 512 + Math.ceil(Buffer.byteLength(JSON.stringify(manifest)) / 512) * 512;
      const changed = Buffer.concat([tar.subarray(0, at), block, tar.subarray(at)]);
      await expect(checkBytes(gzipSync(changed))).rejects.toThrow(/no backup has: "uploads\/x/);
    },
  );

  it('is told from other files', async () => {
    for (const bytes of [Buffer.from('not an archive'), gzipSync('not a tar file'), Buffer.alloc(0)]) {
      await expect(checkBytes(bytes)).rejects.toBeInstanceOf(BackupProblem);
    }
    await expect(check(path.join(folder, 'no-such-file'))).rejects.toThrow(/cannot be read/);
    await writeArchive(file, new Map([['uploads/x', Buffer.from('x')]]));
    await expect(check()).rejects.toThrow(/no archive that "npm run backup" has made/);
  });
});

describe('the release of an archive', () => {
  it.each([
    ['1.2.4', '1.2.3', true],
    ['1.10.0', '1.9.9', true],
    ['2.0.0', '1.99.99', true],
    ['1.2.3', '1.2.3', false],
    ['0.9.0', '0.10.0', false],
    ['1.2.3-beta.1', '1.2.3', false],
  ])('%s is later than %s: %p', (version, than, later) => {
    expect(isLater(version, than)).toBe(later);
  });

  it('must not be later than what restores it', () => {
    const here = { project: '1.2.3', strapi: '5.54.0' };
    expect(() => refuseNewer(manifest, here)).not.toThrow();
    expect(() => refuseNewer({ ...manifest, project: '0.1.0', strapi: '5.0.0' }, here)).not.toThrow();
    expect(() => refuseNewer({ ...manifest, project: '1.2.4' }, here)).toThrow(
      /release 1\.2\.4, and this is 1\.2\.3/,
    );
    expect(() => refuseNewer({ ...manifest, strapi: '5.55.0' }, here)).toThrow(/Strapi 5\.55\.0/);
    expect(() => refuseNewer({ ...manifest, format: FORMAT + 1 }, here)).toThrow(/format 2/);
  });
});
