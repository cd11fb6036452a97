import { withoutTrailingSlash } from '../../platform/formats';
import { freeSlugs } from '../free-slugs';
import { decoded } from '../html/decoded';
import { OTHER_VIEWS, withTwin, type OldSite } from '../html/old-site';
import type { GhostExport } from './read';
import type { GhostOptions } from './options';
import { isTrue, postKeyOf, textOf, type Row } from './rows';

/** What a post has in other tables. */
export interface GhostSite {
  /** Those of the types that come. */
  posts: readonly Row[];
  /** Those that have the id of an earlier one. */
  repeated: readonly Row[];
  /** Entries of other types, with how many there are of each. */
  otherTypes: ReadonlyMap<string, number>;
  /** The path before every slug, with a slash at both ends. */
  path: string;
  /** Without a slash at its end. */
  address: string;
  old: OldSite;
  /** The slug that a post gets here. */
  slugOf(post: Row): string;
  /** Names of tags that readers see, each once, the main one first. */
  tagsOf(post: Row): string[];
  /** Who has written it, the main one first. */
  usersOf(post: Row): Row[];
  /** With the columns that newer versions keep in a table of their own. */
  withMeta(post: Row): Row;
}

/** Before Ghost 2, pages were posts with a mark. */
export const typeOf = (row: Row): string => textOf(row, 'type') || (isTrue(row, 'page') ? 'page' : 'post');

const byId = (rows: readonly Row[], column = 'id'): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [textOf(row, column), row]));

/** Rows by the post that they belong to, in their order. */
const byPost = (rows: readonly Row[]): ReadonlyMap<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  const sorted = [...rows].sort((a, b) => Number(a['sort_order'] ?? 0) - Number(b['sort_order'] ?? 0));
  for (const row of sorted) {
    const post = textOf(row, 'post_id');
    const group = groups.get(post);
    if (group) group.push(row);
    else groups.set(post, [row]);
  }
  return groups;
};

/** The rows of another table that those of a table between lead to. */
const linkedTo = (
  post: Row,
  links: ReadonlyMap<string, Row[]>,
  column: string,
  rows: ReadonlyMap<string, Row>,
): Row[] => {
  const found = (links.get(textOf(post, 'id')) ?? []).map((link) => rows.get(textOf(link, column)));
  return found.filter((row) => row !== undefined);
};

/** Internal ones are for themes and for sorting; readers do not see them. */
const isInternal = (tag: Row): boolean =>
  textOf(tag, 'visibility') === 'internal' || textOf(tag, 'name').startsWith('#');

export const createSite = (all: GhostExport, options: GhostOptions): GhostSite => {
  const address = withoutTrailingSlash(options.address.href);
  const path = new URL(`${address}/`).pathname;
  const tags = byId(all.tags);
  const users = byId(all.users);
  const meta = byId(all.postMeta, 'post_id');
  const tagLinks = byPost(all.postTags);
  const authorLinks = byPost(all.postAuthors);
  const firsts = new Map<string, Row>();
  const repeated: Row[] = [];
  const otherTypes = new Map<string, number>();
  for (const row of all.posts) {
    const type = typeOf(row);
    if (!options.types.has(type)) {
      otherTypes.set(type, (otherTypes.get(type) ?? 0) + 1);
      continue;
    }
    const key = postKeyOf(row);
    if (firsts.has(key)) repeated.push(row);
    else firsts.set(key, row);
  }
  const posts = [...firsts.values()];
  const slugs = freeSlugs(posts, (post) => ({
    slug: decoded(textOf(post, 'slug')),
    title: textOf(post, 'title'),
  }));
  const slugsByOld = new Map(posts.map((post) => [decoded(textOf(post, 'slug')), slugs.get(post) ?? null]));

  return {
    posts,
    repeated,
    otherTypes,
    path,
    address,
    old: {
      base: `${address}/`,
      hosts: new Set(withTwin(options.address.host)),
      fileHosts: new Set(),
      slugAt({ pathname }) {
        if (!pathname.startsWith(path)) return null;
        const bare = withoutTrailingSlash(pathname.slice(path.length)).replace(OTHER_VIEWS, '');
        return slugsByOld.get(decoded(bare)) ?? null;
      },
    },
    slugOf: (post) => slugs.get(post) ?? '',
    tagsOf(post) {
      const linked = linkedTo(post, tagLinks, 'tag_id', tags);
      const seen = linked.filter((tag) => !isInternal(tag)).map((tag) => textOf(tag, 'name'));
      return [...new Set(seen.filter((name) => name !== ''))];
    },
    usersOf(post) {
      const linked = linkedTo(post, authorLinks, 'author_id', users);
      if (linked.length > 0) return linked;
      const user = users.get(textOf(post, 'author_id'));
      return user ? [user] : [];
    },
    withMeta: (post) => ({ ...meta.get(textOf(post, 'id')), ...nonEmpty(post) }),
  };
};

/** Older versions have the columns in the post itself, newer ones may have them there without a value. */
const nonEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));
