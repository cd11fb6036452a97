import type { Core } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { CONTENT_UIDS } from '../../platform/uids';
import { checkerOf } from './checker';

interface Counts {
  draft: number;
  published: number;
  modified: number;
}

/** The home page counts all entries there are; a restricted editor gets the counts of the entries they may read. */
export const countOwnOnHomePage = (strapi: Core.Strapi): void => {
  prependRouteMiddleware(strapi, 'content-manager', 'homepage.getCountDocuments', async (ctx, next) => {
    const { userAbility } = ctx.state as { userAbility?: unknown };
    const isRestricted = CONTENT_UIDS.some((uid) =>
      checkerOf(strapi, userAbility, uid).requiresEntity.read(),
    );
    if (!isRestricted) return next();
    const counts: Counts = { draft: 0, published: 0, modified: 0 };
    for (const uid of shownTypes(strapi)) {
      const checker = checkerOf(strapi, userAbility, uid);
      if (checker.can.read())
        add(counts, await countReadable(strapi, uid, await checker.sanitizedQuery.read({})));
    }
    ctx.body = { data: counts };
  });
};

const shownTypes = (strapi: Core.Strapi): string[] =>
  Object.values(strapi.contentTypes)
    .filter(
      ({ uid, pluginOptions }) =>
        !uid.startsWith('admin::') &&
        (pluginOptions as Record<string, { visible?: boolean }> | undefined)?.['content-manager']?.visible !==
          false,
    )
    .map(({ uid }) => uid);

/** As the content manager sorts entries into drafts, published and modified ones; of these rows only. */
const countReadable = async (strapi: Core.Strapi, uid: string, query: object): Promise<Counts> => {
  const { where } = strapi.get('query-params').transform(uid, query) as { where?: object };
  const readable = strapi.db
    .queryBuilder(uid)
    .init({ where: where ?? {}, select: ['id'] })
    .getKnexQuery();
  const sql = strapi.db.connection;
  const { tableName } = strapi.db.metadata.get(uid);
  const ofEntry = sql(tableName)
    .whereIn('id', readable)
    .groupBy('document_id')
    .select('document_id')
    .max({ live: sql.raw('case when published_at is not null then updated_at end') })
    .max({ draft: sql.raw('case when published_at is null then updated_at end') });
  const hasDrafts = contentTypes.hasDraftAndPublish(strapi.contentType(uid as never));
  const row: Record<keyof Counts, unknown> | undefined = await sql
    .from(ofEntry.as('entries'))
    .count({
      draft: sql.raw('case when live is null then 1 end'),
      published: sql.raw(`case when live is not null and ${hasDrafts ? 'live = draft' : '1 = 1'} then 1 end`),
      modified: sql.raw(
        `case when live is not null and ${hasDrafts ? '(draft is null or live <> draft)' : '1 = 0'} then 1 end`,
      ),
    })
    .first();
  const count = (name: keyof Counts) => Number(row?.[name] ?? 0);
  return { draft: count('draft'), published: count('published'), modified: count('modified') };
};

const add = (total: Counts, more: Counts): void => {
  total.draft += more.draft;
  total.published += more.published;
  total.modified += more.modified;
};
