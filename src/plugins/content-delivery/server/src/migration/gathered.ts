import type { IncomingAuthor, IncomingTerm } from './incoming';

/** The terms of a post as it has them here: by name, one category at most. */
export interface PostTerms {
  category: string | null;
  tags: string[];
}

/** The source id of an author of whom a source knows the name alone. */
export const authorIdOf = (name: string): string => `author ${name}`;

/**
 * The terms of a post that has several categories at its source: the first one stays.
 * @param otherCategories what becomes of the others
 */
export const termsFrom = (
  { categories, tags }: { categories: readonly string[]; tags: readonly string[] },
  otherCategories: 'drop' | 'tags',
): PostTerms => {
  const [category = null, ...others] = categories;
  return { category, tags: [...new Set(otherCategories === 'tags' ? [...tags, ...others] : tags)] };
};

/** Those that posts have, each once. */
export const gatheredTerms = (posts: Iterable<PostTerms>): IncomingTerm[] => {
  const found = new Map<string, IncomingTerm>();
  const add = (kind: IncomingTerm['kind'], name: string): void => {
    const sourceId = `${kind} ${name}`;
    found.set(sourceId, { kind, sourceId, version: name, id: null, name });
  };
  for (const { category, tags } of posts) {
    if (category !== null) add('category', category);
    for (const tag of tags) add('tag', tag);
  }
  return [...found.values()];
};

/** Authors of these names, each once. */
export const gatheredAuthors = (names: Iterable<string>): IncomingAuthor[] =>
  Array.from(new Set(names), (name) => ({ sourceId: authorIdOf(name), version: name, id: null, name }));
