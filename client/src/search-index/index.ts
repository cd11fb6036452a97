import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import type { With } from '../client.js';
import type { PostExtras, PostListItem } from '../contract.js';
import { isVisible } from '../rules/is-visible.js';
import { oneLine } from '../site/one-line.js';
import type { SitePaths } from '../site/paths.js';

/** What an index is made from: a client, or posts that were read before. */
export interface SearchSource {
  posts: {
    list(options: { include: ['excerpt'] }): Promise<readonly With<PostListItem, PostExtras, ['excerpt']>[]>;
  };
}

export interface SearchIndexOptions extends Pick<SitePaths, 'post'> {
  /** The language of the texts, for where words end: `ja`. */
  locale?: string | undefined;
}

/** What is found. */
export interface SearchHit {
  path: string;
  title: string;
  description: string;
}

interface Indexed extends SearchHit {
  id: number;
  category: string;
  tags: string;
}

/** As it is served, and loaded in the browser. */
export interface SearchIndex {
  locale: string | null;
  index: AsPlainObject;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Where the runtime has dictionaries, they tell where words of Chinese, Japanese or Thai end. They keep `l’art` and `Node.js` whole, in
 * which readers look for `art` and `node`, so their words are divided as all are where there are none.
 */
const tokenizerOf = (locale: string | null): ((text: string) => string[]) => {
  if (typeof Intl === 'undefined' || !('Segmenter' in Intl)) return (text) => text.match(WORD) ?? [];
  const segmenter = new Intl.Segmenter(locale ?? undefined, { granularity: 'word' });
  return (text) =>
    [...segmenter.segment(text)]
      .filter(({ isWordLike }) => isWordLike)
      .flatMap(({ segment }) => segment.match(WORD) ?? []);
};

/** Letters that are no other letter with an accent, as people type them who do not have them on their keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
};

const optionsOf = (locale: string | null): Options<Indexed> => ({
  fields: ['title', 'category', 'tags', 'description'],
  storeFields: ['path', 'title', 'description'],
  tokenize: tokenizerOf(locale),
  // As a reader types it: without accents and in small letters.
  processTerm: (term) =>
    term
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
      .replace(/[ßæœøđłı]/g, (letter) => PLAIN[letter] as string) || null,
  searchOptions: {
    boost: { title: 3, tags: 2 },
    // A letter alone is one only where nothing else is asked for: half the words begin like the `l` of `l’art` or the `t` of `don’t`.
    prefix: (term, _at, terms) => terms.length === 1 || !/^[\p{Ll}\p{N}]$/u.test(term),
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
});

/**
 * An index of the visible posts for a search in the browser: titles, categories, tags and descriptions.
 * @throws ContentDeliveryError
 */
export const searchIndex = async (
  client: SearchSource,
  { post: pathOf, locale }: SearchIndexOptions,
): Promise<SearchIndex> => {
  const posts = (await client.posts.list({ include: ['excerpt'] })).filter(isVisible);
  const search = new MiniSearch(optionsOf(locale ?? null));
  search.addAll(
    posts.map((post, id): Indexed => ({
      id,
      path: pathOf(post),
      title: oneLine(post.title),
      description: oneLine(post.metaDescription || post.excerpt),
      category: post.category ?? '',
      tags: post.tags.join(' '),
    })),
  );
  return { locale: locale ?? null, index: search.toJSON() };
};

/** Makes an index that was loaded ready to be searched, best hits first. */
export const createSearch = ({ locale, index }: SearchIndex): ((query: string) => SearchHit[]) => {
  const search = MiniSearch.loadJS<Indexed>(index, optionsOf(locale));
  return (query) =>
    search.search(query).map(({ path, title, description }) => ({
      path: String(path),
      title: String(title),
      description: String(description),
    }));
};
