import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { etagOf } from './etag';
import type { Encoding, CacheEntry, Representation } from './entry';

/** Below this, compression costs more than it saves. */
const SMALLEST_COMPRESSED = 1_024;

/** Among those that are accepted alike, the smallest first. */
const PREFERRED: Encoding[] = ['br', 'gzip', 'identity'];

/** What the library's type declarations do not know yet. */
interface Preferring {
  encoding(available: string[], options: { preferred: string[] }): string | undefined;
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

const known = new Map<string, Encoding>();
const MAX_KNOWN = 500;

/** The encoding that an `Accept-Encoding` asks for. There are few spellings of it, so answers are kept. */
export const negotiate = (acceptEncoding: string | undefined): Encoding => {
  if (!acceptEncoding) return 'identity';
  const kept = known.get(acceptEncoding);
  if (kept) return kept;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }) as Preferring;
  const chosen = (negotiator.encoding(PREFERRED, { preferred: PREFERRED }) ?? 'identity') as Encoding;
  if (known.size < MAX_KNOWN) known.set(acceptEncoding, chosen);
  return chosen;
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
  const started = compressors[encoding](entry.identity.bytes).then((bytes) => {
    const representation = { bytes, etag: etagOf(bytes, entry.headers) };
    entry.encoded[encoding] = representation;
    onMade();
    return representation;
  });
  started.catch(() => Reflect.deleteProperty(entry.encoded, encoding));
  entry.encoded[encoding] = started;
  return started;
};

/** Which encoding the bytes are in: what is too small stays as it is. */
export const encodingOf = (entry: CacheEntry, encoding: Encoding): Encoding =>
  entry.identity.bytes.length < SMALLEST_COMPRESSED ? 'identity' : encoding;
