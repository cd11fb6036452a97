import type { Core } from '@strapi/strapi';
import { internalLinks } from './internal-links';
import { livePostBySlug, livePosts, nextDueDate } from './posts';
import { livePageBySlug, livePages } from './pseo-pages';
import type { Reader } from './reader';
import { revisionsOf } from './revisions';
import { tablesOf } from './tables';
import { taxonomies } from './taxonomies';
import { websiteById, websiteByKeyHash, type Website } from './websites';

/** All that the delivery routes read of one moment of the database. */
export const createQueries = (strapi: Core.Strapi, reader: Reader) => {
  const tables = tablesOf(strapi);
  return {
    /** All reads inside `use` see the same moment. @throws an HTTP error 503 */
    snapshot: <Result>(use: (moment: Moment) => Promise<Result>): Promise<Result> =>
      reader.snapshot((sql) => {
        const now = new Date();
        return use({
          now,
          revisions: (scopes: readonly string[]) => revisionsOf(sql, tables, scopes),
          websiteByKeyHash: (hash: string) => websiteByKeyHash(sql, tables, hash, now),
          websiteById: (id: number) => websiteById(sql, tables, id),
          livePosts: (website: Website) => livePosts(sql, tables, website, now),
          nextDueDate: (website: Website) => nextDueDate(sql, tables, website, now),
          livePostBySlug: (website: Website, slug: string) => livePostBySlug(sql, tables, website, slug, now),
          taxonomies: (website: Website) => taxonomies(sql, tables, website),
          internalLinks: (website: Website) => internalLinks(sql, tables, website),
          livePages: (website: Website, campaignId?: string) => livePages(sql, tables, website, campaignId),
          livePageBySlug: (website: Website, slug: string, campaignId?: string) =>
            livePageBySlug(sql, tables, website, slug, campaignId),
        });
      }),
  };
};

/** What can be read of one moment. */
export interface Moment {
  /** The server's clock when the reading began. */
  now: Date;
  revisions(scopes: readonly string[]): ReturnType<typeof revisionsOf>;
  websiteByKeyHash(hash: string): ReturnType<typeof websiteByKeyHash>;
  websiteById(id: number): ReturnType<typeof websiteById>;
  livePosts(website: Website): ReturnType<typeof livePosts>;
  nextDueDate(website: Website): ReturnType<typeof nextDueDate>;
  livePostBySlug(website: Website, slug: string): ReturnType<typeof livePostBySlug>;
  taxonomies(website: Website): ReturnType<typeof taxonomies>;
  internalLinks(website: Website): ReturnType<typeof internalLinks>;
  livePages(website: Website, campaignId?: string): ReturnType<typeof livePages>;
  livePageBySlug(website: Website, slug: string, campaignId?: string): ReturnType<typeof livePageBySlug>;
}

export type Queries = ReturnType<typeof createQueries>;
