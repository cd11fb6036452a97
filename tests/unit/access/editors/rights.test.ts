import type { Core } from '@strapi/strapi';
import knex from 'knex';
import type { Context } from 'koa';
import {
  may,
  readableEntry,
  readableOf,
  requireEntry,
  rightsOf,
  websiteOf,
} from '../../../../src/plugins/content-delivery/server/src/access/editors/rights';
import { UIDS } from '../../../../src/plugins/content-delivery/server/src/platform/uids';
import { withChecker } from '../../../support/permission-checker';

const ID = 'zk3v9xw2q1m8n7b6c5d4f3g2';
const CONDITION = { website: { editors: { id: 1 } } };

interface Rights {
  /** Fields of posts that the user may read; null for none of the type at all. */
  fields: string[] | null;
  isNarrowed?: boolean;
  row?: object | null;
}

const sql = knex({ client: 'better-sqlite3', useNullAsDefault: true });

/** What was asked of the database. */
const asked: unknown[] = [];
const strapiFor = ({ fields, isNarrowed = false, row = null }: Rights) =>
  ({
    ...withChecker(() => ({
      cannot: {
        read: (_entry?: unknown, field?: string) =>
          fields === null || (field !== undefined && !fields.includes(field)),
      },
      requiresEntity: { read: () => isNarrowed },
      sanitizedQuery: { read: () => Promise.resolve({ filters: CONDITION }) },
    })),
    get: () => ({ transform: (_uid: string, { filters }: { filters: object }) => ({ where: filters }) }),
    db: {
      query: () => ({
        findOne: ({ where }: { where: unknown }) => {
          asked.push(where);
          return Promise.resolve(row);
        },
      }),
      queryBuilder: () => ({
        alias: 't0',
        init: ({ select: [column], where }: { select: [string]; where: unknown }) => ({
          getKnexQuery: () => {
            asked.push(where);
            return sql('posts as t0').select(`t0.${column}`).where('t0.kind', 1);
          },
        }),
      }),
    },
  }) as unknown as Core.Strapi;

const ctx = { state: { userAbility: { can: (action: string) => action === 'known' } } } as unknown as Context;
const refused = (name: string) => expect.objectContaining({ name });

describe('what a user may do, for routes that read and write past the document service,', () => {
  beforeEach(() => asked.splice(0));

  it('is nothing for who came by a route that looked up no permissions', async () => {
    const nobody = { state: {} } as Context;
    await expect(rightsOf(strapiFor({ fields: [] }), nobody, UIDS.post, 'read')).rejects.toThrow(
      refused('ForbiddenError'),
    );
  });

  it('is refused without the permission, or without one of the fields that the action reaches', async () => {
    const rights = (fields: string[] | null, reached: string[]) =>
      rightsOf(strapiFor({ fields }), ctx, UIDS.post, 'read', reached);
    await expect(rights(null, [])).rejects.toThrow(refused('ForbiddenError'));
    await expect(rights(['title'], ['title', 'content'])).rejects.toThrow(refused('ForbiddenError'));
    expect(await rights(['title', 'content'], ['title', 'content'])).toBeNull();
  });

  it('is narrowed by the condition of a role', async () => {
    const given = strapiFor({ fields: ['title'], isNarrowed: true });
    expect(await rightsOf(given, ctx, UIDS.post, 'read')).toEqual(CONDITION);
    const readable = await readableOf(given, ctx, UIDS.post);
    const query = sql('posts as p');
    readable?.narrow?.(query, 'p.id');
    expect(asked).toEqual([CONDITION]);
    expect(query.toString()).toBe(
      'select * from `posts` as `p` where exists (select `t0`.`id` from `posts` as `t0` where `t0`.`kind` = 1 and `t0`.`id` = `p`.`id`)',
    );
    expect([readable?.shows('title'), readable?.shows('content')]).toEqual([true, false]);
  });

  it('is everything of a type without one, and nothing where it may not be read', async () => {
    expect(await readableOf(strapiFor({ fields: ['title'] }), ctx, UIDS.post)).toMatchObject({
      narrow: null,
    });
    expect(await readableOf(strapiFor({ fields: null }), ctx, UIDS.post)).toBeNull();
  });

  it('reaches an entry by its id, letter for letter, within the condition', async () => {
    const row = { id: 1, documentId: ID };
    const given = strapiFor({ fields: [], isNarrowed: true, row });
    expect(await readableEntry(given, ctx, UIDS.post, ID, { publishedAt: null })).toEqual(row);
    expect(asked).toEqual([{ $and: [CONDITION, { publishedAt: null }, { documentId: ID }] }]);
    expect(await websiteOf(given, ctx, ID)).toEqual(row);
    await requireEntry(given, ctx, UIDS.post, ID);

    expect(await readableEntry(given, ctx, UIDS.post, ID.toUpperCase())).toBeNull();
    asked.splice(0);
    expect(await readableEntry(given, ctx, UIDS.post, 'no\0id')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('does not tell an entry that is not there from one of others', async () => {
    const given = strapiFor({ fields: [], isNarrowed: true });
    await expect(requireEntry(given, ctx, UIDS.post, ID)).rejects.toThrow(refused('NotFoundError'));
    await expect(websiteOf(given, ctx, ID)).rejects.toThrow(refused('NotFoundError'));
    await expect(requireEntry(strapiFor({ fields: null }), ctx, UIDS.post, ID)).rejects.toThrow(
      refused('ForbiddenError'),
    );
  });

  it('is asked of the role where it is about no entries', () => {
    expect([may(ctx, 'known'), may(ctx, 'other')]).toEqual([true, false]);
  });
});
