import { contentOf, UID, type Content } from '../../fixtures/content';
import { signIn, signInAsSuperAdmin, type AdminPanel } from '../../support/admin-panel';
import { startServer, type TestServer } from '../../support/strapi';

const entries = (uid: string, rest = '') => `/content-manager/collection-types/${uid}${rest}`;
const at = (documentId: string) => ({ connect: [{ documentId }] });

interface Role {
  id: number;
  code: string;
}

describe('the roles of a fresh installation', () => {
  let server: TestServer;
  let content: Content;
  let listed: string;
  let other: string;
  const ids: Record<string, number> = {};
  const panels: Record<string, AdminPanel> = {};

  const roleOf = (code: string): Promise<Role> => server.strapi.service('admin::role').findOne({ code });

  beforeAll(async () => {
    server = await startServer();
    content = contentOf(server.strapi);
    for (const code of ['strapi-editor', 'website-editor', 'strapi-author']) {
      const login = { email: `${code}@example.com`, password: 'Test-password-1' };
      const role = await roleOf(code);
      const user: { id: number } = await server.strapi
        .service('admin::user')
        .create({ ...login, firstname: code, lastname: 'User', isActive: true, roles: [role.id] });
      ids[code] = user.id;
      panels[code] = await signIn(server.strapi, login.email, login.password);
    }
    const account = (await content.account()).documentId;
    listed = (await content.website({ account, editors: [ids['website-editor']] })).documentId;
    other = (await content.website({ account })).documentId;
  });
  afterAll(() => server.stop());

  const panel = (code: string) => panels[code] as AdminPanel;
  const write = async (code: string, website: string) =>
    panel(code).post(entries(UID.post), { title: 'By a role', content: 'Text', website: at(website) });
  const idOf = (answer: { body: { data?: unknown } }) =>
    (answer.body.data as { documentId: string }).documentId;

  it('let an Editor write and publish on every website, and only see websites', async () => {
    for (const website of [listed, other]) {
      const written = await write('strapi-editor', website);
      expect(written.status).toBe(201);
      const path = entries(UID.post, `/${idOf(written)}/actions/publish`);
      expect((await panel('strapi-editor').post(path, {})).status).toBe(200);
    }
    expect((await panel('strapi-editor').get(entries(UID.website))).status).toBe(200);
    const rename = await panel('strapi-editor').put(entries(UID.website, `/${listed}`), { name: 'Mine' });
    expect(rename.status).toBe(403);
    const key = await panel('strapi-editor').get(`/content-delivery/websites/${listed}/api-key`);
    expect(key.status).toBe(403);
  });

  it('let a Website editor do so on the websites that list them', async () => {
    const written = await write('website-editor', listed);
    expect(written.status).toBe(201);
    const publish = entries(UID.post, `/${idOf(written)}/actions/publish`);
    expect((await panel('website-editor').post(publish, {})).status).toBe(200);
    expect((await write('website-editor', other)).status).toBe(403);
    const websites = await panel('website-editor').get(entries(UID.website));
    expect((websites.body.results ?? []).map((website) => website['documentId'])).toEqual([listed]);
    expect((await panel('website-editor').get('/upload/files')).status).toBe(200);
    const pages = (website: string) => `/content-delivery/pseo-pages?website=${website}`;
    expect((await panel('website-editor').get(pages(listed))).status).toBe(200);
    expect((await panel('website-editor').get(pages(other))).status).toBe(404);
    expect((await panel('website-editor').get('/content-delivery/pseo-drips/time-zones')).status).toBe(200);
    expect((await panel('strapi-author').get(pages(listed))).status).toBe(403);
  });

  it('let an Author write posts of their own, for somebody else to publish', async () => {
    const written = await write('strapi-author', other);
    expect(written.status).toBe(201);
    const path = entries(UID.post, `/${idOf(written)}`);
    expect((await panel('strapi-author').put(path, { title: 'Changed' })).status).toBe(200);
    expect((await panel('strapi-author').post(`${path}/actions/publish`, {})).status).toBe(403);
    const { documentId } = await content.draft(other);
    const foreign = entries(UID.post, `/${documentId}`);
    expect((await panel('strapi-author').put(foreign, { title: 'Not mine' })).status).toBe(403);
    const create = await panel('strapi-author').post(entries(UID.tag), { name: 'New', website: at(other) });
    expect(create.status).toBe(403);
  });

  it('keep what Strapi gives beside content, but not how the media library is shown to all', async () => {
    const explorer = 'plugin::content-manager.explorer.';
    const rightsOf = async (code: string): Promise<{ action: string; subject: string | null }[]> =>
      server.strapi
        .service('admin::permission')
        .findMany({ where: { role: { id: (await roleOf(code)).id } } });
    for (const [code, onWebsites, onPosts] of [
      ['strapi-editor', ['read'], ['create', 'delete', 'publish', 'read', 'update']],
      ['website-editor', ['read'], ['create', 'delete', 'publish', 'read', 'update']],
      ['strapi-author', ['read'], ['create', 'delete', 'read', 'update']],
    ] as const) {
      const rights = await rightsOf(code);
      const on = (uid: string) =>
        rights
          .filter(({ subject, action }) => subject === uid && action.startsWith(explorer))
          .map(({ action }) => action.slice(explorer.length))
          .sort();
      expect([code, on(UID.website), on(UID.post)]).toEqual([code, onWebsites, onPosts]);
      const others = rights.map(({ action }) => action).filter((action) => !action.startsWith(explorer));
      expect(others).toContain('plugin::upload.assets.create');
      expect(others).not.toContain('plugin::upload.configure-view');
    }
  });

  it('are set once: what administrators change stays', async () => {
    const admin = await signInAsSuperAdmin(server.strapi);
    const editor = await roleOf('strapi-editor');
    const removed = await roleOf('website-editor');
    await server.strapi.service('admin::role').assignPermissions(editor.id, []);
    await server.strapi.db.query('admin::user').delete({ where: { id: ids['website-editor'] } });
    const deletion = await admin.post('/admin/roles/batch-delete', { ids: [removed.id] });
    expect(deletion.status).toBe(200);

    await server.stopAndKeepDatabase();
    server = await startServer({}, server.database);
    expect(await roleOf('website-editor')).toBeNull();
    const permissions: unknown[] = await server.strapi
      .service('admin::permission')
      .findMany({ where: { role: { id: editor.id } } });
    expect(permissions).toEqual([]);
  });
});

