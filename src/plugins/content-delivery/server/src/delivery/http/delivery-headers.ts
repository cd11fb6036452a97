import type { IncomingHttpHeaders } from 'node:http';
import type { Encoding, Representation } from '../../freshness/cache/entry';

/** What belongs to every answer of the delivery routes, whichever lane gives it. */
export const COMMON_HEADERS = {
  // Front ends call from the browser too; there are no cookies, so every origin is alike.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, X-Stale, X-Total-Count',
  // JSON is never to be taken for a page, a script or a frame.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const;

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' } as const;

/** Of an error that Strapi's own handler does not see. */
export const ERROR_HEADERS = { ...COMMON_HEADERS, 'Cache-Control': 'no-store', ...JSON_TYPE } as const;

/** Says that the database could not be asked whether the bytes are still current: no cache is to keep them. */
export const STALE_HEADERS = { 'X-Stale': 'database-unreachable', 'Cache-Control': 'no-store' } as const;

/** Of an answer to a key in its address. */
export const publicCaching = (cacheControl: string) => ({
  'Cache-Control': cacheControl,
  Vary: 'Accept-Encoding',
});

/** Headers whose readers take tags apart at spaces; others expect commas. */
const SPACED: ReadonlySet<string> = new Set(['surrogate-key', 'xkey']);

/**
 * By what caches in front know an answer; nothing for an answer without tags.
 * @param header its name; empty to send none
 */
export const tagHeaders = (header: string, tags: readonly string[]): Record<string, string> =>
  header === '' || tags.length === 0
    ? {}
    : { [header]: tags.join(SPACED.has(header.toLowerCase()) ? ' ' : ',') };

/** Of an answer to a key in a header: its address answers for other websites too. */
export const PRIVATE_HEADERS = {
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, X-API-Key, Accept-Encoding',
} as const;

/** Of a draft: for the holder of the link, at this moment. Without a tag nothing can be made of it later. */
export const PREVIEW_HEADERS = { 'Cache-Control': 'private, no-store', ...JSON_TYPE } as const;

/** Of changes: what comes next may come at any moment. */
export const CHANGES_HEADERS = { 'Cache-Control': 'no-store', ...JSON_TYPE } as const;

/** Of a body whose length shows when it has been sent. */
export const longContentHeaders = (encoding: Encoding) => ({
  ...JSON_TYPE,
  ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
});

export const contentHeaders = (representation: Representation, encoding: Encoding) => ({
  ...longContentHeaders(encoding),
  'Content-Length': String(representation.bytes.length),
});

/** True when the caller says that it has these bytes already (RFC 9110, 13.1.2: weak comparison). */
export const isNotModified = (headers: IncomingHttpHeaders, etag: string): boolean => {
  const wanted = headers['if-none-match'];
  if (wanted === undefined) return false;
  if (wanted === etag) return true;
  return wanted.split(',').some((tag) => {
    const bare = tag.trim();
    return bare === '*' || bare === etag || bare === `W/${etag}`;
  });
};
