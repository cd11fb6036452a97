import { headerNameFault, MAX_HEADER_NAME } from '../../platform/header-names';
import { COMMON_HEADERS, STALE_HEADERS } from './delivery-headers';

/** Headers that answers have already, or that mean something to HTTP itself. */
const TAKEN: ReadonlySet<string> = new Set(
  [
    ...Object.keys(COMMON_HEADERS),
    ...Object.keys(STALE_HEADERS),
    'Age',
    'Allow',
    'Connection',
    'Date',
    'ETag',
    'Expires',
    'Keep-Alive',
    'Last-Modified',
    'Link',
    'Location',
    'Pragma',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Server',
    'Set-Cookie',
    'Surrogate-Control',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'Vary',
    'Via',
    'Warning',
    'X-Powered-By',
    'X-Request-Id',
    'X-Total-Count',
  ].map((name) => name.toLowerCase()),
);
const TAKEN_PREFIXES = ['access-control-', 'content-', 'cdn-cache-control', 'x-accel-'];

/** Why tags cannot be sent in a header of this name, as the end of a sentence; null where they can. */
export const tagHeaderProblem = (header: string): string | null => {
  if (header === '') return null;
  const fault = headerNameFault(header, TAKEN, TAKEN_PREFIXES);
  const problems = {
    invalid:
      'must be the name of a header, of letters, digits and hyphens, such as Cache-Tag, Surrogate-Key or xkey.',
    tooLong: `must be the name of a header of at most ${MAX_HEADER_NAME} characters.`,
    taken: `must not be ${header}, which has another meaning: choose a name such as Cache-Tag, Surrogate-Key or xkey.`,
  };
  return fault && problems[fault];
};
