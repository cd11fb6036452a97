import { createHash } from 'node:crypto';
import { Header, Pax } from 'tar';
import { BackupProblem } from '../problem';

/** An entry that is being read. What of it is not taken is passed over when the next one is asked for. */
export interface Entry {
  name: string;
  /** Bytes. */
  size: number;
  chunks: AsyncIterable<Buffer>;
  /** SHA-256 of the chunks taken, hexadecimal. */
  digest(): string;
}

export const BLOCK = 512;
/** An entry before another one that only has its name. */
const MAX_EXTENSION = 64 * 1024;

export const damaged = (how: string): BackupProblem =>
  new BackupProblem(`The archive is damaged: ${how}. Nothing can be restored from it.`);

export const refusedEntry = (name: string, type = 'File'): BackupProblem =>
  new BackupProblem(
    `The archive has an entry that no backup has: ${JSON.stringify(name)}${type === 'File' ? '' : `, a ${type}`}.`,
  );

/**
 * The entries of a tar file, one after the other, on demand. Plain files only: links, devices
 * and folders are no part of a backup, and are refused.
 * @throws BackupProblem
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const bytes = bytesOf(source);
  let extension: Pax | undefined;
  for (;;) {
    const block = await bytes.whole(BLOCK);
    if (isEmpty(block)) break;
    const header = decoded(block, extension);
    const path = extension?.path ?? header.path ?? '';
    const size = extension?.size ?? header.size ?? -1;
    const { type, cksumValid } = header;
    if (!cksumValid || size < 0) throw damaged('the head of an entry is not as it was written');
    if (type === 'ExtendedHeader') {
      if (size > MAX_EXTENSION) throw damaged('the name of an entry is too long');
      extension = Pax.parse((await bytes.whole(size)).toString('utf8'));
    } else {
      if (type !== 'File') throw refusedEntry(path, type);
      extension = undefined;
      const entry = entryOf(path, size, bytes.take(size));
      yield entry;
      for await (const chunk of entry.chunks) void chunk;
    }
    await bytes.whole(paddingOf(size));
  }
  for await (const chunk of bytes.rest()) if (!isEmpty(chunk)) throw damaged('something follows its end');
}

/** How many bytes follow a content of so many, up to a whole block. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** @param extension has the whole name, without which one that is cut after a slash were that of a folder */
const decoded = (block: Buffer, extension: Pax | undefined): Header => {
  try {
    return new Header(block, 0, extension);
  } catch {
    throw damaged('the head of an entry cannot be read');
  }
};

const entryOf = (name: string, size: number, source: AsyncIterable<Buffer>): Entry => {
  const sha256 = createHash('sha256');
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      sha256.update(chunk);
      yield chunk;
    }
  };
  return { name, size, chunks: chunks(), digest: () => sha256.digest('hex') };
};

const bytesOf = (source: AsyncIterable<Buffer>) => {
  const iterator = source[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);
  /** @returns null at the end */
  const next = async (most: number): Promise<Buffer | null> => {
    while (left.length === 0) {
      const { done, value } = await iterator.next();
      if (done) return null;
      left = value;
    }
    const chunk = left.subarray(0, most);
    left = left.subarray(chunk.length);
    return chunk;
  };
  const take = async function* (size: number): AsyncGenerator<Buffer> {
    for (let missing = size; missing > 0;) {
      const chunk = await next(missing);
      if (!chunk) throw damaged('it was cut off');
      missing -= chunk.length;
      yield chunk;
    }
  };
  return {
    take,
    async whole(size: number): Promise<Buffer> {
      const chunks: Buffer[] = [];
      for await (const chunk of take(size)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    async *rest(): AsyncGenerator<Buffer> {
      for (let chunk = await next(Infinity); chunk; chunk = await next(Infinity)) yield chunk;
    },
  };
};

const isEmpty = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);
