import { slugFromName } from '../../../../contracts/delivery';
import { useCreateTermMutation, useLazyGetTermsQuery, type TermKind } from '../../shared/api/queries';
import type { Pick } from '../../shared/relation-value';

/** Two names with one address would be one page to front ends, so they mean the same term. */
export const isSameTerm = (one: string, other: string): boolean => slugFromName(one) === slugFromName(other);

/**
 * Finds a category, tag or author of a website by its name, and makes it where it is missing and may be made.
 *
 * @throws what the server answered
 */
export const useTermByName = (kind: TermKind, mayCreate: boolean) => {
  const [find] = useLazyGetTermsQuery();
  const [create] = useCreateTermMutation();
  return async (website: string, name: string): Promise<Pick | null> => {
    const answer = await find({ kind, website, search: name, page: 1 });
    if (answer.error) throw answer.error;
    const known = answer.data?.terms.find((term) => isSameTerm(term.name, name));
    if (known || !mayCreate) return known ?? null;
    return create({ kind, website, name }).unwrap();
  };
};
