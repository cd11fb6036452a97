import slugify from '@sindresorhus/slugify';
import { storable } from '../../platform/formats';

/** Of a slug made from a title. */
const MAX_LENGTH = 200;
/** Of a title: more than a slug can need. Unicode's normal form takes a time that grows with the square of a row of marks. */
const READ = 1_000;
/** Of any slug: what its column holds. */
const MAX_COLUMN = 255;

/**
 * A slug from the title of a post, or the name of an author. Latin and Cyrillic titles become plain ASCII; where nothing would be
 * left of a title (Japanese, say), its own letters stay.
 * @param otherwise for a title without a letter or digit
 */
export const slugFromTitle = (whole: string, otherwise = 'post'): string => {
  const title = whole.trimStart().slice(0, READ);
  const ascii = slugify(title);
  const slug =
    ascii ||
    title
      .normalize('NFC')
      .toLowerCase()
      // Variation selectors of an emoji, and marks without a base character, would be an invisible slug.
      .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
      .replace(/[^\p{L}\p{M}\p{Nd}]+\p{M}*|^\p{M}+/gu, '-')
      .replace(/^-+|(?<!-)-+$/g, '') ||
    otherwise;
  return shorten(slug, MAX_LENGTH);
};

const shorten = (slug: string, length: number): string =>
  slug.length <= length ? slug : storable(slug.slice(0, length)).replace(/(?<!-)-+$/, '');

const numbered = (slug: string, number: number): string => {
  const suffix = number === 1 ? '' : `-${number}`;
  return `${shorten(slug, MAX_COLUMN - suffix.length)}${suffix}`;
};

/**
 * The first of `slug`, `slug-2`, `slug-3` … that is not taken.
 * @param takenAmong which of the given candidates are taken
 */
export const firstFreeSlug = async (
  slug: string,
  takenAmong: (candidates: string[]) => Promise<ReadonlySet<string>>,
): Promise<string> => {
  const batch = 50;
  for (let first = 1; ; first += batch) {
    const candidates = Array.from({ length: batch }, (_, i) => numbered(slug, first + i));
    const taken = await takenAmong(candidates);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
};

/** @returns gives a wanted slug, or the first of `slug-2`, `slug-3` … that it has not given yet */
export const createSlugAllocator = () => {
  const taken = new Set<string>();
  /** By wanted slug, as thousands may want the same: what comes before is taken. */
  const nextNumbers = new Map<string, number>();

  return (wanted: string): string => {
    for (let number = nextNumbers.get(wanted) ?? 1; ; number += 1) {
      const slug = numbered(wanted, number);
      if (taken.has(slug)) continue;
      taken.add(slug);
      nextNumbers.set(wanted, number + 1);
      return slug;
    }
  };
};
