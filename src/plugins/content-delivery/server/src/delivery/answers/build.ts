import {
  authorsTag,
  campaignTag,
  entryTag,
  linksTag,
  pagesTag,
  postsTag,
  termsTag,
  websiteTag,
} from '../../freshness/tags';
import type { Post, PostExtras } from '../../../../contracts/delivery';
import { inTurnsOf } from '../../platform/task-worker';
import type { Templates } from '../../pseo/templates/templates';
import { scopesOf } from '../authentication/authenticated-website';
import type { DeliverySnapshot } from '../queries';
import type { PostEntityWithContent } from '../queries/posts';
import type { Website } from '../queries/websites';
import { toInternalLink } from '../serializers/internal-link';
import { needsOf, toPost, toPostExtras } from '../serializers/post';
import { toPseoPage } from '../serializers/pseo-page';
import { toTaxonomies } from '../serializers/taxonomies';
import { toWebsite } from '../serializers/website';
import type { DeliveryQuery } from './delivery-query';
import { unknownSlug } from './unknown-slug';

export interface AnswerSettings {
  publicUrl: string;
  templates: Templates;
}

/**
 * Whether posts are left out of an answer until their date. Related posts always are: front ends hide those to come by their
 * `scheduleDate`, which a title and a slug do not have.
 */
export const leavesOutScheduled = (query: DeliveryQuery, { withholdsScheduled }: Website): boolean =>
  withholdsScheduled || (query.route === 'blog' && (query.include?.includes('related') ?? false));

/** When the clock alone makes an answer out of date, in milliseconds since 1970; Infinity for never. */
export const expiryOf = async (
  query: DeliveryQuery,
  website: Website,
  snapshot: DeliverySnapshot,
): Promise<number> => {
  // A single post that is withheld is no answer at all; one that is shown stays.
  const hasPosts =
    query.route === 'redirects' ||
    (query.route === 'blog' && (query.slug === undefined || query.include?.includes('related')));
  if (!hasPosts || !leavesOutScheduled(query, website)) return Infinity;
  return (await snapshot.nextDueDate(website))?.getTime() ?? Infinity;
};

/** What caches in front know an answer by. Those of redirects have no tags: nothing in front is to keep them. */
const tagsOf = (query: DeliveryQuery, { documentId }: Website): string[] => {
  switch (query.route) {
    case 'blog': {
      const authors = query.include?.includes('author') ? [authorsTag(documentId)] : [];
      return [websiteTag(documentId), termsTag(documentId), ...authors];
    }
    case 'internal-links':
      return [websiteTag(documentId), linksTag(documentId)];
    case 'pseo-pages':
    case 'website':
      return [websiteTag(documentId)];
    case 'taxonomies':
      return [websiteTag(documentId), termsTag(documentId)];
    case 'redirects':
      return [];
  }
};

export const tagsOfList = (query: DeliveryQuery, website: Website): string[] => {
  const tags = tagsOf(query, website);
  if (query.route === 'blog') return [...tags, postsTag(website.documentId)];
  return query.route === 'pseo-pages' ? [...tags, pagesTag(website.documentId)] : tags;
};

/** Reads what is asked for beside a post, live or a draft. @returns makes its JSON, when the reads are over */
export const preparePost = async (
  post: PostEntityWithContent,
  website: Website,
  snapshot: DeliverySnapshot,
  include: readonly (keyof PostExtras)[],
  publicUrl: string,
): Promise<() => Post & Partial<PostExtras>> => {
  const related = include.includes('related')
    ? (await snapshot.relatedPosts(website)([post])).get(post.id)
    : undefined;
  return () => wholePost(post, website, related, include, publicUrl);
};

const wholePost = (
  post: PostEntityWithContent,
  { language }: Website,
  related: PostExtras['related'] | undefined,
  include: readonly (keyof PostExtras)[],
  publicUrl: string,
): Post & Partial<PostExtras> => ({
  ...toPost(post, publicUrl),
  ...toPostExtras(post, { related: related ?? [], language }, include, publicUrl),
});

/** An answer whose reads are over. */
interface ReadAnswer {
  tags: string[];
  make(): unknown;
}

type PostQuery = Extract<DeliveryQuery, { route: 'blog' }> & { slug: string };

/** Whether one statement reads all that an answer needs. */
export const needsOneStatement = (query: DeliveryQuery): query is PostQuery =>
  query.route === 'blog' && query.slug !== undefined && !query.include?.includes('related');

/**
 * Reads such an answer; null where the website's settings may be others by now.
 * @param known how far its scopes were counted when these were read
 * @throws NotFoundError
 */
export const readInOneStatement = async (
  query: PostQuery,
  website: Website,
  known: readonly number[],
  snapshot: DeliverySnapshot,
  { publicUrl }: AnswerSettings,
): Promise<ReadAnswer | null> => {
  const { slug, include = [] } = query;
  const { post, movedTo, revisions } = await snapshot.livePostBySlug(
    website,
    slug,
    needsOf(include),
    scopesOf(website),
  );
  if (revisions.some((revision, index) => revision !== known[index])) return null;
  if (!post) throw unknownSlug(query.route, movedTo);
  return {
    tags: [...tagsOf(query, website), entryTag(post.documentId)],
    make: () => wholePost(post, website, undefined, include, publicUrl),
  };
};

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
      const { slug = '', include = [] } = query;
      const { post, movedTo } = await snapshot.livePostBySlug(
        website,
        slug,
        needsOf(include),
        scopesOf(website),
      );
      if (!post) throw unknownSlug(query.route, movedTo);
      // Which posts are related depends on all of them.
      const others = include.includes('related') ? [postsTag(website.documentId)] : [];
      return {
        tags: [...tags, entryTag(post.documentId), ...others],
        make: await preparePost(post, website, snapshot, include, publicUrl),
      };
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
        make: () => inTurnsOf(page.websiteId, () => toPseoPage(page, templates)),
      };
    }
    case 'taxonomies': {
      const taxonomies = await snapshot.taxonomies(website);
      return { tags, make: () => toTaxonomies(taxonomies) };
    }
    case 'website': {
      const details = await snapshot.websiteDetails(website);
      return { tags, make: () => toWebsite(details, publicUrl) };
    }
    case 'redirects':
      throw new Error('A list is read as one.');
  }
};
