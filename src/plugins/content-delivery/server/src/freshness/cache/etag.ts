import { createHash } from 'node:crypto';

/** A strong entity tag: equal bytes with equal headers have equal tags, on every instance. */
export const etagOf = (bytes: Buffer, headers: Readonly<Record<string, string>> = {}): string => {
  const hash = createHash('sha256').update(bytes);
  for (const named of Object.entries(headers)) hash.update(JSON.stringify(named));
  return `"${hash.digest('base64url')}"`;
};
