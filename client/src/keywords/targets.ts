import { parseAddress, withoutEndSlashes } from '../address.js';

// Browsers drop tabs and line breaks from addresses, so they could hide what an address really is.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;
const HTTP_URL = /^https?:\/\//i;
/** `//host` and `/\host` would lead to another site. */
const SITE_PATH = /^\/(?![/\\])/;

/** The site's origin where only a path is known. */
const SOME_SITE = 'https://site.invalid';

/** True for a site-relative path and an http(s) address, as the server takes them. */
export const isSafeTarget = (url: string): boolean =>
  typeof url === 'string' &&
  !CONTROL.test(url) &&
  (SITE_PATH.test(url) || (HTTP_URL.test(url) && parseAddress(url) !== null));

/**
 * Gives each address one spelling: whole, without scheme, fragment and slash at the end, percent-encoding undone.
 * @param currentUrl the address or path that paths are read against
 * @param option what the caller calls that
 * @throws TypeError for one that is neither
 */
export const targetNamer = (
  currentUrl: string | undefined,
  option = 'currentUrl',
): ((url: string) => string | null) => {
  const base = baseFrom(currentUrl, option);
  const known = new Map<string, string | null>();
  return (url) => {
    const name = known.get(url);
    if (name !== undefined) return name;
    const made = nameOf(url, base);
    known.set(url, made);
    return made;
  };
};

const baseFrom = (currentUrl = '/', option: string): string => {
  // One that no rule can name would be left out in silence, and the page would link to itself.
  const url =
    SITE_PATH.test(currentUrl) || HTTP_URL.test(currentUrl) ? parseAddress(currentUrl, SOME_SITE) : null;
  if (!url) {
    throw new TypeError(
      `${option} must be a path that begins with a slash, or an http(s) address: "${currentUrl}" is neither.`,
    );
  }
  return url.href;
};

const nameOf = (url: string, base: string): string | null => {
  const address = parseAddress(url, base);
  if (!address) return null;
  const { protocol, host, pathname, search } = address;
  const site = HTTP_URL.test(`${protocol}//`) ? host : `${protocol}${host}`;
  return `${site}${decoded(withoutEndSlashes(pathname) || '/')}${search}`;
};

/** What ends a path or a part of it stays encoded, and so does the sign of encoding: `/a%2Fb` is another page than `/a/b`. */
const KEPT = /(%(?:2f|3f|23|25))/i;

const decoded = (path: string): string => {
  try {
    const parts = path
      .split(KEPT)
      .map((part, at) => (at % 2 === 1 ? part.toUpperCase() : decodeURIComponent(part)));
    return parts.join('').normalize();
  } catch {
    return path;
  }
};
