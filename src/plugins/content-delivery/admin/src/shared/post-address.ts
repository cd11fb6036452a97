import { slugFromName } from '../../../contracts/delivery';
import { withoutSlash } from './without-slash';

/** Under which path front ends show a post. */
const BLOG = '/blog/';

/**
 * Where a front end shows a post.
 * @param url the website's address; without one, the path alone is known
 */
export const pageAddress = (url: string | null, slug: string): string =>
  `${withoutSlash(url ?? '')}${BLOG}${encodeURIComponent(slug)}`;

/**
 * Where a front end shows a post or a pSEO page.
 * @param url as of `pageAddress`
 */
export const linkTargetAddress = (
  url: string | null,
  { type, slug }: { type: 'post' | 'pseo-page'; slug: string },
): string =>
  type === 'post'
    ? pageAddress(url, slug)
    : `${withoutSlash(url ?? '')}/${slug.split('/').map(encodeURIComponent).join('/')}`;

/** Under which path front ends show a category or tag (specification 4.6), for a name that has a safe address. */
export const termPath = (kind: 'category' | 'tag', name: string): string =>
  `${BLOG}${kind}/${encodeURIComponent(slugFromName(name))}`;

/** Characters of a slug that an address cannot hold as they are, each once and in order. */
export const encodedCharacters = (slug: string): string[] =>
  [...new Set(slug)].filter(
    (character) => encodeURIComponent(character) !== character && !isLetter(character),
  );

/** Letters of other scripts are encoded too, but browsers show them as they are. */
const isLetter = (character: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(character);

/** What the field shows: the editor's slug, else the one that saving would make of the title. */
export const shownSlug = (typed: string | null | undefined, suggested: string): string => typed || suggested;
