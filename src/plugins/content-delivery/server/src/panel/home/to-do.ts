import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { HomePost, HomePosts } from '../../../../contracts/home';
import { tablesOf } from '../../platform/database/tables';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';

/** Posts that one list shows. */
const SHOWN = 5;
const WEEK_MS = 7 * 86_400_000;
const PUBLISH = 'plugin::content-manager.explorer.publish';

/** The numbers of the rows that the user may read; null for all. */
type Rows = Knex.QueryBuilder | null;

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
    .query('admin::user')
    .findMany({
      where: { roles: { permissions: { action: PUBLISH, subject: UIDS.post } } },
      select: ['id'],
    })
    .then((users: { id: number }[]) => [...new Set(users.map(({ id }) => id))]);

/** The lists of the home page, by a number of statements that does not grow with the posts. */
export const createToDo = (strapi: Core.Strapi) => {
  const { posts, postWebsite, websites } = tablesOf(strapi);

  const list = async (
    readable: Rows,
    narrow: (query: Knex.QueryBuilder) => void,
    date: string,
    order: 'asc' | 'desc',
  ): Promise<HomePosts> => {
    const sql = strapi.db.connection;
    const query = sql(`${posts} as p`);
    if (readable) void query.whereIn('p.id', readable.clone());
    narrow(query);
    const [{ total }] = (await query.clone().count({ total: '*' })) as [{ total: number | string }];
    const rows: Row[] = await query
      .leftJoin(`${postWebsite.table} as pw`, `pw.${postWebsite.from}`, 'p.id')
      .leftJoin(`${websites} as w`, 'w.id', `pw.${postWebsite.to}`)
      .orderBy([
        { column: `p.${date}`, order },
        { column: 'p.id', order },
      ])
      .limit(SHOWN)
      .select('p.document_id', 'p.title', 'w.name as website', `p.${date} as at`);
    return { total: Number(total), posts: rows.map(toPost) };
  };

  /** Drafts of which nothing is published. */
  const draftsOnly = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.whereNull('p.published_at').whereNotExists((live) => {
      void live
        .select('l.id')
        .from(`${posts} as l`)
        .whereRaw('?? = ??', ['l.document_id', 'p.document_id'])
        .whereNotNull('l.published_at');
    });

  return {
    drafts: (readable: Rows, userId: number): Promise<HomePosts> =>
      list(
        readable,
        (query) => void draftsOnly(query).where('p.created_by_id', userId),
        'updated_at',
        'desc',
      ),

    /** Drafts whose authors may not publish them. */
    async toPublish(readable: Rows, userId: number): Promise<HomePosts> {
      const publishers = await publishersOf(strapi);
      return list(
        readable,
        (query) =>
          void draftsOnly(query)
            .whereNotNull('p.created_by_id')
            .whereNotIn('p.created_by_id', [...publishers, userId]),
        'updated_at',
        'desc',
      );
    },

    scheduled: (readable: Rows, now: Date): Promise<HomePosts> =>
      list(
        readable,
        (query) =>
          void query
            .whereNotNull('p.published_at')
            .where('p.schedule_date', '>', now)
            .where('p.schedule_date', '<=', new Date(now.getTime() + WEEK_MS)),
        'schedule_date',
        'asc',
      ),
  };
};
