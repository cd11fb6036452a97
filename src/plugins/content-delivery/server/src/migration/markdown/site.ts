import path from 'node:path';
import { slugFromTitle } from '../../content/rules/free-slug';
import { withoutTrailingSlash } from '../../platform/formats';
import { freeSlugs, liveFirst } from '../free-slugs';
import { decoded } from '../html/decoded';
import type { ReportWriter } from '../report';
import { dateFrom } from '../source-dates';
import { postFieldsOf, type PostFields } from './fields';
import { isMarkdown, readText, UnreadableFile, type MarkdownFile } from './files';
import { parseFile, type Parsed } from './front-matter';
import type { MarkdownOptions } from './options';
import { hiddenByPlace } from './visibility';
import { ownOf } from '../../../../contracts/own';

/** `2024-03-09-true-a-wheel`, as Jekyll wants it. */
const DATED = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/;

/** A file that becomes a post, without its text. */
export interface Source {
  file: MarkdownFile;
  fields: PostFields;
  slug: string;
  /** As it was given, before it was made to work in an address. */
  wantedSlug: string;
  published: Date | null;
  updated: Date | null;
  /** Whether a date stands there, readable or not. */
  hasDate: boolean;
  /** What keeps it from readers; null for what they see. */
  hiddenBy: string | null;
  /** By its name, which has a date. */
  isJekyll: boolean;
  /** Path on the old website, with its slashes; null where it is not known. */
  oldPath: string | null;
}

export interface MarkdownSite {
  sources: readonly Source[];
  /** The post at a path of the old website. */
  at(pathname: string): Source | null;
  /** The post that a file is: by its path from another one, or by its name alone. */
  byFile(name: string, from: MarkdownFile): Source | null;
}

/** Names of files that are the page of their folder. */
const PAGE_OF_FOLDER = ['index', 'page', '+page'];

/** The name by which a file is known in addresses, and the date in it. */
const namePartsOf = ({ name }: MarkdownFile): { slug: string; date: string | null } => {
  const { name: base, dir } = path.posix.parse(name);
  const own = PAGE_OF_FOLDER.includes(base) && dir !== '' ? path.posix.basename(dir) : base;
  const dated = DATED.exec(own);
  return { slug: dated?.[2] ?? own, date: dated?.[1] ?? null };
};

/** What is the same however a path is written. */
const normal = (pathname: string): string =>
  withoutTrailingSlash(decoded(pathname).replace(/\/index\.html?$|\.html?$/i, '')).toLowerCase();

type PathParts = Readonly<Record<string, string | null | undefined>>;

/** A path from a pattern such as `/:year/:month/:slug/`; null where a part of it is not known. */
const pathBy = (pattern: string, parts: PathParts): string | null => {
  let isKnown = true;
  const filled = pattern.replace(/:([a-z]+)/g, (_, name: string) => {
    const part = ownOf(parts, name);
    if (part === undefined || part === null) isKnown = false;
    return part ?? '';
  });
  return isKnown ? filled.replace(/\/{2,}/g, '/') : null;
};

