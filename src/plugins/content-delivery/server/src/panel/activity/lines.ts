import type { Core } from '@strapi/strapi';
import type { ActivityAction, ActivitySource, ActivityType } from '../../../../contracts/activity';
import { ACTIVITY_MODEL } from '../../freshness/activity/model';
import { toDate, type DatabaseDate } from '../../platform/database/values';

const TABLE = ACTIVITY_MODEL.tableName;
/** Of the newest lines, whose people a list can be narrowed to. */
const NEWEST = 1_000;

export interface StoredLine {
  id: number;
  at: Date;
  userId: number | null;
  source: ActivitySource;
  action: ActivityAction;
  type: ActivityType;
  scope: string;
  entry: string | null;
  label: string | null;
  amount: number;
}

type Row = Omit<StoredLine, 'at' | 'userId'> & { at: DatabaseDate; user_id: number | null };

/** Which lines a user may see at all. */
export interface VisibleLines {
  types: readonly ActivityType[];
  /** Prefixes of scopes all of which may be seen, and single scopes. Null for every scope. */
  scopes: { prefixes: readonly string[]; single: readonly string[] } | null;
}

export interface Narrowed {
  scopes?: readonly string[] | undefined;
  type?: ActivityType | undefined;
  userId?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The place of a line in the order: latest first. */
export interface Cursor {
  at: Date;
  id: number;
}

export const createLines = (strapi: Core.Strapi) => {
  const visible = ({ types, scopes }: VisibleLines) => {
    const query = strapi.db.connection(TABLE).whereIn('type', [...types]);
    if (scopes)
      void query.where((which) => {
        void which.whereIn('scope', [...scopes.single]);
        for (const prefix of scopes.prefixes) void which.orWhere('scope', 'like', `${prefix}%`);
      });
    return query;
  };

  return {
    /** Latest first, in the order of an index whatever they are narrowed to. */
    async list(
      may: VisibleLines,
      narrowed: Narrowed,
      after: Cursor | null,
      limit: number,
    ): Promise<StoredLine[]> {
      const query = visible(may);
      const { scopes, type, userId, from, to } = narrowed;
      if (scopes) void query.whereIn('scope', [...scopes]);
      if (type) void query.where({ type });
      if (userId !== undefined) void query.where({ user_id: userId });
      if (from) void query.where('at', '>=', from);
      if (to) void query.where('at', '<', to);
      if (after)
        void query
          .where('at', '<=', after.at)
          .where((which) => which.where('at', '<', after.at).orWhere('id', '<', after.id));
      const rows: Row[] = await query
        .orderBy([
          { column: 'at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(limit)
        .select('id', 'at', 'user_id', 'source', 'action', 'type', 'scope', 'entry', 'label', 'amount');
      return rows.map(({ at, user_id, ...row }) => ({ ...row, at: toDate(at), userId: user_id }));
    },

    /** Who is named in the newest lines. */
    async people(may: VisibleLines): Promise<number[]> {
      const newest = visible(may).orderBy('at', 'desc').limit(NEWEST).select('user_id');
      return strapi.db
        .connection(newest.as('newest'))
        .whereNotNull('user_id')
        .distinct('user_id')
        .pluck('user_id');
    },
  };
};
