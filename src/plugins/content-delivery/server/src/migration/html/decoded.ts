import { percentDecoded, withoutTrailingSlash } from '../../platform/formats';

/** A part of an address as people read it: what is not Latin stands there percent-encoded (`%e4%bd%a0`). */
export const decoded = (part: string): string => percentDecoded(part).trim();

/** What is the same however a path is written: with or without a slash at its end, encoded or not. */
export const plainPath = (pathname: string): string => withoutTrailingSlash(decoded(pathname)).toLowerCase();
