import type { Middleware } from 'koa';
import { errorBody } from './error-body';

/** What RFC 3986 (2.3) has for characters that mean the same in percent-encoding and plain. */
const UNRESERVED = /[A-Za-z0-9\-._~]/;
const ENCODED = /%[0-9a-f]{2}/gi;
/** Only what has one of these can be spelled in another way. */
const UNUSUAL = /%|\/\/|\/\.{1,2}(?:\/|$)/;

/**
 * The usual spelling of a path: `//api/blog`, `/./api/blog`, `/x/../api/blog` and `/%61pi/blog` are `/api/blog`
 * (RFC 3986, 6.2.2, and without empty segments). Whether there is a slash at the end stays.
 */
export const canonicalPathOf = (path: string): string => {
  if (!UNUSUAL.test(path)) return path;
  const plain = path.replace(ENCODED, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return UNRESERVED.test(character) ? character : code;
  });
  const segments: string[] = [];
  for (const segment of plain.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const end = segments.length > 0 && /\/\.{0,2}$/.test(plain) ? '/' : '';
  return `/${segments.join('/')}${end}`;
};

/** The path of an address of the API as its route declares it: in lower case, and without a slash at the end. */
export const apiPathOf = (path: string): string => canonicalPathOf(path).toLowerCase().replace(/\/$/, '');

/**
 * Gives every request the usual spelling of its path, so that whatever matches paths (routes, limits, headers, probes)
 * sees the same one.
 */
export const canonicalPath = (): Middleware => (ctx, next) => {
  let given: string;
  try {
    given = ctx.path;
  } catch {
    // Of a target such as `http://[/`, which Node's parser takes, and no middleware can read.
    ctx.status = 400;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = errorBody(400, 'The address of this request cannot be read.');
    return;
  }
  const path = canonicalPathOf(given);
  if (path !== given) ctx.path = path;
  return next();
};
