import type { Knex } from 'knex';

/** The table of the media library. */
export const FILES = 'files';
/** Strapi's own provider, which keeps files in the folder of uploads. Others keep them elsewhere. */
export const LOCAL = 'local';
const BATCH_SIZE = 1_000;
/** What comes before the path inside the folder, in the address of a file. */
const FOLDER = '/uploads/';

interface FileRow {
  id: number;
  url: unknown;
  formats: unknown;
}

/** Files that the media library shows, and that are not in the folder. */
export interface MissingUploads {
  count: number;
  /** Some of them, for people. */
  names: string[];
}

export const NONE_MISSING: MissingUploads = { count: 0, names: [] };

/** How many files are named. */
const NAMED = 5;

/** Files of the media library, each with its sizes, as paths inside the folder of uploads. */
export const filesOfLibrary = async (trx: Knex): Promise<Set<string>> => {
  const files = new Set<string>();
  for (let last = 0; ;) {
    const rows = (await trx(FILES)
      .where('provider', LOCAL)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select('id', 'url', 'formats')) as FileRow[];
    for (const row of rows) for (const file of pathsOf(row)) files.add(file);
    const end = rows.at(-1)?.id;
    if (end === undefined || rows.length < BATCH_SIZE) return files;
    last = end;
  }
};

const pathsOf = ({ url, formats }: FileRow): string[] => {
  const sizes = typeof formats === 'string' ? (JSON.parse(formats) as unknown) : formats;
  const urls = [
    url,
    ...Object.values(sizes ?? {}).map((size: unknown) => (size as { url?: unknown } | null)?.url),
  ];
  return urls.flatMap((one) => {
    if (typeof one !== 'string') return [];
    const at = one.indexOf(FOLDER);
    return at < 0 ? [] : [decoded(one.slice(at + FOLDER.length))];
  });
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Those that are wanted and not there. What has left the media library since is no loss.
 * @param wanted of `filesOfLibrary`
 * @param database as it is now
 */
export const missingUploads = async (
  wanted: ReadonlySet<string>,
  there: ReadonlySet<string>,
  database: Knex,
): Promise<MissingUploads> => {
  const missing = [...wanted].filter((file) => !there.has(file));
  if (missing.length === 0) return NONE_MISSING;
  const now = await filesOfLibrary(database);
  const lost = missing.filter((file) => now.has(file));
  return { count: lost.length, names: lost.slice(0, NAMED) };
};
