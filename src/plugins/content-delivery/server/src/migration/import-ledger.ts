import { hash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { chunks } from '../platform/database/statements';
import { newDocumentId } from '../platform/document-ids';
import { UIDS } from '../platform/uids';
import { scopedHash } from '../platform/scoped-hash';
import type { EntryKind, Reading } from './incoming';
import { storable } from '../platform/formats';

/** What is remembered beside entries: images that were copied, and the website itself. */
export type LedgerKind = EntryKind | 'image' | 'website';

export interface LedgerEntry {
  /** Its documentId here; an image's number in the media library. */
  entry: string;
  /** Of the source, when it was brought in. */
  version: string;
  /** What can be seen here while no editor has changed it since; null where that does not matter. */
  written: string | null;
}

interface LedgerRow extends LedgerEntry {
  key: string;
}

/** The version of an entry that the source does not show any more: if it does again, the entry has changed. */
export const WITHDRAWN = '';

/** What became of the images of an entry: copied, copied with files that are linked to, left at their addresses, or some are to be tried again. */
export type ImagesWere = 'copy' | 'files' | 'leave' | 'open';

const READ_BATCH_SIZE = 100;
const WRITE_BATCH_SIZE = 50;

/**
 * Which entries of a source are here already, and as what: how a migration goes on after an interruption, and how a
 * second one knows what editors have changed since. Written in the transaction that stores the entry, so that
 * both are there or neither.
 */
export const createImportLedger = (strapi: Core.Strapi, website: string, source: string) => {
  const table = strapi.db.metadata.get(UIDS.movedEntry).tableName;
  const keyOf = (kind: LedgerKind, sourceId: string): string =>
    scopedHash(website, JSON.stringify([source, kind, sourceId]));

  const findMany = async (
    kind: LedgerKind,
    sourceIds: readonly string[],
  ): Promise<Map<string, LedgerEntry>> => {
    const found = new Map<string, LedgerEntry>();
    for (const some of chunks(sourceIds, READ_BATCH_SIZE)) {
      const ofKey = new Map(some.map((sourceId) => [keyOf(kind, sourceId), sourceId]));
      const rows: LedgerRow[] = await strapi.db
        .query(UIDS.movedEntry)
        .findMany({ where: { key: { $in: [...ofKey.keys()] } } });
      for (const { key, entry, version, written } of rows) {
        found.set(ofKey.get(key) ?? '', { entry, version, written });
      }
    }
    return found;
  };

  return {
    findMany,

    async find(kind: LedgerKind, sourceId: string): Promise<LedgerEntry | null> {
      return (await findMany(kind, [sourceId])).get(sourceId) ?? null;
    },

    /** Inside the running transaction. What was remembered of the same entries is replaced. */
    async save(kind: LedgerKind, entries: readonly (LedgerEntry & { sourceId: string })[]): Promise<void> {
      const now = new Date();
      await strapi.db.transaction(async ({ trx }) => {
        for (const some of chunks(entries, WRITE_BATCH_SIZE)) {
          const rows = some.map(({ sourceId, entry, version, written }) => ({
            document_id: newDocumentId(),
            key: keyOf(kind, sourceId),
            website,
            source,
            kind,
            // For people; what an entry is found by is the key.
            source_id: storable(sourceId),
            entry,
            version,
            written,
            created_at: now,
            updated_at: now,
          }));
          await trx(table)
            .insert(rows)
            .onConflict('key')
            .merge(['entry', 'version', 'written', 'updated_at']);
        }
      });
    },

    /** True when something of this source was brought into the website before. */
    hasAny: async (): Promise<boolean> =>
      (await strapi.db.query(UIDS.movedEntry).count({ where: { website, source } })) > 0,
  };
};

export type ImportLedger = ReturnType<typeof createImportLedger>;

/** The version of an entry that shows images: the source's, and apart from it what became of the images and how it was read. */
export const versionWithImages = (version: string, images: ImagesWere, reading?: Reading): string =>
  `${versionDigest(version)} ${images}${reading ? ` ${readingText(reading)}` : ''}`;

const readingText = ({ by, source, lacks, isHeldByOthers, lacksInText = 0 }: Reading): string =>
  `${by} ${versionDigest(source)} ${lacks} ${isHeldByOthers ? 'held' : 'free'} ${lacksInText}`;

/** What the version of an entry remembers of its reading; null for one that was brought in before readings were remembered. */
export const readingIn = (version: string): Reading | null => {
  // The last one was not always remembered.
  const [, , by, source, lacks, held, lacksInText = lacks] = version.split(' ');
  return by === undefined || source === undefined
    ? null
    : {
        by: Number(by),
        source,
        lacks: Number(lacks),
        isHeldByOthers: held === 'held',
        lacksInText: Number(lacksInText),
      };
};

/** What became of its images, as its version says. */
export const imagesIn = (version: string): string | undefined => version.split(' ')[1];

/** True for two versions of an entry that the source has not changed in between, whatever became of images. */
export const areOfOneSource = (one: string, other: string): boolean =>
  one.split(' ')[0] === other.split(' ')[0];

/** A version of any length, in a column. */
export const versionDigest = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts));
