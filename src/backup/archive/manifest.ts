import type { Core } from '@strapi/strapi';
import { BackupProblem } from '../problem';

/** A table as Strapi describes it for every database: columns, indexes, foreign keys. */
export type Table = Core.Strapi['db']['schema']['schema']['tables'][number];
export type Column = Table['columns'][number];

/** Raised when archives change so that earlier releases cannot read them. */
export const FORMAT = 1;

/** The first entry: where the archive is from, and the tables that it has. */
export interface Manifest {
  format: number;
  /** The release that made it. */
  project: string;
  strapi: string;
  /** ISO 8601. */
  madeAt: string;
  database: string;
  /** Tells whether an encryption key is the one that the archive's API keys were encrypted with. */
  keyCheck: { salt: string; digest: string };
  tables: Table[];
}

export interface Content {
  name: string;
  bytes: number;
  /** SHA-256, hexadecimal. */
  sha256: string;
  /** Of a part of a table. */
  rows?: number;
}

/** The last entry: what has to be before it. An archive that was cut off has none. */
export interface Contents {
  entries: Content[];
}

/** Bytes of an entry that is read as a whole: none is written that could not be read. Parts of tables are far below. */
export const MAX_WHOLE_ENTRY = 256 * 1024 * 1024;

export const MANIFEST = 'manifest.json';
export const CONTENTS = 'contents.json';

const TABLE_PART = /^tables\/([^/\\]+)\/\d{6}\.ndjson$/;
const UPLOAD = 'uploads/';

export const tablePartName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.ndjson`;

/** @returns null when the entry is no part of a table */
export const tableOf = (entry: string): string | null => TABLE_PART.exec(entry)?.[1] ?? null;

/** @param file path inside the folder of uploads, with "/" */
export const uploadName = (file: string): string => UPLOAD + file;

/** The head of an entry has its name in a line. */
const NEVER_IN_A_NAME = /[\0\n]/;
/** What leads to another folder or another file there. */
const NEVER_ON_WINDOWS = /[\\:]/;

/**
 * @param platform on which the file is to be
 * @returns the path inside the folder of uploads; null when the entry is no upload, or would lie outside
 */
export const uploadOf = (entry: string, platform: NodeJS.Platform = process.platform): string | null => {
  if (!entry.startsWith(UPLOAD)) return null;
  const file = entry.slice(UPLOAD.length);
  const isInside = file
    .split('/')
    .every(
      (segment) => segment !== '' && segment !== '.' && segment !== '..' && !NEVER_IN_A_NAME.test(segment),
    );
  if (!isInside || (platform === 'win32' && NEVER_ON_WINDOWS.test(file))) return null;
  return file;
};

/** @throws BackupProblem when this release cannot read such an archive */
export const refuseNewer = (manifest: Manifest, here: { project: string; strapi: string }): void => {
  if (manifest.format > FORMAT) {
    throw new BackupProblem(
      `The archive has the format ${manifest.format}, and this release (${here.project}) reads up to ${FORMAT}. ` +
        `Restore it with release ${manifest.project} or a later one.`,
    );
  }
  if (isLater(manifest.project, here.project)) {
    throw new BackupProblem(
      `The archive was made by release ${manifest.project}, and this is ${here.project}. ` +
        'Restore it with that release or a later one.',
    );
  }
  if (isLater(manifest.strapi, here.strapi)) {
    throw new BackupProblem(
      `The archive was made with Strapi ${manifest.strapi}, and this is ${here.strapi}. ` +
        'Restore it with that version or a later one.',
    );
  }
};

/** Compares what is before a hyphen, number by number. */
export const isLater = (version: string, than: string): boolean => {
  const [a, b] = [version, than].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
};
