import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { etagOf } from './etag';
import type { Encoding, CacheEntry, Outline, Representation } from './entry';
import { gzipInBlocks } from './gzip-blocks';

/** Below this, compression costs more than it saves. */
const SMALLEST_COMPRESSED = 1_024;

/** Among those that are accepted alike, the smallest first. */
const SMALLEST: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** And of long lists that are renewed, which gzip follows in a few milliseconds and Brotli in hundreds. */
const RENEWED: readonly Encoding[] = ['gzip', 'br', 'identity'];
/** Bytes from which on a list is long. */
const LONG = 1024 * 1024;

/** What the library's type declarations do not know yet. */
interface Preferring {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

const compressors = {
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
  // Quality 5: close to gzip in time, well ahead in size.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
};

const MAX_KNOWN = 500;

/** The encoding that an `Accept-Encoding` asks for. There are few spellings of it, so answers are kept. */
const negotiator = (preferred: readonly Encoding[]) => {
  const known = new Map<string, Encoding>();
  return (acceptEncoding = ''): Encoding => {
    const kept = known.get(acceptEncoding);
    if (kept) return kept;
    const one = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }) as Preferring;
    const chosen = (one.encoding(preferred, { preferred }) ?? 'identity') as Encoding;
    if (known.size < MAX_KNOWN) known.set(acceptEncoding, chosen);
    return chosen;
  };
};

export const negotiate = negotiator(SMALLEST);
const negotiateRenewed = negotiator(RENEWED);

/** The outline of what is compressed in blocks. */
const inBlocks = ({ outline, identity }: CacheEntry): Outline | undefined =>
  identity.bytes.length < LONG ? undefined : outline;

const gzipOf = async (entry: CacheEntry): Promise<Buffer> => {
  const { bytes } = entry.identity;
  const outline = inBlocks(entry);
  if (!outline) return compressors.gzip(bytes);
  const made = await gzipInBlocks(bytes, outline.starts, outline.blocks);
  outline.blocks = made.blocks;
  return made.bytes;
};

/**
 * The entry in an encoding: at once where it was made before, else a promise. Compression runs off the main
 * thread, once for each content.
 * @param onMade called when an encoding was added to the entry
 */
export const encode = (
  entry: CacheEntry,
  encoding: Encoding,
  onMade: () => void,
): Representation | Promise<Representation> => {
  if (encoding === 'identity' || entry.identity.bytes.length < SMALLEST_COMPRESSED) return entry.identity;
  const made = entry.encoded[encoding];
  if (made) return made;
  const making = encoding === 'gzip' ? gzipOf(entry) : compressors.br(entry.identity.bytes);
  const started = making.then(async (bytes) => {
    const representation = { bytes, etag: await etagOf(bytes, entry.headers) };
    entry.encoded[encoding] = representation;
    onMade();
    return representation;
  });
  started.catch(() => Reflect.deleteProperty(entry.encoded, encoding));
  entry.encoded[encoding] = started;
  return started;
};

/** In which encoding an entry is sent: what is too small stays as it is. */
export const encodingFor = (entry: CacheEntry, acceptEncoding: string | undefined): Encoding => {
  if (entry.identity.bytes.length < SMALLEST_COMPRESSED) return 'identity';
  return inBlocks(entry) ? negotiateRenewed(acceptEncoding) : negotiate(acceptEncoding);
};
