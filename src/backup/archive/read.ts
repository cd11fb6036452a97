import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupProblem } from '../problem';
import {
  CONTENTS,
  FORMAT,
  MANIFEST,
  MAX_WHOLE_ENTRY,
  tableOf,
  uploadOf,
  type Content,
  type Contents,
  type Manifest,
} from './manifest';
import { damaged, readTar, refusedEntry, type Entry } from './tar';

/** What an archive has that was read to its end and is as it was written. */
export interface CheckedArchive {
  manifest: Manifest;
  entries: ReadonlyMap<string, Content>;
  /** Rows by table. */
  rows: ReadonlyMap<string, number>;
  /** Paths inside the folder of uploads → SHA-256. */
  uploads: ReadonlyMap<string, string>;
}

/**
 * Reads all of the archive and compares it with the list at its end, so that nothing is written from a damaged one.
 * @param onManifest may refuse before the rest is read
 * @throws BackupProblem
 */
export const checkArchive = async (
  file: string,
  onManifest: (manifest: Manifest) => void,
): Promise<CheckedArchive> => {
  let manifest: Manifest | undefined;
  let contents: Contents | undefined;
  const found = new Map<string, { bytes: number; sha256: string }>();
  for await (const entry of entriesOf(file)) {
    if (contents) throw damaged('something follows its end');
    if (!manifest) {
      if (entry.name !== MANIFEST) throw notABackup(file);
      manifest = asManifest(await wholeJson(entry));
      onManifest(manifest);
    } else if (entry.name === CONTENTS) {
      contents = (await wholeJson(entry)) as Contents;
      continue;
    } else {
      if (tableOf(entry.name) === null && uploadOf(entry.name) === null) {
        throw uploadOf(entry.name, 'linux') === null ? refusedEntry(entry.name) : notOnWindows(entry.name);
      }
      for await (const chunk of entry.chunks) void chunk;
    }
    if (found.has(entry.name)) throw damaged(`${entry.name} is in it twice`);
    found.set(entry.name, { bytes: entry.size, sha256: entry.digest() });
  }
  if (!manifest) throw notABackup(file);
  if (!contents) throw damaged('its end is missing');
  return compared(manifest, contents, found);
};

const compared = (
  manifest: Manifest,
  contents: Contents,
  found: ReadonlyMap<string, { bytes: number; sha256: string }>,
): CheckedArchive => {
  const tables = new Set(manifest.tables.map(({ name }) => name));
  const entries = new Map<string, Content>();
  const rows = new Map<string, number>();
  const uploads = new Map<string, string>();
  for (const content of contents.entries) {
    const { name, bytes, sha256 } = content;
    const there = found.get(name);
    if (!there) throw damaged(`${name} is missing`);
    if (there.bytes !== bytes || there.sha256 !== sha256) throw damaged(`${name} is not as it was written`);
    entries.set(name, content);
    const table = tableOf(name);
    if (table !== null) {
      if (!tables.has(table)) throw damaged(`${name} belongs to no table`);
      rows.set(table, (rows.get(table) ?? 0) + (content.rows ?? 0));
    }
    const upload = uploadOf(name);
    if (upload !== null) uploads.set(upload, sha256);
  }
  for (const name of found.keys()) if (!entries.has(name)) throw damaged(`${name} is not in its list`);
  return { manifest, entries, rows, uploads };
};

/** @throws BackupProblem when it is no archive, or damaged */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const input = createReadStream(file);
  const archive = createGunzip();
  // Failures there reach the reader of the archive.
  pipeline(input, archive, () => undefined);
  const source = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* archive as AsyncIterable<Buffer>;
    } catch (error) {
      throw asProblem(file, error);
    }
  };
  try {
    yield* readTar(source());
  } finally {
    input.destroy();
  }
}

/** @throws BackupProblem */
export const whole = async (entry: Entry): Promise<Buffer> => {
  if (entry.size > MAX_WHOLE_ENTRY) throw damaged(`${entry.name} is larger than any that a backup has`);
  const chunks: Buffer[] = [];
  for await (const chunk of entry.chunks) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const wholeJson = async (entry: Entry): Promise<unknown> => {
  try {
    return JSON.parse((await whole(entry)).toString('utf8')) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw damaged(`${entry.name} cannot be read`);
  }
};

/** The format comes before everything else: what follows may look different in a later one. */
const asManifest = (json: unknown): Manifest => {
  const manifest = json as Partial<Manifest> | null;
  if (typeof manifest?.format !== 'number') throw damaged(`${MANIFEST} says no format`);
  if (manifest.format <= FORMAT && (!Array.isArray(manifest.tables) || !manifest.keyCheck)) {
    throw damaged(`${MANIFEST} is not complete`);
  }
  return manifest as Manifest;
};

const notOnWindows = (name: string): BackupProblem =>
  new BackupProblem(
    `The archive has the file ${JSON.stringify(name)}, which Windows cannot have. Restore it on Linux or macOS.`,
  );

const notABackup = (file: string): BackupProblem =>
  new BackupProblem(`"${file}" is no archive that "npm run backup" has made.`);

const asProblem = (file: string, error: unknown): unknown => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_DATA_ERROR' && /header/.test(message)) return notABackup(file);
  if (code?.startsWith('Z_')) return damaged(message);
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
    return new BackupProblem(`"${file}" cannot be read: ${message}.`);
  }
  return error;
};
