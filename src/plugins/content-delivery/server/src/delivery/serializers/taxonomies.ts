import type { Taxonomies, Term } from '../../../../contracts/delivery';
import type { TermEntity } from '../queries/taxonomies';

const toTerm = (term: TermEntity): Term => ({ id: term.documentId, name: term.name });

/** Specification 2.2. */
export const toTaxonomies = (found: { categories: TermEntity[]; tags: TermEntity[] }): Taxonomies => ({
  categories: found.categories.map(toTerm),
  tags: found.tags.map(toTerm),
});
