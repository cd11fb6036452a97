import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { filterBulkLookups } from '../../../../src/plugins/content-delivery/server/src/access/editors/bulk-lookups';
import { UIDS } from '../../../../src/plugins/content-delivery/server/src/platform/uids';

const FIND = 'collection-types.bulkFindForValidation';
const COUNT = 'collection-types.countManyEntriesDraftRelations';
const FOREIGN = 'foreign';

interface Route {
  handler: string;
  config?: { middlewares: ((ctx: Context, next: Next) => Promise<unknown>)[] };
}

/** The ids that Strapi is given to look up for a user who may read all entries but one. */
const passedOn = async (
  handler: string,
  documentIds: unknown,
  model: string = UIDS.post,
): Promise<unknown> => {
  const checker = {
    requiresEntity: { read: () => true },
    cannot: { read: ({ documentId }: { documentId: string }) => documentId === FOREIGN },
  };
  const manager = {
    routes: { admin: { routes: [{ handler: FIND }, { handler: COUNT }] as Route[] } },
    service: () => ({ create: () => checker }),
  };
  /** As MariaDB compares: without case, and without blanks at the end. */
  const isNamed = (documentId: string, ids: readonly unknown[]) =>
    ids.some((id) => String(id).trimEnd().toLowerCase() === documentId);
  const findMany = async ({ where }: { where: { documentId: { $in: unknown } } }) =>
    ['own', FOREIGN]
      .filter((documentId) => isNamed(documentId, [where.documentId.$in].flat()))
      .map((documentId) => ({ documentId }));
  filterBulkLookups({ plugin: () => manager, db: { query: () => ({ findMany }) } } as unknown as Core.Strapi);
  const { config } = manager.routes.admin.routes.find((route) => route.handler === handler) as Route;
  const ctx = {
    params: { model },
    state: { userAbility: {} },
    request: { body: { documentIds } },
    query: { documentIds },
  } as unknown as Context;
  await config?.middlewares[0]?.(ctx, () => Promise.resolve());
  return handler === FIND
    ? (ctx.request as { body?: { documentIds: unknown } }).body?.documentIds
    : ctx.query['documentIds'];
};

describe.each([FIND, COUNT])('several entries that are looked up at once, by %s,', (handler) => {
  it.each<[string, unknown, unknown]>([
    ['a list', ['own', FOREIGN], ['own']],
    ['other letters', ['own', FOREIGN.toUpperCase()], ['own']],
    ['a blank at the end', [`${FOREIGN} `], []],
    ['one alone', FOREIGN, []],
    ['a list in a list', [[FOREIGN]], []],
    ['nothing', undefined, []],
  ])('are none of others, named by %s', async (_how, asked, expected) => {
    expect(await passedOn(handler, asked)).toEqual(expected);
  });

  it('are for Strapi to judge where they belong to no website', async () => {
    expect(await passedOn(handler, ['own', FOREIGN], 'api::own.own')).toEqual(['own', FOREIGN]);
  });
});
