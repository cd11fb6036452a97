import type { With } from '../client.js';
import type { PostExtras, PostListItem } from '../contract.js';
import { isVisible } from '../rules/is-visible.js';
import { absoluteOn, type SitePaths } from '../site/paths.js';
import { atomOf } from './atom.js';
import { jsonFeedOf } from './json-feed.js';
import { rssOf } from './rss.js';
import type { Channel, ChannelItem } from './channel.js';

/** A post as feeds show it. */
export type FeedPost = With<PostListItem, PostExtras, ['image', 'excerpt', 'author', 'content']>;

/** What a feed is made from: a client, or posts that were read before. */
export interface FeedSource {
  posts: {
    /** Newest first. */
    all(options: {
      limit: number;
      include: ['image', 'excerpt', 'author', 'content'];
    }): AsyncIterable<FeedPost>;
  };
}

export interface FeedOptions extends Omit<SitePaths, 'page'> {
  title: string;
  description?: string | undefined;
  /** A code such as `en` or `pt-BR`. */
  language?: string | undefined;
  /** Where the list of posts is: `/blog`. */
  list: string;
  /** Where the feeds are, as they name themselves: `{ rss: '/feed.xml' }`. */
  paths?: { rss?: string | undefined; atom?: string | undefined; json?: string | undefined } | undefined;
  /** How many posts it has: 30. */
  length?: number | undefined;
  /**
   * The content of a post as readers of feeds may see it: made safe, with absolute addresses. Without it the feed has
   * descriptions only.
   */
  html?: ((post: FeedPost) => string | Promise<string>) | undefined;
}

export interface Feeds {
  /** RSS 2.0. */
  rss(): string;
  /** Atom 1.0. */
  atom(): string;
  /** JSON Feed 1.1. */
  json(): string;
}

const LENGTH = 30;

/**
 * The newest visible posts as a feed, with picture, author, categories and, on request, content. The same content gives the same bytes.
 * @throws ContentDeliveryError
 */
export const feed = async (client: FeedSource, options: FeedOptions): Promise<Feeds> => {
  const { title, description = '', language = null, list, paths = {}, length = LENGTH, html } = options;
  const absolute = absoluteOn(options.origin);
  const posts = await newest(client, length);
  const items: ChannelItem[] = [];
  for (const post of posts) {
    items.push({
      address: absolute(options.post(post)),
      title: post.title,
      description: post.metaDescription || post.excerpt,
      html: html ? await html(post) : null,
      published: post.createdAt,
      updated: post.updatedAt,
      terms: [post.category ?? [], post.tags].flat(),
      image: post.image?.url ?? null,
      author: post.author,
    });
  }
  const channelAt = (path: string | undefined): Channel => ({
    title,
    description: description || title,
    language,
    address: absolute(list),
    self: path === undefined ? null : absolute(path),
    // Of the content, and not of this moment.
    updated: items.reduce(
      (last, { updated }) => (updated > last ? updated : last),
      '1970-01-01T00:00:00.000Z',
    ),
    items,
  });
  return {
    rss: () => rssOf(channelAt(paths.rss)),
    atom: () => atomOf(channelAt(paths.atom)),
    json: () => jsonFeedOf(channelAt(paths.json)),
  };
};

/** Those that are scheduled stand in front of the list, and are not to be shown. */
const newest = async ({ posts }: FeedSource, length: number): Promise<FeedPost[]> => {
  if (length <= 0) return [];
  const found: FeedPost[] = [];
  const limit = Math.min(Math.max(length, 1), 100);
  for await (const post of posts.all({ limit, include: ['image', 'excerpt', 'author', 'content'] })) {
    if (isVisible(post)) found.push(post);
    // Before another one is asked for, which may be in a part that is not read yet.
    if (found.length >= length) break;
  }
  return found;
};
