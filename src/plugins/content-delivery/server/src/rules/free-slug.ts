import slugify from '@sindresorhus/slugify';

const MAX_LENGTH = 200;

/**
 * A post's slug from its title. Latin and Cyrillic titles become plain ASCII; where nothing would be
 * left of a title (Japanese, say), its own letters stay.
 */
export const slugFromTitle = (title: string): string => {
  const ascii = slugify(title);
  const slug =
    ascii ||
    title
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') ||
    'post';
  return shorten(slug);
};

const shorten = (slug: string): string =>
  slug.length <= MAX_LENGTH
    ? slug
    : [...slug.slice(0, MAX_LENGTH)]
        .filter((char) => !isLoneSurrogate(char))
        .join('')
        .replace(/-+$/, '');

const isLoneSurrogate = (char: string): boolean => /^[\ud800-\udfff]$/.test(char);

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
    const candidates = Array.from({ length: batch }, (_, i) => {
      const number = first + i;
      return number === 1 ? slug : `${slug}-${number}`;
    });
    const taken = await takenAmong(candidates);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
};
