import { createHash } from 'node:crypto';
import { Header, Pax } from 'tar';
import { BackupProblem } from '../problem';
import { CONTENTS, MAX_WHOLE_ENTRY, type Content, type Contents } from './manifest';
import { BLOCK, paddingOf } from './tar';

/** An entry that is to be written. */
export interface NewEntry {
  name: string;
  /** Bytes; exactly so many have to come. */
  size: number;
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>;
  /** Of a part of a table. */
  rows?: number;
}

/**
 * The bytes of a tar file with these entries and, after them, the list of what they were. Nothing is kept of an
 * entry, so that archives of any size take the memory of one chunk.
 * @param when the time that all entries carry
 * @throws BackupProblem when there are more entries than a list can name that is to be read
 */
export async function* toTar(
  entries: Iterable<NewEntry> | AsyncIterable<NewEntry>,
  when: Date,
): AsyncGenerator<Buffer> {
  const written: Content[] = [];
  let listed = 0;
  for await (const entry of entries) {
    const sha256 = createHash('sha256');
    yield headerOf(entry, when);
    for await (const chunk of entry.chunks) {
      sha256.update(chunk);
      yield chunk;
    }
    yield Buffer.alloc(paddingOf(entry.size));
    const { name, size, rows } = entry;
    const content: Content = {
      name,
      bytes: size,
      sha256: sha256.digest('hex'),
      ...(rows === undefined ? {} : { rows }),
    };
    written.push(content);
    listed += Buffer.byteLength(JSON.stringify(content)) + 1;
    if (listed > MAX_WHOLE_ENTRY - ROOM) throw tooMany(written.length);
  }
  const contents: Contents = { entries: written };
  const bytes = Buffer.from(JSON.stringify(contents));
  yield headerOf({ name: CONTENTS, size: bytes.length }, when);
  yield bytes;
  yield Buffer.alloc(paddingOf(bytes.length));
  yield Buffer.alloc(2 * BLOCK);
}

/** What the list has beside its lines. */
const ROOM = 1_000;

const tooMany = (count: number): BackupProblem =>
  new BackupProblem(
    `An archive has room for the names of ${count.toLocaleString('en')} files and parts of tables, and there are more. ` +
      'Keep uploads in a bucket, or back up their folder and the database by other means.',
  );

/** @throws BackupProblem when it is so long that it could not be read */
export const entryOf = (name: string, text: string, rows?: number): NewEntry => {
  // No text has fewer bytes than characters.
  if (text.length > MAX_WHOLE_ENTRY || Buffer.byteLength(text) > MAX_WHOLE_ENTRY) {
    throw new BackupProblem(
      `The backup cannot be restored with a ${name} of more than ${MAX_WHOLE_ENTRY / 1024 / 1024} MB: ` +
        'a row of that table is too long. Shorten or delete it, and run the backup again.',
    );
  }
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, chunks: [bytes], ...(rows === undefined ? {} : { rows }) };
};

const headerOf = ({ name, size }: Pick<NewEntry, 'name' | 'size'>, mtime: Date): Buffer => {
  const fields = { path: name, size, mtime, mode: 0o600, type: 'File' } as const;
  const header = new Header(fields);
  const block = Buffer.alloc(BLOCK);
  // Long names, and those with more than ASCII, are in a separate entry before it.
  const needsMore = header.encode(block);
  return needsMore ? Buffer.concat([new Pax({ path: name, size, mtime }).encode(), block]) : block;
};
