import { errors } from '@strapi/utils';
import type { Templates } from '../../pseo/templates/templates';
import type { DeliverySnapshot } from '../queries';
import type { Website } from '../queries/websites';
import { toInternalLink } from '../serializers/internal-link';
import { toPost, toPostListItem } from '../serializers/post';
import { toPseoPage, toPseoPageListItem } from '../serializers/pseo-page';
import { toTaxonomies } from '../serializers/taxonomies';
import type { DeliveryQuery } from './delivery-query';

export interface Settings {
  publicUrl: string;
  templates: Templates;
}

/** A response that may be long: how long, and how to read it at once or some items at a time. */
export interface List {
  /** About how many bytes it takes. */
  size(): Promise<number>;
  all(): Promise<unknown[]>;
  batches(): AsyncGenerator<unknown[]>;
}

/** The list that a question asks for; null when it asks for something that is never long. */
export const listFor = (
  question: DeliveryQuery,
  website: Website,
  moment: DeliverySnapshot,
  { publicUrl }: Settings,
): List | null => {
  if (question.route === 'blog' && question.slug === undefined) {
    return {
      size: () => moment.postListSize(website),
      all: async () => (await moment.livePosts(website)).map((post) => toPostListItem(post, publicUrl)),
      async *batches() {
        for await (const posts of moment.livePostBatches(website)) {
          yield posts.map((post) => toPostListItem(post, publicUrl));
        }
      },
    };
  }
  if (question.route === 'pseo-pages' && question.slug === undefined) {
    const { campaignId } = question;
    return {
      size: () => moment.pageListSize(website, campaignId),
      all: async () => (await moment.livePages(website, campaignId)).map(toPseoPageListItem),
      async *batches() {
        for await (const pages of moment.livePageBatches(website, campaignId)) {
          yield pages.map(toPseoPageListItem);
        }
      },
    };
  }
  return null;
};

/** When the clock alone makes an answer out of date, in milliseconds since 1970; Infinity for never. */
export const expiryOf = async (
  question: DeliveryQuery,
  website: Website,
  moment: DeliverySnapshot,
): Promise<number> => {
  // A single post that is withheld is no answer at all; one that is shown stays.
  if (question.route !== 'blog' || question.slug !== undefined || !website.withholdsScheduled) {
    return Infinity;
  }
  return (await moment.nextDueDate(website))?.getTime() ?? Infinity;
};

/**
 * Reads what the answer to a question that asks for no list is made from. It is made when the reads are over: a long
 * template may take its time, and others wait for the database connection.
 * @throws NotFoundError
 */
export const readAnswer = async (
  question: DeliveryQuery,
  website: Website,
  moment: DeliverySnapshot,
  { publicUrl, templates }: Settings,
): Promise<() => unknown> => {
  switch (question.route) {
    case 'blog': {
      const post = await moment.livePostBySlug(website, question.slug ?? '');
      if (!post) throw new errors.NotFoundError('There is no published post with this slug.');
      return () => toPost(post, publicUrl);
    }
    case 'internal-links': {
      const links = await moment.internalLinks(website);
      return () => links.map(toInternalLink);
    }
    case 'pseo-pages': {
      const page = await moment.livePageBySlug(website, question.slug ?? '', question.campaignId);
      if (!page) throw new errors.NotFoundError('There is no live page with this slug.');
      return () => toPseoPage(page, templates);
    }
    case 'taxonomies': {
      const taxonomies = await moment.taxonomies(website);
      return () => toTaxonomies(taxonomies);
    }
  }
};
