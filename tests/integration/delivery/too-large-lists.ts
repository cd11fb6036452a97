import type { Core } from '@strapi/strapi';
import { contentOf, unique, UID } from '../../fixtures/content';
import { carriedOver } from '../../support/carried-over';
import { multiply } from '../../support/copied-rows';

/** More than a batch has; together more than the cache of one megabyte keeps, and than is read at once where it is kept. */
export const COUNT = 600;
const LONG_TEXT = 'Long “quoted” text, ends with a backslash \\ '.repeat(340);

const tableOf = (strapi: Core.Strapi, uid: string): string => strapi.db.metadata.get(uid).tableName;

/**
 * Publishes long posts on a website; the first has the slug `first`, the others `copy-1` and so on.
 * @returns the documentId of the first
 */
export const publishLongPosts = async (
  strapi: Core.Strapi,
  website: string,
  count: number,
  data: Record<string, unknown> = {},
): Promise<string> => {
  const { documentId } = await carriedOver(() =>
    contentOf(strapi).post(website, { slug: 'first', metaDescription: LONG_TEXT, ...data }),
  );
  const copies = {
    table: tableOf(strapi, UID.post),
    link: 'posts_website_lnk',
    owner: 'post_id',
    change: (n: number) => ({ slug: `copy-${n}`, title: `Copy ${n}`, unique_key: unique('key') }),
  };
  await multiply(strapi, copies, documentId, count);
  return documentId;
};

/**
 * Publishes `COUNT` long pages on a website.
 * @returns the documentId of their campaign
 */
export const publishLongPages = async (strapi: Core.Strapi, website: string): Promise<string> => {
  const content = contentOf(strapi);
  const campaign = (await content.campaign(website)).documentId;
  const page = await content.page(campaign, { slug: 'page', variables: { text: LONG_TEXT, name: 'Ü' } });
  const copies = {
    table: tableOf(strapi, UID.page),
    link: 'pseo_pages_campaign_lnk',
    owner: 'pseo_page_id',
    change: (n: number) => ({ slug: `page/${(n * 7919) % COUNT}`, unique_key: unique('key') }),
  };
  await multiply(strapi, copies, page.documentId, COUNT);
  return campaign;
};
