import type {
  IncomingAuthor,
  IncomingCampaign,
  IncomingImage,
  IncomingPage,
  IncomingPageTexts,
  IncomingPost,
  IncomingPostTexts,
} from '../../src/plugins/content-delivery/server/src/migration';
import { authorIdOf } from '../../src/plugins/content-delivery/server/src/migration/gathered';
import { toPageLink } from '../shared/migration/entries';
import type { ReadEntry } from '../shared/migration/settled';
import { createFields } from '../shared/migration/fields';
import type { Fields } from '../../src/plugins/content-delivery/server/src/migration/fields';
import { isRecord } from '../../src/plugins/content-delivery/server/src/platform/formats';

/** An image by its address; with the text for those who do not see it, where that is known. */
const imageOf = (url: string | null, image: unknown): IncomingImage | null => {
  const address = url ?? (isRecord(image) ? createFields(image).optionalText('url') : null);
  if (address === null) return null;
  const alternativeText = isRecord(image) ? createFields(image).optionalText('alt') : null;
  return { url: address, alternativeText };
};

export const toAuthor = (item: Fields): ReadEntry<IncomingAuthor> => {
  const fields = createFields(item);
  const name = fields.text('name');
  const slug = fields.optionalText('slug');
  const details = {
    slug,
    url: fields.optionalText('url'),
    bio: fields.optionalText('bio'),
    image: imageOf(null, item['image']),
  };
  const entry = {
    // Of two with one name, the slugs differ.
    sourceId: authorIdOf(slug ?? name),
    version: JSON.stringify(item),
    id: null,
    name,
    details,
  };
  return { entry: name === '' ? null : entry, faults: fields.faults };
};

/** What would go live under another date than its own comes as a draft. */
const isLive = (item: Fields, live: string, faults: string[]): boolean => {
  if (item['status'] !== live) return false;
  const fields = createFields(item);
  if (!fields.isDatedWrong('createdAt', 'scheduleDate')) return true;
  faults.push(...fields.faults);
  return false;
};

const postTextsOf = (item: Fields, faults: string[]): IncomingPostTexts => {
  const fields = createFields(item);
  const title = fields.optionalText('title') ?? '';
  const metaTitle = fields.optionalText('metaTitle');
  const author = isRecord(item['author']) ? createFields(item['author']) : null;
  const texts = {
    title,
    slug: fields.optionalText('slug'),
    content: fields.text('content'),
    category: fields.optionalText('category'),
    tags: fields.texts('tags'),
    author: author && authorIdOf(author.optionalText('slug') ?? author.text('name')),
    language: fields.optionalText('lang'),
    featuredImage: imageOf(fields.optionalText('featuredImage'), item['image']),
    // What is sent in place of none; stored, it would stay when the title changes.
    metaTitle: metaTitle === title ? null : metaTitle,
    metaDescription: fields.optionalText('metaDescription'),
    createdAt: fields.optionalDate('createdAt'),
    updatedAt: fields.optionalDate('updatedAt'),
    scheduleDate: fields.optionalDate('scheduleDate'),
  };
  faults.push(...fields.faults);
  return texts;
};

/** @param otherId what it gets where its id is taken */
export const toPost = (
  id: string,
  otherId: string | null,
  version: string,
  item: Fields,
): ReadEntry<IncomingPost> => {
  const faults: string[] = [];
  const entry: IncomingPost = {
    sourceId: id,
    version,
    id,
    otherId,
    status: isLive(item, 'published', faults) ? 'published' : 'draft',
    ...postTextsOf(item, faults),
    ...(isRecord(item['draft']) ? { draft: postTextsOf(item['draft'], faults) } : {}),
  };
  return { entry, faults };
};

const linksIn = (links: unknown, faults: string[]) =>
  Array.isArray(links) ? (links as unknown[]).flatMap((link) => toPageLink(link, faults)) : [];

export const toCampaign = (item: Fields): ReadEntry<IncomingCampaign> => {
  const fields = createFields(item);
  const id = fields.id('id');
  const name = fields.text('name');
  const createdAt = fields.date('createdAt');
  if (id === null || createdAt === null) {
    return { entry: null, faults: ['It has no id, or no date.', ...fields.faults] };
  }
  const faults: string[] = [];
  const templates = {
    slugTemplate: fields.optionalText('slugTemplate'),
    targetSlugTemplate: fields.optionalText('targetSlugTemplate'),
    htmlTemplate: fields.optionalText('htmlTemplate'),
    metaTitleTemplate: fields.optionalText('metaTitleTemplate'),
    metaDescriptionTemplate: fields.optionalText('metaDescriptionTemplate'),
    // Exports from before have none: their values are escaped as they were.
    escapingVersion: item['escapingVersion'] === 2 ? 2 : 1,
    internalLinks: linksIn(item['internalLinks'], faults),
  };
  const entry = { sourceId: id, version: JSON.stringify(item), id, name, createdAt, templates };
  return { entry, faults: [...fields.faults, ...faults] };
};

const pageTextsOf = (item: Fields, faults: string[]): IncomingPageTexts => {
  const fields = createFields(item);
  const own = createFields(isRecord(item['own']) ? item['own'] : {});
  const slug = fields.optionalText('slug');
  const targetSlug = fields.optionalText('targetSlug');
  const texts = {
    slug,
    // What is sent in place of none.
    targetSlug: targetSlug === slug ? null : targetSlug,
    variables: fields.variables('variables'),
    html: own.optionalText('html') ?? '',
    metaTitle: own.optionalText('metaTitle'),
    metaDescription: own.optionalText('metaDescription'),
    internalLinks: linksIn(isRecord(item['own']) ? item['own']['internalLinks'] : [], faults),
    createdAt: fields.date('createdAt'),
    updatedAt: fields.date('updatedAt'),
  };
  faults.push(...fields.faults, ...own.faults);
  return texts;
};

export const toPage = (id: string, version: string, item: Fields): ReadEntry<IncomingPage> => {
  const faults: string[] = [];
  const campaign = createFields(item).id('campaignId') ?? '';
  const entry: IncomingPage = {
    sourceId: id,
    version,
    id,
    campaign,
    status: isLive(item, 'live', faults) ? 'live' : 'draft',
    ...pageTextsOf(item, faults),
    ...(isRecord(item['draft']) ? { draft: pageTextsOf(item['draft'], faults) } : {}),
  };
  return { entry, faults };
};
