import type { Core } from '@strapi/strapi';
import { chunks } from '../../../platform/database/statements';
import { FILE_UID } from '../../../platform/uids';

/** What is known of a file where its uses are looked for. */
export interface StoredFile {
  id: number;
  documentId: string;
  name: string;
  url: string;
  formats: Record<string, { url?: string } | null> | null;
}

/** Files that one statement looks for. */
const BATCH_SIZE = 300;

/** The last parts of all addresses in a text, HTML or JSON. */
export const fileNamesIn = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(/\/([^/\s"'<>()?#&,\\]+)/g), ([, name]) => name as string));

export const addressesOf = ({ url, formats }: Pick<StoredFile, 'url' | 'formats'>): string[] => [
  url,
  ...Object.values(formats ?? {}).flatMap((format) => format?.url ?? []),
];

export const lastPart = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** A file is stored under `name_letters.ext`, a size of it under `small_name_letters.ext`. */
const hashesOf = (name: string): string[] => {
  const stem = name.slice(0, name.lastIndexOf('.'));
  const parts = stem.split('_');
  return parts.length < 2 ? [] : [stem, parts.slice(1).join('_')];
};

/** The files of the media library whose addresses are in a text, as far as the signed-in user may see them. */
export const filesNamedIn = async (strapi: Core.Strapi, text: string): Promise<StoredFile[]> => {
  const names = fileNamesIn(text);
  const hashes = new Set([...names].flatMap(hashesOf));
  const found: StoredFile[] = [];
  for (const some of chunks([...hashes], BATCH_SIZE)) {
    found.push(
      ...((await strapi.db.query(FILE_UID).findMany({
        where: { hash: { $in: some } },
        select: ['id', 'documentId', 'name', 'url', 'formats'],
      })) as StoredFile[]),
    );
  }
  return found.filter((file) => addressesOf(file).some((address) => names.has(lastPart(address))));
};
