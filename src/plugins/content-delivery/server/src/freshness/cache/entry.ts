import type { Block } from './gzip-blocks';

/** What bytes were made of: how far each scope had been counted when their content was read. */
export interface Validity {
  scopes: readonly string[];
  revisions: readonly number[];
  /** When the clock alone makes them out of date, in milliseconds since 1970; Infinity for never. */
  expiresAt: number;
  /** Before this moment they were not right yet: a clock that is set back makes them out of date too. */
  validFrom: number;
}

export type Encoding = 'identity' | 'gzip' | 'br';

/** The bytes of one encoding, with the tag that names exactly them. */
export interface Representation {
  bytes: Buffer;
  etag: string;
}

/** Where the items of a list are in its bytes, so that its next version can be made of them. */
export interface Outline {
  /** What stands in its place, in the order of the items. */
  places: readonly { readonly documentId: string }[];
  /** Where each item begins; after it is one byte that is not its own. */
  starts: Uint32Array;
  /** What the items depend on, beside the entries that the change log names. */
  context: string;
  /** The newest change in the log that was read with them; empty where there was none. */
  lastChange: string;
  /** The clock when they were read. */
  at: Date;
  /** What is compressed of the bytes, in order; at first what was taken over from the version before. */
  blocks: readonly Block[];
}

/** A cached response. Other encodings are made on first use, and kept. */
export interface CacheEntry extends Validity {
  /** For caches in front. */
  tags: readonly string[];
  /** Seconds for which these may keep it; null for not at all. */
  sharedSeconds: number | null;
  /** Sent with it, and named by its tag together with the bytes. */
  headers: Readonly<Record<string, string>>;
  identity: Representation;
  /** Of a list that can be renewed. */
  outline?: Outline | undefined;
  encoded: Partial<Record<Encoding, Promise<Representation> | Representation>>;
  /** The revisions that it was last found current with; the same map again needs no comparison. */
  checkedWith?: object;
}

/** A response that is not kept, as it is too long: how its content is identified. */
export interface TooLong {
  version: string;
  /** As of kept ones. */
  expiresAt: number;
  tags: readonly string[];
  headers: Readonly<Record<string, string>>;
}

/** True when nothing that the bytes depend on has changed. */
export const isCurrent = (
  entry: Validity & { checkedWith?: object },
  revisions: { get(scope: string): number | undefined },
  now: number,
): boolean => {
  if (now >= entry.expiresAt || now < entry.validFrom) return false;
  if (entry.checkedWith === revisions) return true;
  const current = entry.scopes.every((scope, index) => revisions.get(scope) === entry.revisions[index]);
  if (current) entry.checkedWith = revisions;
  return current;
};
