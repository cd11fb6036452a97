import { lstat, open, readFile, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { JSON_FILES } from '../../src/plugins/content-delivery/server/src/export/json/files';
import { FORMAT, type WebsiteRecord } from '../../src/plugins/content-delivery/server/src/export/records';
import { MigrationProblem, type ReportWriter } from '../../src/plugins/content-delivery/server/src/migration';
import { DOWNLOAD_LIMITS } from '../../src/plugins/content-delivery/server/src/migration/images/download';
import { RemoteFileProblem } from '../../src/plugins/content-delivery/server/src/platform/outgoing/problems';
import {
  languageTag,
  webAddressProblem,
} from '../../src/plugins/content-delivery/server/src/platform/formats';
import { createFields } from '../shared/migration/fields';
import type { Fields } from '../../src/plugins/content-delivery/server/src/migration/fields';
import { isRecord } from '../../src/plugins/content-delivery/server/src/platform/formats';
import { linesIn, type Place } from './lines';

/** @throws MigrationProblem for a folder that is no export */
const expectFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new MigrationProblem(`There is no folder "${folder}".`);
  const own = await stat(path.join(folder, JSON_FILES.website)).catch(() => null);
  if (own?.isFile()) return;
  throw new MigrationProblem(
    `"${folder}" is no JSON export: it has no ${JSON_FILES.website}. Make one with npm run export -- --format json.`,
  );
};

const broken = (file: string, what: string): MigrationProblem =>
  new MigrationProblem(`"${file}" cannot be read as part of an export: ${what} Export the website again.`);

/** @throws MigrationProblem for what it cannot be */
const websiteIn = (item: Fields): WebsiteRecord['website'] => {
  const fields = createFields(item);
  const text = (name: string): string => fields.text(name);
  const website = {
    id: text('id'),
    name: text('name'),
    url: fields.optionalText('url'),
    kind: text('kind'),
    language: fields.optionalText('language'),
    scheduledPosts: text('scheduledPosts'),
    // Those of before have neither.
    description: fields.optionalText('description'),
    image: fields.optionalText('image'),
  };
  const { url, language } = website;
  const problems = [
    ...fields.faults,
    ...(url === null ? [] : [webAddressProblem(url)]),
    ...(language === null || languageTag(language) !== null ? [] : ['Its language is no code of one.']),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw broken(JSON_FILES.website, problems.join(' '));
  return website;
};

/**
 * Reads what `npm run export` has written. Lists of posts and pages are indexed, and their entries are read one by one.
 * @throws MigrationProblem for what is no such folder, or of a later version
 */
export const openFolder = async (folder: string, report: ReportWriter) => {
  await expectFolder(folder);
  const pathOf = (name: string): string => path.join(folder, name);

  const json = async (name: string): Promise<unknown> => {
    const text = await readFile(pathOf(name), 'utf8').catch(() => {
      throw broken(name, 'it is not there.');
    });
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw broken(name, 'it is not JSON.');
    }
  };
  const list = async (name: string): Promise<Fields[]> => {
    const read = await json(name);
    if (!Array.isArray(read)) throw broken(name, 'it is not a list.');
    return read.filter(isRecord);
  };

  const about = await json(JSON_FILES.website);
  if (!isRecord(about) || !isRecord(about['website']) || typeof about['server'] !== 'string') {
    throw broken(JSON_FILES.website, 'it does not say what the folder is.');
  }
  if (about['format'] !== FORMAT) {
    throw new MigrationProblem(
      `The export is of the format "${String(about['format'])}", and this version reads "${FORMAT}". Use the version that wrote it, or a later one.`,
    );
  }
  const { server } = about;
  const website = websiteIn(about['website']);
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
    throw broken(JSON_FILES.website, 'its server is no web address.');
  }

  const taxonomies = await json(JSON_FILES.taxonomies);
  const { categories, tags } = isRecord(taxonomies) ? taxonomies : {};
  if (!Array.isArray(categories) || !Array.isArray(tags)) {
    throw broken(JSON_FILES.taxonomies, 'it has no lists of categories and tags.');
  }

  /** Entries of a long list with their places, by id. */
  const index = async (name: string, kind: 'post' | 'page', idOf: (entry: Fields) => unknown) => {
    const places = new Map<string, Place>();
    const entries: { id: string; digest: string; where: string; createdAt: string }[] = [];
    for await (const { value, place, digest } of linesIn(pathOf(name), (what) => broken(name, what))) {
      const id = isRecord(value) ? idOf(value) : null;
      if (!isRecord(value) || typeof id !== 'string' || id === '' || places.has(id)) {
        report.leftOut(
          { kind, where: `line ${place.line} of ${name}` },
          'It has no id, or that of another entry.',
          'Export the website again.',
        );
        continue;
      }
      places.set(id, place);
      const { slug, title, createdAt } = value;
      const where = [slug, title, id].find((name) => typeof name === 'string' && name !== '');
      entries.push({ id, digest, where: String(where), createdAt: String(createdAt) });
    }
    return { places, entries };
  };

  const posts = await index(JSON_FILES.posts, 'post', ({ id }) => id);
  const pages = await index(JSON_FILES.pages, 'page', ({ pageId }) => pageId);
  const handles = new Map<string, Promise<FileHandle>>();
  const handleOf = (name: string): Promise<FileHandle> => {
    const known = handles.get(name) ?? open(pathOf(name));
    handles.set(name, known);
    return known;
  };
  const readAt = async (name: string, { start, bytes }: Place): Promise<Fields> => {
    const { buffer } = await (await handleOf(name)).read(Buffer.alloc(bytes), 0, bytes, start);
    return JSON.parse(buffer.toString('utf8')) as Fields;
  };

  const files = new Map(
    (await list(JSON_FILES.pictures)).flatMap(({ address, file }) =>
      typeof address === 'string' && typeof file === 'string' ? [[address, file] as const] : [],
    ),
  );

  return {
    server,
    website,
    categories: categories as unknown[],
    tags: tags as unknown[],
    authors: await list(JSON_FILES.authors),
    links: await list(JSON_FILES.links),
    campaigns: await list(JSON_FILES.campaigns),
    redirects: await list(JSON_FILES.redirects),
    posts: posts.entries,
    pages: pages.entries,

    post: (id: string): Promise<Fields> => readAt(JSON_FILES.posts, posts.places.get(id) as Place),
    page: (id: string): Promise<Fields> => readAt(JSON_FILES.pages, pages.places.get(id) as Place),

    /** The addresses of the files that it has. */
    files: new Set(files.keys()),

    /** The bytes of a picture; null for one that is not in the folder. @throws RemoteFileProblem */
    async localFile(address: URL): Promise<Buffer | null> {
      const name = files.get(address.href);
      if (name === undefined) return null;
      // Written by whoever made the folder.
      if (!/^files\/[^/\\\0]+$/.test(name) || name === 'files/..') {
        throw new RemoteFileProblem('The export names a file outside of its folder for it.');
      }
      // A link would lead out of the folder.
      const found = await lstat(pathOf(name)).catch(() => null);
      if (!found?.isFile()) throw new RemoteFileProblem('The export does not have it.');
      if (found.size > DOWNLOAD_LIMITS.bytes) {
        throw new RemoteFileProblem(`It is larger than ${DOWNLOAD_LIMITS.bytes / 1024 / 1024} MB.`);
      }
      return readFile(pathOf(name));
    },

    async close(): Promise<void> {
      for (const handle of handles.values()) await (await handle).close();
    },
  };
};

export type Folder = Awaited<ReturnType<typeof openFolder>>;
