import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CONTENTS, MANIFEST, tableOf, type Manifest } from '../../src/backup/archive/manifest';
import { entriesOf, whole } from '../../src/backup/archive/read';
import { toTar } from '../../src/backup/archive/write';

/** An archive in memory: entries in their order, without the list at its end. */
export type Archive = Map<string, Buffer>;

export const readArchive = async (file: string): Promise<Archive> => {
  const entries: Archive = new Map();
  for await (const entry of entriesOf(file)) entries.set(entry.name, await whole(entry));
  entries.delete(CONTENTS);
  return entries;
};

/** Writes it with a list of what it has now. */
export const writeArchive = (file: string, archive: Archive): Promise<void> => {
  const entries = [...archive].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    chunks: [bytes],
    ...(tableOf(name) === null ? {} : { rows: linesOf(bytes).length }),
  }));
  return pipeline(toTar(entries, new Date(0)), createGzip(), createWriteStream(file));
};

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n').filter(Boolean);

export const manifestOf = (archive: Archive): Manifest =>
  JSON.parse(archive.get(MANIFEST)?.toString('utf8') ?? 'null') as Manifest;

/** The rows of a table, in the order of their ids. */
export const rowsOf = (archive: Archive, table: string): Record<string, unknown>[] =>
  [...archive].flatMap(([name, bytes]) =>
    tableOf(name) === table ? linesOf(bytes).map((line) => JSON.parse(line) as Record<string, unknown>) : [],
  );
