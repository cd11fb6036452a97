import type { Core } from '@strapi/strapi';
import { internalLinks } from './internal-links';
import { livePostBySlug, livePosts } from './posts';
import { livePageBySlug, livePages } from './pseo-pages';
import type { Reader } from './reader';
import { tablesOf } from './tables';
import { taxonomies } from './taxonomies';
import { websiteByKeyHash, type Website } from './websites';

/** All that the delivery routes read; each call sees one moment of the database. */
export const createQueries = (strapi: Core.Strapi, reader: Reader) => {
  const tables = tablesOf(strapi);
  return {
    websiteByKeyHash: (hash: string) =>
      reader.snapshot((sql) => websiteByKeyHash(sql, tables, hash, new Date())),
    livePosts: (website: Website) => reader.snapshot((sql) => livePosts(sql, tables, website, new Date())),
    livePostBySlug: (website: Website, slug: string) =>
      reader.snapshot((sql) => livePostBySlug(sql, tables, website, slug, new Date())),
    taxonomies: (website: Website) => reader.snapshot((sql) => taxonomies(sql, tables, website)),
    internalLinks: (website: Website) => reader.snapshot((sql) => internalLinks(sql, tables, website)),
    livePages: (website: Website, campaignId?: string) =>
      reader.snapshot((sql) => livePages(sql, tables, website, campaignId)),
    livePageBySlug: (website: Website, slug: string, campaignId?: string) =>
      reader.snapshot((sql) => livePageBySlug(sql, tables, website, slug, campaignId)),
  };
};

export type Queries = ReturnType<typeof createQueries>;
