import { createHash } from 'node:crypto';

/** A strong entity tag: equal bytes have equal tags, on every instance. */
export const etagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url')}"`;
