import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Entry } from '../../../src/backup/archive/tar';
import { partialOf, putInPlace } from '../../../src/backup/partial-file';
import { uploadEntries } from '../../../src/backup/uploads/entries';
import { uploadsIn } from '../../../src/backup/uploads/folder';
import { createUploadWriter } from '../../../src/backup/uploads/restored';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-uploads-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = (name: string | Buffer, content = 'x') =>
  writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]), content);
const read = async (): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  for await (const { name, chunks } of uploadEntries(folder, await uploadsIn(folder), () => undefined)) {
    const bytes: Buffer[] = [];
    for await (const chunk of chunks) bytes.push(chunk);
    files.set(name, Buffer.concat(bytes).toString());
  }
  return files;
};
/** Without the rights of root, whom no file refuses. */
const asNobody = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const own = process.geteuid?.();
  if (own === 0) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (own === 0) process.seteuid?.(own);
  }
};

describe('uploaded files', () => {
  it('are read below folders, whatever their names; hidden ones are not', async () => {
    await mkdir(path.join(folder, 'deeper'));
    for (const name of ['12:30.webp', 'a\\b', 'käse', 'deeper/x', '.hidden']) await put(name, name);
    expect(Object.fromEntries(await read())).toEqual({
      'uploads/12:30.webp': '12:30.webp',
      'uploads/a\\b': 'a\\b',
      'uploads/deeper/x': 'deeper/x',
      'uploads/käse': 'käse',
    });
  });

  it('are read where links lead to, as far as they lead to something, and once around a ring', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'backup-elsewhere-'));
    try {
      await writeFile(path.join(elsewhere, 'far.webp'), 'far');
      await mkdir(path.join(folder, 'deeper'));
      await put('deeper/x');
      await symlink(path.join(elsewhere, 'far.webp'), path.join(folder, 'linked.webp'));
      await symlink(elsewhere, path.join(folder, 'volume'));
      await symlink(folder, path.join(folder, 'deeper', 'ring'));
      await symlink(path.join(elsewhere, 'none'), path.join(folder, 'broken.webp'));
      expect(Object.fromEntries(await read())).toEqual({
        'uploads/deeper/x': 'x',
        'uploads/linked.webp': 'far',
        'uploads/volume/far.webp': 'far',
      });
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  it('may be none, with or without a folder', async () => {
    expect(await uploadsIn(folder)).toEqual([]);
    expect(await uploadsIn(path.join(folder, 'none'))).toEqual([]);
  });

  it.each([
    ['is not UTF-8', Buffer.from('caf\xe9.jpg', 'latin1'), "$'caf\\xe9.jpg'"],
    ['has a line break', Buffer.from('two\nlines.jpg'), '"two\\nlines.jpg"'],
  ])('are refused when the name of one %s; it is named', async (_, name, shown) => {
    await put('right.jpg');
    await put(name);
    await expect(uploadsIn(folder)).rejects.toThrow(
      `as their names are not UTF-8 or have line breaks: ${shown}. Rename`,
    );
  });

  it('that are deleted meanwhile are left out, and told', async () => {
    for (const name of ['a', 'b', 'c']) await put(name);
    const gone: string[] = [];
    const names: string[] = [];
    for await (const { name } of uploadEntries(folder, await uploadsIn(folder), (file) => gone.push(file))) {
      names.push(name);
      await rm(path.join(folder, 'b'), { force: true });
    }
    expect({ names, gone }).toEqual({ names: ['uploads/a', 'uploads/c'], gone: ['b'] });
  });

  it('that cannot be read are named', async () => {
    await chmod(folder, 0o755);
    await put('secret.webp');
    await chmod(path.join(folder, 'secret.webp'), 0);
    await expect(asNobody(() => read())).rejects.toThrow(/uploaded file secret\.webp cannot be read: EACCES/);
  });

  it('in a folder that is none are not taken for none', async () => {
    await put('uploads');
    await expect(uploadsIn(path.join(folder, 'uploads'))).rejects.toThrow(
      /folder .* cannot be read: ENOTDIR/,
    );
  });
});

describe('a restored file', () => {
  const entry = (chunks: AsyncIterable<Buffer>): Entry => ({ name: '', size: 0, digest: () => '', chunks });
  const two = async function* (between: () => void): AsyncGenerator<Buffer> {
    yield Buffer.from('one ');
    yield await Promise.resolve(Buffer.from('two'));
    between();
  };

  it('has its name when it is complete, not before', async () => {
    const target = path.join(folder, 'deeper', 'a.webp');
    const seen: boolean[] = [];
    await createUploadWriter(folder).write('deeper/a.webp', entry(two(() => seen.push(existsSync(target)))));
    expect(seen).toEqual([false]);
    expect(await readFile(target, 'utf8')).toBe('one two');
    expect(await readdir(path.dirname(target))).toEqual(['a.webp']);
  });

  it('of which the rest is missing leaves nothing', async () => {
    const broken = two(() => {
      throw new Error('cut off');
    });
    await expect(createUploadWriter(folder).write('a.webp', entry(broken))).rejects.toThrow('cut off');
    expect(await readdir(folder)).toEqual([]);
  });

  it('replaces none that has come meanwhile, and none such is taken back', async () => {
    const writer = createUploadWriter(folder);
    await writer.write('b.webp', entry(two(() => undefined)));
    await put('a.webp', "somebody's");
    await expect(writer.write('a.webp', entry(two(() => undefined)))).rejects.toThrow(
      /a\.webp was put into the folder/,
    );
    await writer.takeBack();
    expect(await readdir(folder)).toEqual(['a.webp']);
    expect(await readFile(path.join(folder, 'a.webp'), 'utf8')).toBe("somebody's");
  });
});

describe('a file that is not complete', () => {
  it('is hidden beside its place, under a name of its own that is never too long', async () => {
    const target = path.join(folder, `${'ü'.repeat(120)}.webp`);
    const names = [partialOf(target), partialOf(target)];
    expect(new Set(names).size).toBe(2);
    for (const name of names) {
      expect(path.dirname(name)).toBe(folder);
      expect(path.basename(name)).toMatch(/^\.ü+.*\.partial$/);
      await writeFile(name, '');
    }
  });

  it('gets its name unless there is a file of that name', async () => {
    const [partial, target] = ['partial', 'target'].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    await writeFile(partial, 'new');
    expect(await putInPlace(partial, target)).toBe(true);
    expect(await readdir(folder)).toEqual(['target']);
    await writeFile(partial, 'newer');
    expect(await putInPlace(partial, target)).toBe(false);
    expect(await readFile(target, 'utf8')).toBe('new');
  });
});