describe('the roles of an installation that has users', () => {
  it('stay as they are when this version is first started', async () => {
    let server = await startServer();
    await signInAsSuperAdmin(server.strapi);
    const role = await server.strapi.service('admin::role').findOne({ code: 'website-editor' });
    await server.strapi.service('admin::role').deleteByIds([role.id]);
    await server.strapi.db.query('plugin::content-delivery.revision').delete({ where: { scope: 'roles' } });
    await server.stopAndKeepDatabase();
    server = await startServer({}, server.database);
    try {
      expect(await server.strapi.service('admin::role').findOne({ code: 'website-editor' })).toBeNull();
    } finally {
      await server.stop();
    }
  });

  it('get what is new of websites where they see their address, once', async () => {
    let server = await startServer();
    const permissions = () => server.strapi.db.query('admin::permission');
    const fieldsOf = async (code: string): Promise<string[]> => {
      const where = { role: { code }, subject: UID.website, action: 'plugin::content-manager.explorer.read' };
      const found = (await permissions().findOne({ where })) as {
        id: number;
        properties: { fields: string[] };
      };
      return found.properties.fields;
    };
    const narrow = async (code: string, fields: string[]) => {
      const where = { role: { code }, subject: UID.website };
      for (const { id } of (await permissions().findMany({ where })) as { id: number }[]) {
        await permissions().update({ where: { id }, data: { properties: { fields } } });
      }
    };
    const restart = async () => {
      await server.stopAndKeepDatabase();
      server = await startServer({}, server.database);
    };
    try {
      await signInAsSuperAdmin(server.strapi);
      await narrow('strapi-editor', ['name', 'url']);
      await narrow('strapi-author', ['name']);
      const scope = 'roles:website-texts';
      await server.strapi.db.query('plugin::content-delivery.revision').delete({ where: { scope } });
      await restart();
      expect(await fieldsOf('strapi-editor')).toEqual(['name', 'url', 'description', 'image']);
      expect(await fieldsOf('strapi-author')).toEqual(['name']);
      await narrow('strapi-editor', ['name', 'url']);
      await restart();
      expect(await fieldsOf('strapi-editor')).toEqual(['name', 'url']);
    } finally {
      await server.stop();
    }
  });

  it('get what is new of posts when a version with authors is first started, once', async () => {
    let server = await startServer();
    const permissions = () => server.strapi.db.query('admin::permission');
    const of = async (code: string, where: object) =>
      (await permissions().findMany({ where: { role: { code }, ...where } })) as {
        id: number;
        action: string;
        properties: { fields?: string[] };
        conditions: string[];
      }[];
    const author = { subject: UID.author };
    const onPosts = { subject: UID.post, action: 'plugin::content-manager.explorer.update' };
    try {
      await signInAsSuperAdmin(server.strapi);
      const rightsBefore = await of('website-editor', author);
      const narrow = async (code: string, fields: string[]) => {
        for (const { id } of await of(code, onPosts)) {
          await permissions().update({ where: { id }, data: { properties: { fields } } });
        }
      };
      const forget = async (code: string) => {
        for (const { id } of await of(code, author)) await permissions().delete({ where: { id } });
      };
      const [before] = await of('website-editor', onPosts);
      const fields = before?.properties.fields ?? [];
      // As it was before there were authors; the role of authors has lost tags.
      await forget('website-editor');
      await forget('strapi-editor');
      const older = fields.filter((name) => name !== 'author' && name !== 'language');
      await narrow('website-editor', older);
      await narrow('strapi-author', ['title']);
      const scope = 'roles:authors';
      await server.strapi.db.query('plugin::content-delivery.revision').delete({ where: { scope } });
      const restart = async () => {
        await server.stopAndKeepDatabase();
        server = await startServer({}, server.database);
      };

      await restart();
      const bySubject = (rights: { action: string; properties: object; conditions: string[] }[]) =>
        rights.map(({ action, properties, conditions }) => ({ action, properties, conditions }));
      expect(bySubject(await of('website-editor', author))).toEqual(
        expect.arrayContaining(
          bySubject(rightsBefore).map((right) => ({
            ...right,
            properties: expect.objectContaining({}) as object,
          })),
        ),
      );
      expect(await of('website-editor', author)).toHaveLength(rightsBefore.length);
      const [after] = await of('website-editor', onPosts);
      expect([...(after?.properties.fields ?? [])].sort()).toEqual([...fields].sort());
      expect((await of('strapi-author', onPosts))[0]?.properties.fields).toEqual(['title']);

      await forget('website-editor');
      await restart();
      expect(await of('website-editor', author)).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
