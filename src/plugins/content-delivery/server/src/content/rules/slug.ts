import { fitPageSlug, fitPostSlug, isPageSlug, isPostSlug } from '../../../../contracts/slug-format';

const FORMATS = {
  post: {
    isSlug: isPostSlug,
    fit: fitPostSlug,
    words: 'letters, digits and - _ . ~, without spaces',
  },
  page: {
    isSlug: isPageSlug,
    fit: fitPageSlug,
    words: 'letters, digits and - _ . ~, without spaces, and single slashes between the parts',
  },
} as const;

export type SlugKind = keyof typeof FORMATS;

/** The nearest slug that needs no encoding in an address; empty when no character of the text can stay. */
export const fitSlug = (kind: SlugKind, slug: string): string => FORMATS[kind].fit(slug);

/**
 * What is wrong with a slug, for an editor; null for one that needs no encoding in an address.
 * @param instead a slug that would do
 */
export const slugProblem = (
  kind: SlugKind,
  slug: string,
  instead = FORMATS[kind].fit(slug),
): string | null => {
  const { isSlug, words } = FORMATS[kind];
  if (isSlug(slug)) return null;
  return `"${slug}" does not work in a web address as it is. A slug has ${words}.${instead === '' ? '' : ` This one would do: ${instead}`}`;
};
