import type { PostListItem } from '../contract.js';

/** `newest`: by `createdAt`, the latest first. `title`: alphabetically, as the language does it. */
export type SortOrder = 'newest' | 'title';

type Sortable = Pick<PostListItem, 'createdAt' | 'title'>;

/**
 * A sorted copy. Posts that are alike keep their order.
 * @param locale the language whose alphabet counts, such as `sv`; without one, that of the runtime
 * @throws RangeError for a locale that is none
 */
export const sortBy = <T extends Sortable>(posts: readonly T[], order: SortOrder, locale?: string): T[] => {
  if (order === 'title') {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return [...posts].sort((one, other) => compare(one.title, other.title));
  }
  return [...posts].sort((one, other) => momentOf(other) - momentOf(one));
};

/** A date that cannot be read is the oldest: comparing with NaN would leave the rest unsorted. */
const momentOf = ({ createdAt }: Sortable): number => {
  const moment = Date.parse(createdAt);
  return Number.isNaN(moment) ? -8.64e15 : moment;
};
