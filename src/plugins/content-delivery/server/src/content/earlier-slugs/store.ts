import type { Core } from '@strapi/strapi';
import type { RedirectType } from '../../../../contracts/delivery';
import { chunks, inStatements } from '../../platform/database/statements';
import { scopedHash } from '../../platform/scoped-hash';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { EARLIER_SLUG_MODEL } from './model';

/** Rows, or values, that one statement names. */
const BATCH_SIZE = 200;
const TABLE = EARLIER_SLUG_MODEL.tableName;

/** A slug on a website, and the entry that it leads to. */
export interface EarlierSlug {
  type: RedirectType;
  /** documentId */
  website: string;
  /** documentId */
  entry: string;
  slug: string;
}

type Place = Omit<EarlierSlug, 'entry'>;

const COLUMNS = ['id', 'website', 'type', 'entry', 'slug'];

interface Row extends EarlierSlug {
  id: number;
}

const keyOf = ({ website, slug }: Place): string => scopedHash(website, slug);

const byType = (places: readonly Place[]): Map<RedirectType, string[]> => {
  const keys = new Map<RedirectType, string[]>();
  for (const place of places) {
    const own = keys.get(place.type);
    if (own) own.push(keyOf(place));
    else keys.set(place.type, [keyOf(place)]);
  }
  return keys;
};

/** Earlier slugs as rows. All of it runs in the transaction that is under way, or in one of its own. */
export const createEarlierSlugStore = (strapi: Core.Strapi) => ({
  /** Those that are kept under these slugs. */
  at: async (places: readonly Place[]): Promise<Row[]> =>
    strapi.db.transaction(async ({ trx }) => {
      const found: Row[] = [];
      for (const [type, keys] of byType(places)) {
        for (const some of chunks(keys, BATCH_SIZE)) {
          found.push(...((await trx(TABLE).where({ type }).whereIn('key', some).select(COLUMNS)) as Row[]));
        }
      }
      return found;
    }),

  /** Those of these entries. */
  of: async (entries: readonly string[]): Promise<Row[]> =>
    strapi.db.transaction(async ({ trx }) => {
      const found: Row[] = [];
      for (const some of chunks(entries, BATCH_SIZE)) {
        found.push(...((await trx(TABLE).whereIn('entry', some).select(COLUMNS)) as Row[]));
      }
      return found;
    }),

  /** Those of an entry on a website, latest first. */
  list: async (entry: string, website: string): Promise<{ slug: string; at: Date }[]> =>
    strapi.db.transaction(async ({ trx }) => {
      const rows: { slug: string; at: DatabaseDate }[] = await trx(TABLE)
        .where({ entry, website })
        .orderBy([
          { column: 'at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .select('slug', 'at');
      return rows.map(({ slug, at }) => ({ slug, at: toDate(at) }));
    }),

  /** Each slug leads to this entry from now on, whichever it has led to. */
  put: async (rows: readonly EarlierSlug[], at: Date): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      // The last one counts where a slug comes twice.
      const byPlace = new Map(rows.map((row) => [`${row.type} ${keyOf(row)}`, row]));
      const kept = [...byPlace.values()];
      for (const [type, keys] of byType(kept)) {
        for (const some of chunks(keys, BATCH_SIZE))
          await trx(TABLE).where({ type }).whereIn('key', some).delete();
      }
      const columns = kept.map(({ type, website, entry, slug }) => ({
        type,
        website,
        entry,
        slug,
        key: scopedHash(website, slug),
        at,
      }));
      for (const some of inStatements(columns, 100)) await trx(TABLE).insert(some);
    }),

  remove: async (ids: readonly number[]): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      for (const some of chunks(ids, BATCH_SIZE)) await trx(TABLE).whereIn('id', some).delete();
    }),

  /** Takes all of these entries away. */
  forget: async (entries: readonly string[]): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      for (const some of chunks(entries, BATCH_SIZE)) await trx(TABLE).whereIn('entry', some).delete();
    }),

  forgetWebsites: async (websites: readonly string[]): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      for (const some of chunks(websites, BATCH_SIZE)) await trx(TABLE).whereIn('website', some).delete();
    }),
});

export type EarlierSlugStore = ReturnType<typeof createEarlierSlugStore>;
