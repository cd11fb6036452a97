import type { IncomingPage, IncomingPost } from '../../../src/plugins/content-delivery/server/src/migration';
import { toPageLink } from '../../shared/migration/entries';
import { createFields } from '../../shared/migration/fields';
import type { Fields } from '../../../src/plugins/content-delivery/server/src/migration/fields';
import { isRecord } from '../../../src/plugins/content-delivery/server/src/platform/formats';
import { nothing, type ReadEntry } from '../../shared/migration/settled';
import { sourceVersionOf } from './version';

/** What has to be known of a post before it is read. */
export interface ListedPost {
  slug: string;
  version: string;
  createdAt: string;
}

export const toListedPost = (item: unknown): ListedPost | null => {
  if (!isRecord(item)) return null;
  const { slug, createdAt } = item;
  if (typeof slug !== 'string' || slug === '') return null;
  return { slug, version: sourceVersionOf('post', item), createdAt: String(createdAt) };
};

export const toPost = (
  { slug, version }: ListedPost,
  item: Fields,
  id: string | null,
): ReadEntry<IncomingPost> => {
  const fields = createFields(item);
  if (item['slug'] !== slug) return nothing('The server answered with another post.');
  const title = fields.text('title');
  const metaTitle = fields.optionalText('metaTitle');
  const featuredImage = fields.optionalText('featuredImage');
  const entry: IncomingPost = {
    sourceId: slug,
    version,
    id,
    title,
    slug,
    status: fields.isDatedWrong('createdAt', 'scheduleDate') ? 'draft' : 'published',
    content: fields.text('content'),
    category: fields.optionalText('category'),
    tags: fields.texts('tags'),
    featuredImage: featuredImage === null ? null : { url: featuredImage, alternativeText: null },
    // What a server sends in place of none; stored, it would stay when the title changes.
    metaTitle: metaTitle === title ? null : metaTitle,
    metaDescription: fields.optionalText('metaDescription'),
    createdAt: fields.date('createdAt'),
    updatedAt: fields.date('updatedAt'),
    scheduleDate: fields.optionalDate('scheduleDate'),
  };
  return { entry, faults: fields.faults };
};

/** What has to be known of a page before it is read. */
export interface ListedPage {
  pageId: string;
  /** Null where the server sends none. */
  campaignId: string | null;
  websiteId: string | null;
  slug: string;
  version: string;
  /** The id as it was taken before numbers of many digits were; null for the same. */
  formerId: string | null;
  /** The earliest moment that it names; null for none. */
  since: Date | null;
}

/**
 * A page, or why it is none.
 * @param asNumbers the same with its numbers as JavaScript reads them
 */
export const toListedPage = (item: unknown, asNumbers = item): ListedPage | string => {
  if (!isRecord(item) || !isRecord(asNumbers)) return 'It is no object.';
  const formerId = createFields(asNumbers).id('pageId');
  const fields = createFields(item);
  const slug = fields.text('slug');
  if (slug === '') return 'It has no slug, so it cannot be read.';
  const { status } = item;
  if (status !== undefined && status !== 'live') return `Its status is "${String(status)}" and not "live".`;
  const dates = [fields.date('createdAt'), fields.date('updatedAt')].filter((date) => date !== null);
  return {
    pageId: fields.id('pageId') ?? `slug:${slug}`,
    campaignId: fields.id('campaignId'),
    websiteId: fields.id('websiteId'),
    slug,
    version: sourceVersionOf('page', asNumbers),
    formerId: formerId === fields.id('pageId') ? null : formerId,
    since: dates.length === 0 ? null : new Date(Math.min(...dates.map(Number))),
  };
};

export const toPage = (listed: ListedPage, item: Fields, campaign: string): ReadEntry<IncomingPage> => {
  if (item['slug'] !== listed.slug) return nothing('The server answered with another page.');
  const fields = createFields(item);
  const ofFields = isRecord(item['fields']) ? createFields(item['fields']) : null;
  if (!ofFields) fields.faults.push('"fields" is missing.');
  const targetSlug = fields.optionalText('targetSlug');
  const links = Array.isArray(item['internalLinks']) ? (item['internalLinks'] as unknown[]) : null;
  if (!links) fields.faults.push('"internalLinks" is not a list.');
  const internalLinks = (links ?? []).flatMap((link) => toPageLink(link, fields.faults));
  const isOwnId = /^slug:/.test(listed.pageId);
  const entry: IncomingPage = {
    sourceId: listed.pageId,
    version: listed.version,
    id: isOwnId ? null : listed.pageId,
    campaign,
    status: fields.isDatedWrong('createdAt') ? 'draft' : 'live',
    slug: listed.slug,
    // What a server sends in place of none.
    targetSlug: targetSlug === listed.slug ? null : targetSlug,
    variables: fields.variables('variables'),
    html: fields.text('html'),
    metaTitle: ofFields?.optionalText('metaTitle') ?? null,
    metaDescription: ofFields?.optionalText('metaDescription') ?? null,
    internalLinks,
    createdAt: fields.date('createdAt'),
    updatedAt: fields.date('updatedAt'),
  };
  return { entry, faults: [...fields.faults, ...(ofFields?.faults ?? [])] };
};
