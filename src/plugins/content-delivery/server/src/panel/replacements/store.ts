import type { Core } from '@strapi/strapi';
import type { SkipReason } from '../../../../contracts/replacements';
import { pack, unpack } from '../../content/history/packed';
import { inStatements } from '../../platform/database/statements';
import type { Edit } from './edits';
import type { TextAttribute } from './find';
import { REPLACED_POST_MODEL } from './model';

/**
 * `waiting` is still to be changed; `skipped` was left as it is; of those `changed`, `back` were taken back, and `kept`
 * could not be, as they were changed since.
 */
export type ReplacedState = 'waiting' | 'changed' | 'skipped' | 'back' | 'kept';

/** What takes the changes of one version of a post back. */
export type UndoOfVersion = Partial<
  Record<TextAttribute, { edits: Edit[]; /** Of the text as it was made. */ hash: string }>
>;
export interface Undo {
  draft: UndoOfVersion;
  live: UndoOfVersion;
}

export interface ReplacedPost {
  id: number;
  post: string;
  /** documentId */
  website: string;
  /** Whether the live version may be changed. */
  live: boolean;
  version: string;
  /** Keys of places that stay. */
  skip: string[];
  undo: Undo | null;
}

interface Row extends Omit<ReplacedPost, 'live' | 'skip' | 'undo'> {
  live: boolean | number;
  skip: string;
  undo: string | null;
}

interface Ended {
  state: ReplacedState;
  reason?: SkipReason;
  message?: string | null;
  undo?: Undo;
}

export type NewReplacedPost = Omit<ReplacedPost, 'id' | 'undo'> & {
  state: ReplacedState;
  reason: SkipReason | null;
};

const TABLE = REPLACED_POST_MODEL.tableName;
const COLUMNS = ['id', 'post', 'website', 'live', 'version', 'skip', 'undo'];

/** Posts of runs as rows. All of it runs in the transaction that is under way, or in one of its own. */
export const createReplacedPostStore = (strapi: Core.Strapi) => ({
  add: async (job: string, posts: readonly NewReplacedPost[]): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      const rows = posts.map(({ skip, ...post }) => ({ ...post, job, skip: JSON.stringify(skip) }));
      for (const some of inStatements(rows)) await trx(TABLE).insert(some);
    }),

  /** The next in a state, after a row; null at the end. */
  next: async (job: string, state: ReplacedState, after: number): Promise<ReplacedPost | null> =>
    strapi.db.transaction(async ({ trx }) => {
      const row: Row | undefined = await trx(TABLE)
        .where({ job, state })
        .where('id', '>', after)
        .orderBy('id')
        .first(COLUMNS);
      if (!row) return null;
      return {
        ...row,
        live: Boolean(row.live),
        skip: JSON.parse(row.skip) as string[],
        undo: row.undo === null ? null : ((await unpack(row.undo)) as Undo),
      };
    }),

  end: async (id: number, { state, reason, message, undo }: Ended): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      await trx(TABLE)
        .where({ id })
        .update({
          state,
          reason: reason ?? null,
          message: message ?? null,
          ...(undo && { undo: await pack(JSON.stringify(undo)) }),
        });
    }),

  /** These posts of a run are not the user's to take back. */
  keep: async (job: string, posts: readonly string[]): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      for (const post of posts) {
        await trx(TABLE).where({ job, post }).update({ state: 'kept', reason: 'not-allowed' });
      }
    }),

  /** How many there are in each state. */
  count: async (job: string): Promise<Partial<Record<ReplacedState, number>>> =>
    strapi.db.transaction(async ({ trx }) => {
      const rows: { state: ReplacedState; count: number | string }[] = await trx(TABLE)
        .where({ job })
        .groupBy('state')
        .select('state')
        .count({ count: 'id' });
      return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
    }),

  /** documentIds of those in a state. */
  posts: async (job: string, state: ReplacedState): Promise<string[]> =>
    strapi.db.transaction(async ({ trx }) => trx(TABLE).where({ job, state }).orderBy('id').pluck('post')),

  /** Those that were left as they are, some of them. */
  left: async (
    job: string,
    states: readonly ReplacedState[],
    limit: number,
  ): Promise<{ post: string; reason: SkipReason; message: string | null }[]> =>
    strapi.db.transaction(async ({ trx }) =>
      trx(TABLE)
        .where({ job })
        .whereIn('state', states)
        .orderBy('id')
        .limit(limit)
        .select('post', 'reason', 'message'),
    ),

  forget: async (job: string): Promise<void> =>
    strapi.db.transaction(async ({ trx }) => {
      await trx(TABLE).where({ job }).delete();
    }),
});

export type ReplacedPostStore = ReturnType<typeof createReplacedPostStore>;
