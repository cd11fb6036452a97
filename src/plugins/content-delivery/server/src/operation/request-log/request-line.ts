import type { Core } from '@strapi/strapi';
import type { CacheOutcome } from '../metrics/request-counter';

/** What is logged of a request: neither its URL, which may contain API keys and one-time codes, nor its headers. */
export interface RequestLine {
  method: string;
  /** The route as it was declared, such as `/api/blog`; `none` where there is none. */
  route: string;
  /** The documentId of the website that the key belongs to. */
  website: string | null;
  status: number;
  milliseconds: number;
  /** Null for what has nothing to do with cached responses. */
  cache: CacheOutcome | null;
  requestId: string;
  /** False when the answer ended before it was complete. */
  isComplete: boolean;
}

/** Asked every few seconds, by machines. */
const PROBE = '/_health';

/** Writes one line for a request: words for people, and the same as fields for machines. */
export const writeRequestLine = (log: Core.Strapi['log'], line: RequestLine): void => {
  const level = line.route === PROBE ? 'debug' : 'http';
  // winston would format it first and drop it then.
  if (!log.isLevelEnabled(level)) return;
  const { method, route, website, status, cache, requestId, isComplete } = line;
  const milliseconds = Math.round(line.milliseconds * 1000) / 1000;
  const words = [
    `${Math.ceil(milliseconds)} ms`,
    ...(cache ? [cache] : []),
    ...(isComplete ? [] : ['cut off']),
  ];
  log.log(level, `${method} ${route} ${status} (${words.join(', ')})`, {
    method,
    route,
    ...(website === null ? {} : { website }),
    status,
    milliseconds,
    ...(cache ? { cache } : {}),
    requestId,
    ...(isComplete ? {} : { complete: false }),
  });
};
