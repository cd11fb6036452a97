import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { ChangeSource } from '../../../../contracts/history';
import { inStatements } from '../../platform/database/statements';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import type { Values } from '../snapshots';
import { VERSION_MODEL } from './model';
import { unpack } from './packed';

export interface StoredVersion {
  number: number;
  at: Date;
  /** The row number of the admin user; null for none. */
  userId: number | null;
  source: ChangeSource;
}

export interface NewVersion extends StoredVersion {
  /** documentId */
  entry: string;
  /** Of the content: equal ones are the same version. */
  hash: string;
  /** As `pack` made it. */
  body: string;
}

interface Row extends Pick<StoredVersion, 'number' | 'source'> {
  at: DatabaseDate;
  user_id: number | null;
}

const TABLE = VERSION_MODEL.tableName;
const COLUMNS = ['number', 'at', 'user_id', 'source'];

const toVersion = ({ number, at, user_id, source }: Row): StoredVersion => ({
  number,
  at: toDate(at),
  userId: user_id,
  source,
});

/** Versions as rows. All of it runs in the transaction that is under way, or in one of its own. */
export const createVersionStore = (strapi: Core.Strapi) => ({
  /** The newest version of each of these entries, some hundred at most. */
  newest: async (entries: readonly string[]): Promise<Map<string, { number: number; hash: string }>> =>
    strapi.db.transaction(async ({ trx }) => {
      const last = trx(TABLE)
        .whereIn('entry', entries)
        .groupBy('entry')
        .select('entry')
        .max({ last: 'number' });
      const rows: { entry: string; number: number; hash: string }[] = await trx(`${TABLE} as v`)
        .join(
          last.as('l'),
          (on: Knex.JoinClause) => void on.on('l.entry', 'v.entry').on('l.last', 'v.number'),
        )
        .select('v.entry', 'v.number', 'v.hash');
      return new Map(rows.map(({ entry, number, hash }) => [entry, { number, hash }]));
    }),

  add: async (versions: readonly NewVersion[]): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      const rows = versions.map(({ userId, ...version }) => ({ ...version, user_id: userId }));
      for (const some of inStatements(rows, 100)) await trx(TABLE).insert(some);
    }),

  /** Deletes all but the newest of entries that have more. @param newest the number of the newest of each */
  trim: async (newest: ReadonlyMap<string, number>, maxVersions: number): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      for (const [entry, number] of newest) {
        await trx(TABLE)
          .where({ entry })
          .where('number', '<=', number - maxVersions)
          .delete();
      }
    }),

  /** Newest first. */
  list: async (entry: string): Promise<StoredVersion[]> =>
    strapi.db.transaction(async ({ trx }) => {
      const rows: Row[] = await trx(TABLE).where({ entry }).orderBy('number', 'desc').select(COLUMNS);
      return rows.map(toVersion);
    }),

  /** Null when there is none. */
  find: async (entry: string, number: number): Promise<(StoredVersion & { values: Values }) | null> =>
    strapi.db.transaction(async ({ trx }) => {
      const row: (Row & { body: string }) | undefined = await trx(TABLE)
        .where({ entry, number })
        .first([...COLUMNS, 'body']);
      return row ? { ...toVersion(row), values: (await unpack(row.body)) as Values } : null;
    }),

  /** Deletes all versions of entries. */
  forget: async (entries: readonly string[]): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      await trx(TABLE).whereIn('entry', entries).delete();
    }),
});

export type VersionStore = ReturnType<typeof createVersionStore>;
