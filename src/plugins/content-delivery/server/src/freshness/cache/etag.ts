import { createHash } from 'node:crypto';
import { createYielder } from '../../platform/yielder';

/** Bytes that are read at a time: requests have their turn between. */
const PIECE = 256 * 1024;

/** A strong entity tag: equal bytes with equal headers have equal tags, on every instance. */
export const etagOf = async (
  bytes: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const hash = createHash('sha256');
  if (bytes.length <= PIECE) hash.update(bytes);
  else {
    const yieldTurn = createYielder();
    for (let start = 0; start < bytes.length; start += PIECE) {
      hash.update(bytes.subarray(start, start + PIECE));
      await yieldTurn();
    }
  }
  for (const named of Object.entries(headers)) hash.update(JSON.stringify(named));
  return `"${hash.digest('base64url')}"`;
};
