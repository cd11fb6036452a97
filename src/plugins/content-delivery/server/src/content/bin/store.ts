import type { Core } from '@strapi/strapi';
import type { BinnedType } from '../../../../contracts/bin';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { pack, unpack } from '../history/packed';
import type { Values } from '../snapshots';
import { BIN_MODEL } from './model';

/** What is kept of an entry beside what it says. */
export interface BinnedContent {
  values: Values;
  /** ISO 8601 */
  createdAt: string;
  updatedAt: string;
  /** Private attributes. */
  hidden: Record<string, unknown>;
}

export interface Binned {
  id: number;
  /** documentId */
  entry: string;
  type: BinnedType;
  /** documentId */
  website: string;
  name: string;
  at: Date;
  /** Row numbers of admin users: who deleted it, who made it; null where no user did. */
  userId: number | null;
  creatorId: number | null;
}

type Row = Omit<Binned, 'at' | 'userId' | 'creatorId'> & {
  at: DatabaseDate;
  user_id: number | null;
  creator_id: number | null;
};

const TABLE = BIN_MODEL.tableName;
const COLUMNS = ['id', 'entry', 'type', 'website', 'name', 'at', 'user_id', 'creator_id'];

const toBinned = ({ user_id, creator_id, at, ...row }: Row): Binned => ({
  ...row,
  at: toDate(at),
  userId: user_id,
  creatorId: creator_id,
});

const slugOf = ({ values: { slug } }: BinnedContent): string => (typeof slug === 'string' ? slug : '');

/** Of a post that was deleted before slugs were kept beside bodies. */
const slugInBody = async (strapi: Core.Strapi, id: number): Promise<string> => {
  const row: { body: string } | undefined = await strapi.db.connection(TABLE).where({ id }).first('body');
  return row ? slugOf((await unpack(row.body)) as BinnedContent) : '';
};

/** Deleted entries as rows. All of it runs in the transaction that is under way, or in one of its own. */
export const createBinStore = (strapi: Core.Strapi) => ({
  add: async ({ userId, creatorId, ...row }: Omit<Binned, 'id'>, content: BinnedContent): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      const body = await pack(JSON.stringify(content));
      await trx(TABLE).where({ entry: row.entry }).delete();
      const slug = row.type === UIDS.post ? slugOf(content) : null;
      await trx(TABLE).insert({ ...row, user_id: userId, creator_id: creatorId, body, slug });
    }),

  /** Latest first. @param before the number of a row, after which to begin; null for the first */
  list: async (before: number | null, limit: number, website: string | null): Promise<Binned[]> =>
    strapi.db.transaction(async ({ trx }) => {
      const rows = trx(TABLE).orderBy('id', 'desc').limit(limit).select(COLUMNS);
      if (before !== null) void rows.where('id', '<', before);
      if (website !== null) void rows.where({ website });
      return ((await rows) as Row[]).map(toBinned);
    }),

  find: async (entry: string): Promise<(Binned & { content: BinnedContent }) | null> =>
    strapi.db.transaction(async ({ trx }) => {
      const row: (Row & { body: string }) | undefined = await trx(TABLE)
        .where({ entry })
        .first([...COLUMNS, 'body']);
      if (row?.entry !== entry) return null;
      const { body, ...rest } = row;
      return { ...toBinned(rest), content: (await unpack(body)) as BinnedContent };
    }),

  /** Slugs of a website's deleted posts, the latest first. @param website documentId */
  slugsOf: async (website: string, limit: number): Promise<string[]> => {
    const rows: { id: number; slug: string | null }[] = await strapi.db
      .connection(TABLE)
      .where({ website, type: UIDS.post })
      .orderBy('id', 'desc')
      .limit(limit)
      .select('id', 'slug');
    const slugs: string[] = [];
    for (const { id, slug } of rows) slugs.push(slug ?? (await slugInBody(strapi, id)));
    return slugs.filter(Boolean);
  },

  remove: async (entries: readonly string[]): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      await trx(TABLE).whereIn('entry', entries).delete();
    }),

  rowsOf: async (
    entries: readonly string[],
  ): Promise<Pick<Binned, 'entry' | 'type' | 'website' | 'name'>[]> =>
    strapi.db.transaction(async ({ trx }) =>
      trx(TABLE).whereIn('entry', entries).select('entry', 'type', 'website', 'name'),
    ),

  ofWebsites: async (websites: readonly string[]): Promise<string[]> =>
    strapi.db.transaction(async ({ trx }) => trx(TABLE).whereIn('website', websites).pluck('entry')),

  /** Entries that were deleted before a moment, some of them. */
  olderThan: async (moment: Date, limit: number): Promise<string[]> =>
    strapi.db.transaction(async ({ trx }) =>
      trx(TABLE).where('at', '<', moment).orderBy('id').limit(limit).pluck('entry'),
    ),
});

export type BinStore = ReturnType<typeof createBinStore>;
