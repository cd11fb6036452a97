import type {
  PseoInternalLink,
  PseoPage,
  PseoPageExtras,
  PseoPageListItem,
} from '../../../../contracts/delivery';
import { withoutTrailingSlash } from '../../platform/formats';
import { kindOf, resolveText, type RESOLVED_FIELDS } from '../../pseo/templates/resolve';
import type { Templates, Variables } from '../../pseo/templates/templates';
import type { PseoLinkEntity, PseoPageEntity, PseoPageEntityWithTexts } from '../queries/pseo-pages';
import { later, timestamp } from './values';

/** Specification 2.4, list item. */
export const toPseoPageListItem = (page: PseoPageEntity): PseoPageListItem => ({
  pageId: page.documentId,
  campaignId: page.campaignId,
  websiteId: page.websiteId,
  slug: page.slug,
  targetSlug: page.targetSlug || page.slug,
  status: 'live',
  variables: inOrder(page.variables),
  createdAt: timestamp(page.createdAt),
  updatedAt: timestamp(later(page.updatedAt, page.campaignUpdatedAt)),
});

/** Specification 2.4, single page. */
export const toPseoPage = async (page: PseoPageEntityWithTexts, templates: Templates): Promise<PseoPage> => ({
  ...toPseoPageListItem(page),
  html: await resolved(page, 'html', templates),
  fields: await fieldsOf(page, templates),
  internalLinks: mergeLinks(page),
});

/** What lists have on request, in the order of the names. */
export const toPseoPageExtras = async (
  page: PseoPageEntityWithTexts,
  templates: Templates,
  include: readonly (keyof PseoPageExtras)[],
): Promise<Partial<PseoPageExtras>> => {
  const extras: Partial<PseoPageExtras> = {};
  if (include.includes('html')) extras.html = await resolved(page, 'html', templates);
  if (include.includes('fields')) extras.fields = await fieldsOf(page, templates);
  if (include.includes('internalLinks')) extras.internalLinks = mergeLinks(page);
  return extras;
};

const resolved = (
  page: PseoPageEntityWithTexts,
  field: keyof typeof RESOLVED_FIELDS,
  templates: Templates,
): Promise<string> =>
  resolveText(
    templates,
    kindOf(field, page.escapingVersion),
    page[field].own,
    page[field].template,
    page.variables,
  );

const fieldsOf = async (
  page: PseoPageEntityWithTexts,
  templates: Templates,
): Promise<PseoPageExtras['fields']> => ({
  metaTitle: await resolved(page, 'metaTitle', templates),
  metaDescription: await resolved(page, 'metaDescription', templates),
});

/** PostgreSQL keeps the variables in its own order; equal content gives equal bytes everywhere. */
const inOrder = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The page's own links, then its campaign's for keywords that it does not set; none to the page itself. */
const mergeLinks = (page: PseoPageEntityWithTexts): PseoInternalLink[] => {
  const own = new Set(page.ownLinks.map((link) => link.keyword.toLowerCase()));
  const inherited = page.campaignLinks.filter((link) => !own.has(link.keyword.toLowerCase()));
  return [...page.ownLinks, ...inherited].filter((link) => !leadsTo(page, link.url)).map(toLink);
};

export const toLink = (link: PseoLinkEntity): PseoInternalLink => ({
  keyword: link.keyword,
  anchor: link.anchor || link.keyword,
  url: link.url,
  internal: link.internal,
  nofollow: link.nofollow,
});

const leadsTo = ({ slug, websiteUrl }: PseoPageEntityWithTexts, url: string): boolean => {
  const path = `/${slug.replace(/^\/+/, '')}`;
  const addresses = [path, ...(websiteUrl ? [`${withoutTrailingSlash(websiteUrl)}${path}`] : [])];
  const target = comparable(url);
  return addresses.some((address) => comparable(address) === target);
};

/** A link may be written with or without percent-encoding, capitals in the host, and a slash at the end. */
const comparable = (address: string): string => {
  try {
    const full = /^https?:/i.test(address) ? new URL(address).href : address;
    return withoutTrailingSlash(decodeURI(full));
  } catch {
    return withoutTrailingSlash(address);
  }
};
