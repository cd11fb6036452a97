import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { isZip } from '../pseo/imports/file/encoding';
import { MigrationProblem } from './writer';

/** A file of an export, or one in an archive. */
export interface ExportPart {
  name: string;
  /** Each call reads it from its beginning. @throws MigrationProblem while it is read */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Files that an archive may have; WordPress.com divides a website into some hundred at most. */
const MAX_ENTRIES = 10_000;

/** What an export consists of. */
export interface ExportForm {
  /** What the names of its files end in: `.xml`. */
  endings: readonly string[];
  /** How to get it from its system once more, or what the file may be instead. */
  exportAgain: string;
}

/**
 * The parts of an export, which may be several files: each itself, unpacked where it is packed by gzip, or each file of a ZIP archive
 * that may be one. Nothing of an archive is written anywhere.
 * @throws MigrationProblem
 */
export const partsOf = async (files: readonly string[], form: ExportForm): Promise<ExportPart[]> => {
  const parts: ExportPart[] = [];
  for (const file of files) parts.push(...(await partsIn(file, form)));
  return parts;
};

const partsIn = async (given: string, form: ExportForm): Promise<ExportPart[]> => {
  const file = path.resolve(given);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new MigrationProblem(`There is no file "${file}".`);
  const name = path.basename(file);
  const start = await firstBytes(file);
  if (start[0] === 0x1f && start[1] === 0x8b) return [{ name, bytes: () => gunzipped(file, form) }];
  if (isZip(start)) return archived(file, form);
  return [{ name, bytes: () => createReadStream(file) }];
};

const firstBytes = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file).catch(() => {
    throw new MigrationProblem(`"${file}" cannot be read. Does this user have the right to?`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const damaged = ({ exportAgain }: ExportForm): MigrationProblem =>
  new MigrationProblem(`The packed file is damaged or cut off. Download it again. ${exportAgain}`);

async function* gunzipped(file: string, form: ExportForm): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  pipeline(createReadStream(file), gunzip, () => undefined);
  yield* reading(gunzip, form);
}

async function* reading(stream: Readable, form: ExportForm): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    if (error instanceof MigrationProblem) throw error;
    throw damaged(form);
  }
}

const opened = async (file: string, form: ExportForm): Promise<ZipFile> => {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch {
    throw damaged(form);
  }
};

const archived = async (file: string, form: ExportForm): Promise<ExportPart[]> => {
  const { endings, exportAgain } = form;
  const kinds = endings.join(', ');
  const zip = await opened(file, form);
  try {
    const parts: ExportPart[] = [];
    let count = 0;
    for await (const entry of entriesOf(zip, form)) {
      count += 1;
      if (count > MAX_ENTRIES) {
        throw new MigrationProblem(`The archive has more than ${MAX_ENTRIES.toLocaleString('en')} files.`);
      }
      const name = entry.fileName;
      // What macOS puts beside each file has the same ending.
      if (!endings.some((ending) => name.toLowerCase().endsWith(ending)) || name.startsWith('__MACOSX/'))
        continue;
      if (entry.isEncrypted()) {
        throw new MigrationProblem('The archive has a password. Unpack it, and give the files inside.');
      }
      parts.push({ name, bytes: () => unzipped(file, name, form) });
    }
    if (parts.length === 0) {
      throw new MigrationProblem(`The archive has no file of this kind: ${kinds}. ${exportAgain}`);
    }
    return parts;
  } finally {
    zip.close();
  }
};

async function* unzipped(file: string, name: string, form: ExportForm): AsyncGenerator<Uint8Array> {
  const zip = await opened(file, form);
  try {
    for await (const entry of entriesOf(zip, form)) {
      if (entry.fileName !== name) continue;
      const stream = await zip.openReadStreamPromise(entry).catch(() => {
        throw damaged(form);
      });
      yield* reading(stream, form);
      return;
    }
    throw damaged(form);
  } finally {
    zip.close();
  }
}

async function* entriesOf(zip: ZipFile, form: ExportForm): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) yield entry;
  } catch (error) {
    if (error instanceof MigrationProblem) throw error;
    throw damaged(form);
  }
}
