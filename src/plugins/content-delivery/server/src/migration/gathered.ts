import type { IncomingAuthor, IncomingTerm } from './incoming';

/** The terms of a post as it has them here: by name, one category at most. */
export interface PostTerms {
  category: string | null;
  tags: string[];
}

/** @param key what tells it apart at its source: a name, a slug, a number */
export const authorIdOf = (key: string): string => `author ${key}`;

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

/** Authors by what tells them apart at their source, with their names; each once. */
export const gatheredAuthors = (authors: Iterable<readonly [key: string, name: string]>): IncomingAuthor[] =>
  Array.from(new Map(authors), ([key, name]) => ({
    sourceId: authorIdOf(key),
    version: name,
    id: null,
    name,
  }));
