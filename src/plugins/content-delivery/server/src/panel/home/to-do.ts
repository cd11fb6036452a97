import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { HomePost, HomePosts } from '../../../../contracts/home';
import type { Narrow } from '../../access/editors/rights';
import { EXPLORER } from '../../access/permissions';
import { tablesOf } from '../../platform/database/tables';
import { unindexed } from '../../platform/database/unindexed';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { UIDS, USER_UID } from '../../platform/uids';
import { WEEK } from '../../platform/durations';

/** Posts that each list begins with. */
const SHOWN = 5;
const PUBLISH = `${EXPLORER}publish`;

/** Of whose posts a list is. */
export interface Scope {
  /** Null for all. */
  readable: Narrow | null;
  /** The number of one website; null for all. */
  website: number | null;
  /** Which posts of the list, where it is not the first few. */
  part?: { start: number; limit: number };
}

interface Row {
  document_id: string;
  title: string | null;
  website: string | null;
  at: DatabaseDate;
}

const toPost = ({ document_id, title, website, at }: Row): HomePost => ({
  documentId: document_id,
  title: title ?? '',
  website,
  at: toDate(at).toISOString(),
});

/** Who may publish posts, on whichever websites. */
const publishersOf = (strapi: Core.Strapi): Promise<number[]> =>
  strapi.db
    .query(USER_UID)
    .findMany({
      where: { roles: { permissions: { action: PUBLISH, subject: UIDS.post } } },
      select: ['id'],
    })
    .then((users: { id: number }[]) => [...new Set(users.map(({ id }) => id))]);

/** The lists of the home page, by a number of statements that does not grow with the posts. */
export const createToDo = (strapi: Core.Strapi) => {
  const { posts, postWebsite, websites } = tablesOf(strapi);

  const postsOf = (
    { readable, website }: Scope,
    narrow: (query: Knex.QueryBuilder) => void,
  ): Knex.QueryBuilder => {
    const sql = strapi.db.connection;
    const query = sql(`${posts} as p`);
    readable?.(query, 'p.id');
    if (website !== null) {
      const own = sql(postWebsite.table).where(postWebsite.to, website).select(postWebsite.from);
      void query.whereIn('p.id', own);
    }
    narrow(query);
    return query;
  };

  const first = async (
    query: Knex.QueryBuilder,
    date: string,
    order: 'asc' | 'desc',
    { start, limit } = { start: 0, limit: SHOWN },
  ): Promise<HomePost[]> => {
    const rows: Row[] = await query
      .leftJoin(`${postWebsite.table} as pw`, `pw.${postWebsite.from}`, 'p.id')
      .leftJoin(`${websites} as w`, 'w.id', `pw.${postWebsite.to}`)
      .orderBy([
        { column: `p.${date}`, order },
        { column: 'p.id', order },
      ])
      .offset(start)
      .limit(limit)
      .select('p.document_id', 'p.title', 'w.name as website', `p.${date} as at`);
    return rows.map(toPost);
  };

  const list = async (
    scope: Scope,
    narrow: (query: Knex.QueryBuilder) => void,
    date: string,
    order: 'asc' | 'desc',
  ): Promise<HomePosts> => {
    const query = postsOf(scope, narrow);
    const [{ total }] = (await query.clone().count({ total: '*' })) as [{ total: number | string }];
    return { total: Number(total), posts: await first(query, date, order, scope.part) };
  };

  /** An index has drafts in the order of the lists, with who wrote them; on SQLite that of people is slower by far. */
  const by = (query: Knex.QueryBuilder, column: 'created_by_id' | 'updated_by_id', userId: number) =>
    query.where(unindexed(strapi.db.connection, `p.${column}`), '=', userId);

  /** Drafts of which nothing is published. */
  const draftsOnly = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.whereNull('p.published_at').whereNotExists((live) => {
      void live
        .select('l.id')
        .from(`${posts} as l`)
        .whereRaw('?? = ??', ['l.document_id', 'p.document_id'])
        .whereNotNull('l.published_at');
    });

  /** Drafts of which something older is published. */
  const changedOnly = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.whereNull('p.published_at').whereExists((live) => {
      void live
        .select('l.id')
        .from(`${posts} as l`)
        .whereRaw('?? = ??', ['l.document_id', 'p.document_id'])
        .whereNotNull('l.published_at')
        .whereRaw('?? < ??', ['l.updated_at', 'p.updated_at']);
    });

  return {
    drafts: (scope: Scope, userId: number): Promise<HomePosts> =>
      list(scope, (query) => void by(draftsOnly(query), 'created_by_id', userId), 'updated_at', 'desc'),

    changed: (scope: Scope, userId: number): Promise<HomePosts> =>
      list(scope, (query) => void by(changedOnly(query), 'updated_by_id', userId), 'updated_at', 'desc'),

    /** Drafts, and changes of live posts, whose authors may not publish them. */
    async toPublish(scope: Scope, userId: number): Promise<HomePosts> {
      const others = [...(await publishersOf(strapi)), userId];
      return list(
        scope,
        (query) =>
          void query.whereNull('p.published_at').where((either) => {
            void either
              .where((one) => {
                void draftsOnly(one).whereNotNull('p.created_by_id').whereNotIn('p.created_by_id', others);
              })
              .orWhere((one) => {
                void changedOnly(one).whereNotNull('p.updated_by_id').whereNotIn('p.updated_by_id', others);
              });
          }),
        'updated_at',
        'desc',
      );
    },

    recent: (scope: Scope, userId: number): Promise<HomePost[]> =>
      first(
        postsOf(scope, (query) => void by(query.whereNull('p.published_at'), 'updated_by_id', userId)),
        'updated_at',
        'desc',
      ),

    scheduled: (scope: Scope, now: Date): Promise<HomePosts> =>
      list(
        scope,
        (query) =>
          void query
            .whereNotNull('p.published_at')
            .where('p.schedule_date', '>', now)
            .where('p.schedule_date', '<=', new Date(now.getTime() + WEEK)),
        'schedule_date',
        'asc',
      ),
  };
};
