import {
  campaignTag,
  entryTag,
  linksTag,
  pagesTag,
  postsTag,
  termsTag,
  websiteTag,
} from '../../freshness/tags';
import type { Templates } from '../../pseo/templates/templates';
import type { DeliverySnapshot } from '../queries';
import type { Website } from '../queries/websites';
import { toInternalLink } from '../serializers/internal-link';
import { toPost, toPostListItem } from '../serializers/post';
import { toPseoPage, toPseoPageListItem } from '../serializers/pseo-page';
import { toTaxonomies } from '../serializers/taxonomies';
import type { DeliveryQuery } from './delivery-query';
import { chunks } from '../../platform/database/statements';
import { unknownSlug } from './unknown-slug';

export interface AnswerSettings {
  publicUrl: string;
  templates: Templates;
}

/** How many redirects are written at a time. */
const REDIRECT_BATCH = 1_000;

/** A response that may be long: how long, and how to read it at once or some items at a time. */
export interface List {
  /** About how many bytes it takes. */
  size(): Promise<number>;
  all(): Promise<unknown[]>;
  batches(): AsyncGenerator<unknown[]>;
}

/** The list that a query asks for; null when it asks for something that is never long. */
export const listFor = (
  query: DeliveryQuery,
  website: Website,
  snapshot: DeliverySnapshot,
  { publicUrl }: AnswerSettings,
): List | null => {
  if (query.route === 'blog' && query.slug === undefined) {
    return {
      size: () => snapshot.postListSize(website),
      all: async () => (await snapshot.livePosts(website)).map((post) => toPostListItem(post, publicUrl)),
      async *batches() {
        for await (const posts of snapshot.livePostBatches(website)) {
          yield posts.map((post) => toPostListItem(post, publicUrl));
        }
      },
    };
  }
  if (query.route === 'pseo-pages' && query.slug === undefined) {
    const { campaignId } = query;
    return {
      size: () => snapshot.pageListSize(website, campaignId),
      all: async () => (await snapshot.livePages(website, campaignId)).map(toPseoPageListItem),
      async *batches() {
        for await (const pages of snapshot.livePageBatches(website, campaignId)) {
          yield pages.map(toPseoPageListItem);
        }
      },
    };
  }
  if (query.route === 'redirects') {
    const all = () => snapshot.redirects(website);
    return {
      size: () => snapshot.redirectListSize(website),
      all,
      async *batches() {
        yield* chunks(await all(), REDIRECT_BATCH);
      },
    };
  }
  return null;
};

/** When the clock alone makes an answer out of date, in milliseconds since 1970; Infinity for never. */
export const expiryOf = async (
  query: DeliveryQuery,
  website: Website,
  snapshot: DeliverySnapshot,
): Promise<number> => {
  // A single post that is withheld is no answer at all; one that is shown stays.
  const hasPosts = query.route === 'redirects' || (query.route === 'blog' && query.slug === undefined);
  if (!hasPosts || !website.withholdsScheduled) return Infinity;
  return (await snapshot.nextDueDate(website))?.getTime() ?? Infinity;
};

/** What caches in front know an answer by. Those of redirects have no tags: nothing in front is to keep them. */
const tagsOf = (query: DeliveryQuery, { documentId }: Website): string[] => {
  switch (query.route) {
    case 'blog':
      return [websiteTag(documentId), termsTag(documentId)];
    case 'internal-links':
      return [websiteTag(documentId), linksTag(documentId)];
    case 'pseo-pages':
      return [websiteTag(documentId)];
    case 'taxonomies':
      return [websiteTag(documentId), termsTag(documentId)];
    case 'redirects':
      return [];
  }
};

/** The tags of a list. */
export const tagsOfList = (query: DeliveryQuery, website: Website): string[] => {
  const tags = tagsOf(query, website);
  if (query.route === 'blog') return [...tags, postsTag(website.documentId)];
  return query.route === 'pseo-pages' ? [...tags, pagesTag(website.documentId)] : tags;
};

/** An answer whose reads are over. */
interface ReadAnswer {
  tags: string[];
  make(): unknown;
}

/**
 * Reads what the answer to a query that asks for no list is made from. It is made when the reads are over: a long
 * template may take its time, and others wait for the database connection.
 * @throws NotFoundError
 */
export const readAnswer = async (
  query: DeliveryQuery,
  website: Website,
  snapshot: DeliverySnapshot,
  { publicUrl, templates }: AnswerSettings,
): Promise<ReadAnswer> => {
  const tags = tagsOf(query, website);
  switch (query.route) {
    case 'blog': {
      const post = await snapshot.livePostBySlug(website, query.slug ?? '');
      if (!post) throw unknownSlug(query.route, await snapshot.movedPost(website, query.slug ?? ''));
      return { tags: [...tags, entryTag(post.documentId)], make: () => toPost(post, publicUrl) };
    }
    case 'internal-links': {
      const links = await snapshot.internalLinks(website);
      return { tags, make: () => links.map(toInternalLink) };
    }
    case 'pseo-pages': {
      const page = await snapshot.livePageBySlug(website, query.slug ?? '', query.campaignId);
      if (!page) {
        const movedTo = await snapshot.movedPage(website, query.slug ?? '', query.campaignId);
        throw unknownSlug(query.route, movedTo);
      }
      return {
        tags: [...tags, campaignTag(page.campaignId), entryTag(page.documentId)],
        make: () => toPseoPage(page, templates),
      };
    }
    case 'taxonomies': {
      const taxonomies = await snapshot.taxonomies(website);
      return { tags, make: () => toTaxonomies(taxonomies) };
    }
    case 'redirects':
      throw new Error('A list is read as one.');
  }
};