/** The path that a permalink says; null for another website's, and for what only its generator can fill. */
const pathFrom = (permalink: string, { host }: URL, parts: PathParts): string | null => {
  if (permalink === '' || /[{}\s]/.test(permalink)) return null;
  if (URL.canParse(permalink)) {
    const url = new URL(permalink);
    return url.host === host ? url.pathname : null;
  }
  if (permalink.startsWith('//') || permalink.includes('\\')) return null;
  const rooted = (permalink.startsWith('/') ? permalink : `/${permalink}`).replace(/[?#].*$/s, '');
  return pathBy(rooted, parts);
};

const digits = (number: number): string => String(number).padStart(2, '0');

/** One that says later when it is to appear does not appear before. */
const publishedAt = (fields: PostFields, dateOfName: string | null, now: Date): Date | null => {
  const date = dateFrom(fields.published ?? dateOfName);
  const appears = dateFrom(fields.appears);
  return date !== null && appears !== null && appears > now ? appears : date;
};

/** What a file says of itself. */
const sourceOf = (
  file: MarkdownFile,
  { fields: given }: Parsed,
  { oldPaths, address }: MarkdownOptions,
  now: Date,
): Omit<Source, 'slug'> => {
  const folders = file.name.split('/').slice(0, -1);
  const named = namePartsOf(file);
  const isJekyll = named.date !== null;
  const fields = postFieldsOf(given, isJekyll, now);
  const published = publishedAt(fields, named.date, now);
  const lastOf = (text: string): string => text.split('/').filter(Boolean).at(-1) ?? '';
  const oldSlug = lastOf(fields.slug) || named.slug;
  const parts = {
    ...(published && {
      year: String(published.getUTCFullYear()),
      month: digits(published.getUTCMonth() + 1),
      day: digits(published.getUTCDate()),
    }),
    slug: encodeURIComponent(oldSlug),
    title: encodeURIComponent(oldSlug),
    categories: fields.categories.map((name) => slugFromTitle(name)).join('/'),
    folder: folders.map(encodeURIComponent).join('/'),
  };
  const permalink = pathFrom(fields.permalink, address, parts);
  return {
    file,
    fields,
    wantedSlug: decoded(lastOf(fields.slug)) || lastOf(normal(permalink ?? '')) || named.slug,
    published,
    updated: dateFrom(fields.updated),
    hasDate: fields.published !== null || named.date !== null,
    isJekyll,
    hiddenBy: fields.hiddenBy ?? hiddenByPlace(file.name),
    oldPath: permalink ?? (oldPaths === null ? null : pathBy(oldPaths, parts)),
  };
};

const isLive = ({ hiddenBy, published }: Omit<Source, 'slug'>): boolean =>
  hiddenBy === null && published !== null;

/** The first of a name. */
const firstBy = (pairs: readonly (readonly [string, Source])[]): ReadonlyMap<string, Source> =>
  new Map([...pairs].reverse());

export const createSite = async (
  files: readonly MarkdownFile[],
  options: MarkdownOptions,
  report: ReportWriter,
  now: Date,
): Promise<MarkdownSite> => {
  const leaveOut = (file: MarkdownFile, what: string): void =>
    report.leftOut({ kind: 'post', where: file.name }, what, 'Mend the file, and run this again.');
  const found: Omit<Source, 'slug'>[] = [];
  for (const file of files) {
    try {
      const parsed = parseFile(await readText(file));
      if (parsed.problem === null) found.push(sourceOf(file, parsed, options, now));
      else leaveOut(file, `What stands above its text cannot be read: ${parsed.problem}`);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      leaveOut(file, error.message);
    }
  }

  const slugs = freeSlugs(liveFirst(found, isLive), ({ wantedSlug, fields }) => ({
    slug: wantedSlug,
    title: fields.title || wantedSlug,
  }));
  const sources = found.map((one): Source => ({ ...one, slug: slugs.get(one) ?? '' }));

  const byPath = firstBy(
    liveFirst(sources, isLive).flatMap((one) =>
      one.oldPath === null ? [] : [[normal(one.oldPath), one] as const],
    ),
  );
  const byName = new Map(sources.map((one) => [one.file.name, one]));
  const byBase = new Map<string, Source | null>();
  for (const one of sources) {
    const { name } = path.posix.parse(one.file.name);
    // Of several with one name, none is meant.
    byBase.set(name, byBase.has(name) || PAGE_OF_FOLDER.includes(name) ? null : one);
  }
  const at = (name: string): Source | null => {
    const places = isMarkdown(name)
      ? [name]
      : ['.md', '.mdx', '.markdown', '/index.md', '/index.mdx'].map((end) => name + end);
    return places.map((place) => byName.get(place)).find((one) => one !== undefined) ?? null;
  };

  return {
    sources,
    at: (pathname) => byPath.get(normal(pathname)) ?? null,
    byFile(name, from) {
      const wanted = decoded(name).replace(/\/$/, '');
      const relative = path.posix.join(path.posix.dirname(from.name), wanted);
      const base = path.posix.basename(wanted);
      return (
        at(relative) ??
        at(wanted.replace(/^\//, '')) ??
        (wanted.includes('..') ? null : byBase.get(isMarkdown(base) ? path.posix.parse(base).name : base)) ??
        null
      );
    },
  };
};
