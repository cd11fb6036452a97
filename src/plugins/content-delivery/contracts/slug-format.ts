/**
 * What a slug may consist of: characters that need no encoding in an address, so that front ends which put slugs into
 * addresses unencoded work with every one. Pure and without imports: server and admin panel share it.
 */

/** Invisible characters: two slugs that differ by one of these look the same. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const ALLOWED = /^[\p{L}\p{M}\p{Nd}\-_.~]+$/u;
const NOT_ALLOWED = /[^\p{L}\p{M}\p{Nd}\-_.~]+/u;
const DROPPED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Surrogate}]/gu;

/** One part of a path: letters, combining marks and digits of any script, and `-`, `_`, `.`, `~`. */
const isPart = (part: string): boolean =>
  ALLOWED.test(part) && !INVISIBLE.test(part) && part !== '.' && part !== '..';

/** Whether a post may have the slug. */
export const isPostSlug = isPart;

/** Whether a pSEO page may have the slug: parts with single slashes between them. */
export const isPageSlug = (slug: string): boolean => slug.split('/').every(isPart);

/** @returns an empty text when nothing of the part is allowed in an address */
const fitPart = (part: string): string => {
  if (isPart(part)) return part;
  // A hyphen for what is left out, and none more beside it.
  const fitting = part
    .replace(DROPPED, '')
    .split(NOT_ALLOWED)
    .map((run) => run.replace(/^-+|(?<!-)-+$/g, ''))
    .filter((run) => run !== '')
    .join('-');
  return isPart(fitting) ? fitting : '';
};

/** What was copied from an address: `caf%C3%A9`. */
const decoded = (slug: string): string => {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
};

/**
 * The nearest slug that a post may have: the slug itself when it is one.
 * @returns an empty text when nothing of it is allowed in an address
 */
export const fitPostSlug = (slug: string): string => (isPart(slug) ? slug : fitPart(decoded(slug)));

/** The same for a pSEO page. */
export const fitPageSlug = (slug: string): string =>
  isPageSlug(slug)
    ? slug
    : decoded(slug)
        .split('/')
        .map(fitPart)
        .filter((part) => part !== '')
        .join('/');
