import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { MigrationProblem } from '../../writer';
import { EXPORT_AGAIN } from './export-again';

/** A file of an export, or one in an archive. */
export interface ExportPart {
  name: string;
  /** Each call reads it from its beginning. @throws MigrationProblem while it is read */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Files that an archive may have; WordPress.com divides a website into some hundred at most. */
const MAX_ENTRIES = 10_000;

/**
 * The parts of an export: the file itself, unpacked where it is packed by gzip, or each XML file of a ZIP archive.
 * Nothing of an archive is written anywhere.
 * @throws MigrationProblem
 */
export const partsOf = async (given: string): Promise<ExportPart[]> => {
  const file = path.resolve(given);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new MigrationProblem(`There is no file "${file}".`);
  const name = path.basename(file);
  const [a, b] = await firstBytes(file);
  if (a === 0x1f && b === 0x8b) return [{ name, bytes: () => gunzipped(file) }];
  if (a === 0x50 && b === 0x4b) return archived(file);
  return [{ name, bytes: () => createReadStream(file) }];
};

const firstBytes = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const damaged = (): MigrationProblem =>
  new MigrationProblem(`The packed file is damaged or cut off. Download it again. ${EXPORT_AGAIN}`);

async function* gunzipped(file: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  pipeline(createReadStream(file), gunzip, () => undefined);
  yield* reading(gunzip);
}

async function* reading(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    if (error instanceof MigrationProblem) throw error;
    throw damaged();
  }
}

const opened = async (file: string): Promise<ZipFile> => {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch {
    throw damaged();
  }
};

const archived = async (file: string): Promise<ExportPart[]> => {
  const zip = await opened(file);
  try {
    const parts: ExportPart[] = [];
    let count = 0;
    for await (const entry of entriesOf(zip)) {
      count += 1;
      if (count > MAX_ENTRIES) {
        throw new MigrationProblem(`The archive has more than ${MAX_ENTRIES.toLocaleString('en')} files.`);
      }
      const name = entry.fileName;
      // What macOS puts beside each file has the same ending.
      if (!/\.xml$/i.test(name) || name.startsWith('__MACOSX/')) continue;
      if (entry.isEncrypted()) {
        throw new MigrationProblem('The archive has a password. Unpack it, and give the .xml files inside.');
      }
      parts.push({ name, bytes: () => unzipped(file, name) });
    }
    if (parts.length === 0) {
      throw new MigrationProblem(`The archive has no .xml file, so it is no export. ${EXPORT_AGAIN}`);
    }
    return parts;
  } finally {
    zip.close();
  }
};

async function* unzipped(file: string, name: string): AsyncGenerator<Uint8Array> {
  const zip = await opened(file);
  try {
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName !== name) continue;
      const stream = await zip.openReadStreamPromise(entry).catch(() => {
        throw damaged();
      });
      yield* reading(stream);
      return;
    }
    throw damaged();
  } finally {
    zip.close();
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) yield entry;
  } catch (error) {
    if (error instanceof MigrationProblem) throw error;
    throw damaged();
  }
}
