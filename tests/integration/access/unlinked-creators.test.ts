import { multiply } from '../../support/copied-rows';
import { dataOf, signInWith } from '../../support/admin-panel';
import { createSuperAdmin } from '../../support/admin-users';
import { loggedBy } from '../../support/logged';
import { withServer } from '../../support/with-server';
import { UID, unique } from '../../fixtures/content';
import type { ActivityList } from '../../../src/plugins/content-delivery/contracts/activity';

const DELETE_USERS = { action: 'admin::users.delete', subject: null };
const COUNT = 230;

describe('what a user of the panel has made', () => {
  const { server, content, asSuperAdmin, withWebsite } = withServer();
  const panel = asSuperAdmin();
  const website = withWebsite();
  const posts = () => server.strapi.db.connection('posts');

  /** Posts that the user has made, and changed last unless they say otherwise. */
  const withPostsOf = async (user: number, count: number, changedBy = user): Promise<string> => {
    const slug = unique('made');
    const { documentId } = await content.post(website.documentId, { slug });
    const by = { created_by_id: user, updated_by_id: changedBy };
    await posts().where({ document_id: documentId }).update(by);
    await multiply(
      server.strapi,
      {
        table: 'posts',
        link: 'posts_website_lnk',
        owner: 'post_id',
        change: (n) => ({ ...by, slug: `${slug}-${n}`, unique_key: null }),
      },
      documentId,
      count,
    );
    return slug;
  };
  const makersOf = async (slug: string): Promise<string[]> => {
    const rows: { created_by_id: number | null; updated_by_id: number | null }[] = await posts()
      .where('slug', 'like', `${slug}%`)
      .whereNotNull('published_at');
    return [...new Set(rows.map((row) => `${row.created_by_id} ${row.updated_by_id}`)), String(rows.length)];
  };

  it.each(['one', 'several'])('stays when the user is deleted, and has lost them before: %s', async (how) => {
    const { id } = await signInWith(server.strapi, []);
    const colleague = (await signInWith(server.strapi, [])).id;
    const [own, shared] = [await withPostsOf(id, COUNT), await withPostsOf(colleague, 2, id)];
    let left = -1;
    const unsubscribe = server.strapi.db.lifecycles.subscribe({
      models: ['admin::user'],
      async beforeDelete() {
        const of = { $or: [{ createdBy: { id } }, { updatedBy: { id } }] };
        left = await server.strapi.db.query(UID.post).count({ where: of });
      },
    });
    const changed: number[] = [];
    const note = ({ sql, bindings = [] }: { sql: string; bindings?: unknown[] }): void => {
      if (/^update .posts./i.test(sql)) changed.push(bindings.length);
    };
    server.strapi.db.connection.on('query', note);
    const logged = await loggedBy(server, () =>
      how === 'one'
        ? dataOf(panel.delete(`/admin/users/${id}`))
        : dataOf(panel.post('/admin/users/batch-delete', { ids: [id] })),
    );
    server.strapi.db.connection.off('query', note);
    unsubscribe();

    expect(left).toBe(0);
    // A batch at a time.
    expect(changed).toHaveLength(3);
    expect(await makersOf(own)).toEqual(['null null', String(COUNT)]);
    expect(await makersOf(shared)).toEqual([`${colleague} null`, '2']);
    expect(logged).toEqual({ raised: [], types: new Map() });
    const { lines } = await dataOf<ActivityList>(panel.get('/content-delivery/activity'));
    expect(lines[0]).toMatchObject({ type: 'user', action: 'deleted', person: { kind: 'former' } });
  });

  it('keeps its maker when the deletion is refused', async () => {
    const isOf = { roles: { code: 'strapi-super-admin' } };
    const admins: { id: number }[] = await server.strapi.db.query('admin::user').findMany({ where: isOf });
    expect(admins).toHaveLength(1);
    const [{ id } = { id: 0 }] = admins;
    const slug = await withPostsOf(id, 2);
    const deleting = (await signInWith(server.strapi, [DELETE_USERS])).panel;
    const without = (await signInWith(server.strapi, [])).panel;

    expect((await deleting.delete(`/admin/users/${id}`)).status).toBe(400);
    expect((await deleting.post('/admin/users/batch-delete', { ids: [id] })).status).toBe(400);
    const other = (await createSuperAdmin(server.strapi)).id;
    expect((await without.delete(`/admin/users/${id}`)).status).toBe(403);
    expect((await deleting.delete('/admin/users/999999')).status).toBe(404);
    expect(await makersOf(slug)).toEqual([`${id} ${id}`, '2']);

    expect((await deleting.delete(`/admin/users/${other}`)).status).toBe(200);
  });

  it('leaves one super admin when the last two are deleted at the same time', async () => {
    const isOf = { roles: { code: 'strapi-super-admin' } };
    const users = () => server.strapi.db.query('admin::user');
    const first: { id: number; roles: object[] } = await users().findOne({
      where: isOf,
      populate: ['roles'],
    });
    const both = [(await createSuperAdmin(server.strapi)).id, (await createSuperAdmin(server.strapi)).id];
    await users().update({ where: { id: first.id }, data: { roles: [] } });
    const deleting = (await signInWith(server.strapi, [DELETE_USERS])).panel;
    // Each is looked at by Strapi before the other one is gone.
    const roles = server.strapi.service('admin::role') as { getSuperAdminWithUsersCount(): Promise<unknown> };
    const counted = jest.spyOn(roles, 'getSuperAdminWithUsersCount');
    const role = await roles.getSuperAdminWithUsersCount();
    counted.mockResolvedValueOnce(role).mockResolvedValueOnce(role);

    const statuses = await Promise.all(
      both.map(async (user) => (await deleting.delete(`/admin/users/${user}`)).status),
    );
    counted.mockRestore();
    const left: { id: number }[] = await users().findMany({ where: isOf });
    await users().update({ where: { id: first.id }, data: { roles: first.roles } });
    await deleting.delete(`/admin/users/${left[0]?.id}`);
    expect(statuses.sort()).toEqual([200, 400]);
    expect(left).toHaveLength(1);
  });
});
