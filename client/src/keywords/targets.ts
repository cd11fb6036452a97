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
  (SITE_PATH.test(url) || (HTTP_URL.test(url) && URL.canParse(url)));

/**
 * Gives each address one spelling: whole, without fragment and slash at the end, percent-encoding undone.
 * @param currentUrl the address or path that paths are read against
 */
export const targetNamer = (currentUrl: string | undefined): ((url: string) => string | null) => {
  const base = baseFrom(currentUrl);
  const known = new Map<string, string | null>();
  return (url) => {
    const name = known.get(url);
    if (name !== undefined) return name;
    const made = nameOf(url, base);
    known.set(url, made);
    return made;
  };
};

const baseFrom = (currentUrl = '/'): string =>
  URL.canParse(currentUrl, SOME_SITE) ? new URL(currentUrl, SOME_SITE).href : SOME_SITE;

const nameOf = (url: string, base: string): string | null => {
  if (!URL.canParse(url, base)) return null;
  const { origin, pathname, search } = new URL(url, base);
  return origin + decoded(pathname.replace(/(?<=[^/]|^\/)\/+$/, '')) + search;
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
