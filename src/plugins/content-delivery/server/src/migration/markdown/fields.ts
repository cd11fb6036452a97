import { isRecord } from '../../platform/formats';
import type { Fields } from '../fields';
import { hiddenBy, VISIBILITY_NAMES } from './visibility';

/** What of its front matter a post can have here. Texts are without spaces around them, and empty where there are none. */
export interface PostFields {
  title: string;
  slug: string;
  /** As it stands there: a path or an address. */
  permalink: string;
  /** What keeps it from readers; null for what they see. */
  hiddenBy: string | null;
  /** As it was written; null without one. */
  published: unknown;
  /** When it is to appear, where that is said beside its date; null otherwise. */
  appears: unknown;
  updated: unknown;
  categories: string[];
  tags: string[];
  authors: string[];
  image: string;
  imageAlt: string;
  description: string;
  seoTitle: string;
  language: string;
  /** Other addresses that led to it. */
  aliases: string[];
  /** Names of fields that nothing here takes. */
  others: string[];
}

/** In small letters, without `-` and `_`: `pub_date` and `pubDate` are one. */
export const FIELD_NAMES = {
  title: ['title'],
  slug: ['slug'],
  permalink: ['permalink', 'url'],
  published: [
    ...['date', 'pubdate', 'pubdatetime', 'publishdate', 'publisheddate', 'publishedat', 'publishedon'],
    ...['datepublished', 'publicationdate', 'postdate', 'datetime', 'created', 'createdat', 'createddate'],
    'published',
  ],
  updated: [
    ...['lastmod', 'lastmodified', 'lastmodifiedat', 'updated', 'updateddate', 'updatedat', 'updatedon'],
    ...['modified', 'modifiedat', 'moddatetime', 'datemodified', 'dateupdated'],
  ],
  categories: ['categories', 'category'],
  tags: ['tags', 'tag'],
  authors: ['authors', 'author'],
  image: [
    ...['image', 'heroimage', 'coverimage', 'cover', 'featuredimage', 'featureimage', 'thumbnail', 'banner'],
    ...['ogimage', 'images'],
  ],
  imageAlt: ['imagealt', 'heroimagealt', 'coveralt', 'coverimagealt', 'alt'],
  description: ['description', 'metadescription', 'excerpt', 'summary'],
  seoTitle: ['metatitle', 'seotitle'],
  language: ['lang', 'language', 'locale'],
  aliases: ['aliases', 'alias', 'redirectfrom'],
} as const;

/** They say how the old website makes its page, which means nothing here. */
const OF_THE_OLD_WEBSITE = ['layout', 'type', 'weight', 'toc', 'id', 'uid', 'markup', 'template'];

/** Names of fields of which nothing is said: they are taken, or nobody misses them. */
const KNOWN: ReadonlySet<string> = new Set<string>([
  ...Object.values(FIELD_NAMES).flat(),
  ...OF_THE_OLD_WEBSITE,
  ...VISIBILITY_NAMES,
]);

/** Folders in which Zola and Hugo keep more fields. */
const NESTED = ['taxonomies', 'extra', 'params'];

/** A date is an object, too. */
const isNested = (value: unknown): value is Fields => isRecord(value) && !(value instanceof Date);

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.trim();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return typeof value === 'number' || value === true ? String(value) : '';
};

export const plainName = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '');

/** By their plain names; the first of a name counts. */
const flat = (fields: Fields): { all: Map<string, unknown>; names: Map<string, string> } => {
  const all = new Map<string, unknown>();
  const names = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    const plain = plainName(name);
    if (all.has(plain)) return;
    all.set(plain, value);
    names.set(plain, name);
  };
  const nested: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (NESTED.includes(name) && isNested(value)) nested.push(...Object.entries(value));
    else add(name, value);
  }
  for (const [name, value] of nested) add(name, value);
  return { all, names };
};

/** A name as such, or that of an object: `{ name: Harbour desk }`. */
const nameIn = (value: unknown): string =>
  isNested(value)
    ? (['name', 'title', 'label', 'tag', 'slug', 'id'].map((name) => textOf(value[name])).find(Boolean) ?? '')
    : textOf(value);

/** `a, b`, or a list; of Jekyll also `a b`. */
const listOf = (value: unknown, isJekyll: boolean): string[] => {
  if (Array.isArray(value)) return value.flat(3).map(nameIn);
  if (isNested(value)) return [nameIn(value)];
  const text = textOf(value);
  const parts = text.includes(',') || !isJekyll ? text.split(',') : text.split(/\s+/);
  return parts.map((one) => one.trim());
};

/** A person's name has spaces in it, and may have a comma. */
const authorsIn = (value: unknown): string[] => (Array.isArray(value) ? value.flat(3) : [value]).map(nameIn);

const imageIn = (value: unknown): { url: string; alt: string } => {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (!isNested(one)) return { url: typeof one === 'string' ? one.trim() : '', alt: '' };
  const url = ['src', 'url', 'image', 'path', 'feature']
    .map((name) => imageIn(one[name]).url)
    .find((text) => text !== '');
  return { url: url ?? '', alt: textOf(one['alt']) };
};

const unique = (names: readonly string[]): string[] => [...new Set(names.filter((name) => name !== ''))];

/**
 * What the well-known generators (Jekyll, Hugo, Astro, Next.js, Eleventy, Zola) call the same thing, as one.
 * @param isJekyll whether a text may be a list without commas
 */
export const postFieldsOf = (fields: Fields, isJekyll: boolean, now: Date): PostFields => {
  const { all, names } = flat(fields);
  const valuesOf = (wanted: readonly string[]): unknown[] =>
    wanted.map((name) => all.get(name)).filter((value) => value !== undefined && value !== null);
  const text = (wanted: readonly string[]): string =>
    valuesOf(wanted)
      .map(textOf)
      .find((one) => one !== '') ?? '';
  /** `published: true` is no date. */
  const date = (wanted: readonly string[]): unknown =>
    valuesOf(wanted).find((value) => value instanceof Date || (textOf(value) !== '' && value !== true)) ??
    null;
  const list = (wanted: readonly string[]): string[] =>
    unique(valuesOf(wanted).flatMap((value) => listOf(value, isJekyll)));
  const image = valuesOf(FIELD_NAMES.image)
    .map(imageIn)
    .find(({ url }) => url !== '');
  const otherImages = FIELD_NAMES.image.filter((name) => {
    const { url } = imageIn(all.get(name));
    return url !== '' && url !== image?.url;
  });
  return {
    title: text(FIELD_NAMES.title),
    slug: text(FIELD_NAMES.slug),
    permalink: text(FIELD_NAMES.permalink),
    hiddenBy: hiddenBy(all, now),
    published: date(FIELD_NAMES.published),
    appears: date(['publishdate']),
    updated: date(FIELD_NAMES.updated),
    categories: list(FIELD_NAMES.categories),
    tags: list(FIELD_NAMES.tags),
    authors: unique(valuesOf(FIELD_NAMES.authors).flatMap(authorsIn)),
    image: image?.url ?? '',
    imageAlt: image?.alt || text(FIELD_NAMES.imageAlt),
    description: text(FIELD_NAMES.description),
    seoTitle: text(FIELD_NAMES.seoTitle),
    language: text(FIELD_NAMES.language),
    aliases: list(FIELD_NAMES.aliases),
    others: [...names]
      .filter(([plain]) => !KNOWN.has(plain) || otherImages.some((name) => name === plain))
      .map(([, name]) => name),
  };
};
