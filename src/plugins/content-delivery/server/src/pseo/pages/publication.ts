import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Knex } from 'knex';
import type { Templates } from '../templates/templates';
import { slugsOfLive, type PageTextSources } from './rule';
import type { Yielder } from '../../platform/yielder';
import { UIDS } from '../../platform/uids';
import type { PageRowStore, Row } from './rows';

/** A page that is ready to go live. */
export interface Publishable {
  draft: Row;
  /** The live versions that are replaced; none at the first publication. */
  live: readonly Row[];
  slug: string;
  targetSlug: string | null;
  /** What the slug is compared by. */
  key: string;
  /** The row number of the campaign. */
  campaign: number;
  links: Row[];
}

/** What it takes that a draft may be live, and the rows that make it so. */
export const createPublication = (strapi: Core.Strapi, rows: PageRowStore) => {
  const contentType = strapi.contentType(UIDS.pseoPage as never);

  /** Drafts may lack what a link needs; live pages may not. Strapi's own check, with its own words. */
  const validateLinks = async (links: readonly Row[]): Promise<void> => {
    const internalLinks = links.map(({ id: _id, internal, nofollow, ...texts }) => ({
      ...texts,
      internal: internal === null ? null : Boolean(internal),
      nofollow: nofollow === null ? null : Boolean(nofollow),
    }));
    await strapi.entityValidator.validateEntityCreation(contentType as never, { internalLinks } as never, {
      isDraft: false,
    });
  };

  return {
    /**
     * What the live version stores as its slugs.
     * @throws ValidationError when the page may not be live
     */
    async check(page: PageTextSources, links: readonly Row[], templates: Templates) {
      if (links.length > 0) await validateLinks(links);
      return slugsOfLive(page, templates);
    },

    /**
     * Replaces live versions by the drafts.
     * @returns the numbers of the live rows by documentId
     */
    async write(
      trx: Knex.Transaction,
      pages: readonly Publishable[],
      now: Date,
      yieldTurn?: Yielder,
    ): Promise<Map<string, number>> {
      await rows.remove(
        trx,
        pages.flatMap(({ live }) => live),
      );
      return rows.insertLive(
        trx,
        pages.map(({ draft, slug, targetSlug, key, campaign, links }) => ({
          draft,
          columns: { published_at: now, slug, target_slug: targetSlug, unique_key: key },
          campaign,
          links,
        })),
        yieldTurn,
      );
    },
  };
};

/** @throws errors without a reason for people */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof errors.ValidationError)) throw error;
  return error.message;
};
