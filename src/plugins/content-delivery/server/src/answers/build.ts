import { errors } from '@strapi/utils';
import type { Templates } from '../pseo/templates';
import type { Moment } from '../queries';
import type { Website } from '../queries/websites';
import { toInternalLink } from '../serializers/internal-link';
import { toPost, toPostListItem } from '../serializers/post';
import { toPseoPage, toPseoPageListItem } from '../serializers/pseo-page';
import { toTaxonomies } from '../serializers/taxonomies';

/** What is asked for: a route with its declared parameters. */
export type Question =
  | { route: 'blog'; slug?: string }
  | { route: 'internal-links' }
  | { route: 'pseo-pages'; slug?: string; campaignId?: string }
  | { route: 'taxonomies' };

/** A response's value, and when the clock alone makes it out of date. */
export interface Answer {
  value: unknown;
  expiresAt: number;
}

interface Settings {
  publicUrl: string;
  templates: Templates;
}

const lasting = (value: unknown): Answer => ({ value, expiresAt: Infinity });

/**
 * Answers a question from one moment of the database.
 * @throws NotFoundError
 */
export const buildAnswer = async (
  question: Question,
  website: Website,
  moment: Moment,
  { publicUrl, templates }: Settings,
): Promise<Answer> => {
  switch (question.route) {
    case 'blog': {
      if (question.slug === undefined) {
        const posts = await moment.livePosts(website);
        const due = website.withholdsScheduled ? await moment.nextDueDate(website) : null;
        return {
          value: posts.map((post) => toPostListItem(post, publicUrl)),
          expiresAt: due?.getTime() ?? Infinity,
        };
      }
      const post = await moment.livePostBySlug(website, question.slug);
      if (!post) throw new errors.NotFoundError('There is no published post with this slug.');
      return lasting(toPost(post, publicUrl));
    }
    case 'internal-links':
      return lasting((await moment.internalLinks(website)).map(toInternalLink));
    case 'pseo-pages': {
      if (question.slug === undefined) {
        return lasting((await moment.livePages(website, question.campaignId)).map(toPseoPageListItem));
      }
      const page = await moment.livePageBySlug(website, question.slug, question.campaignId);
      if (!page) throw new errors.NotFoundError('There is no live page with this slug.');
      return lasting(toPseoPage(page, templates));
    }
    case 'taxonomies':
      return lasting(toTaxonomies(await moment.taxonomies(website)));
  }
};
