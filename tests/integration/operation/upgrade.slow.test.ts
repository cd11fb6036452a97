import type { Core } from '@strapi/strapi';
import { contentOf, UID } from '../../fixtures/content';
import { signIn, type AdminPanel } from '../../support/admin-panel';
import { delivered } from '../../support/answers';
import type { TestDatabase } from '../../support/databases';
import { loadRelease, releases, type ReleaseFixture } from '../../support/release-fixtures';
import { startServer, type TestServer } from '../../support/strapi';
import { expectRefusedAt } from '../../support/violations';
import { until } from '../../support/until';
import { targets } from '../../support/warmed';

/** Strapi draws lots at each start for when it counts uploads. */
const DRAWN_AT_EACH_START = 'plugin_upload_metrics';

/** All rows by table, in any order. */
const rowsByTable = async ({ db }: Core.Strapi): Promise<Record<string, string[]>> => {
  const rows: Record<string, string[]> = {};
  for (const table of (await db.dialect.schemaInspector.getTables()) as string[]) {
    const found: Record<string, unknown>[] = await db.connection(table).select('*');
    rows[table] = found
      .filter(({ key }) => key !== DRAWN_AT_EACH_START)
      .map((row) => JSON.stringify(row))
      .sort();
  }
  return rows;
};

/** The one exception to unchanged answers: since 0.2.0 a 404 says that it is about a slug (docs/api.md). */
const asNow = <Answer extends { status: number; text: string }>(response: Answer): Answer => ({
  ...response,
  text:
    response.status === 404
      ? response.text.replace(/(with this slug\.","details":\{)\}/, '$1"code":"unknown-slug"}')
      : response.text,
});

it('covers the first release', () => {
  expect(releases()).toContain('0.1.0');
});

describe.each(releases())('on a database of release %s', (version) => {
  let database: TestDatabase;
  let fixture: ReleaseFixture;
  let server: TestServer;
  let panel: AdminPanel;

  const start = () => startServer(fixture.environment, database);
  beforeAll(async () => {
    ({ database, fixture } = await loadRelease(version));
    server = await start();
  });
  afterAll(async () => {
    await server?.stopAndKeepDatabase();
    await database?.drop();
  });

  it('delivers what that release delivered, byte for byte', async () => {
    const { system, responses } = fixture;
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
    expect(await delivered(server, system.requests)).toEqual(responses.map(asNow));
  });

  it('lets no end user register, of whom that release knew nothing', async () => {
    const advanced = { type: 'plugin', name: 'users-permissions', key: 'advanced' };
    expect(await server.strapi.store.get(advanced)).toMatchObject({ allow_register: false });
  });

  it('changes nothing more when it starts again', async () => {
    // With the first requests each account is looked at for links that lead nowhere.
    const count = async (table: string): Promise<number> =>
      (await server.strapi.db.connection(table).select('id')).length;
    await until(
      'a look at each account',
      async () => (await count('content_delivery_link_checks')) === (await count('accounts')),
      { within: 100_000 },
    );
    const underWay = () =>
      server.strapi.db
        .connection('content_delivery_jobs')
        .whereIn('state', ['waiting', 'running'])
        .first('id');
    await until('the end of every job', async () => (await underWay()) === undefined, { within: 100_000 });
    const before = await rowsByTable(server.strapi);
    await server.stopAndKeepDatabase();
    server = await start();
    expect(await rowsByTable(server.strapi)).toEqual(before);
  });

  it('lets its users sign in, and lets them write and publish a post', async () => {
    const { superAdmin, websites } = fixture.system;
    const [website] = websites;
    if (!website) throw new Error('The fixture has no website.');
    panel = await signIn(server.strapi, superAdmin.email, superAdmin.password);
    const posts = `/content-manager/collection-types/${UID.post}`;
    const saved = await panel.post(`${posts}/actions/publish`, {
      title: 'After the upgrade',
      content: '<p>new</p>',
      website: { connect: [{ documentId: website.documentId }] },
    });
    expect(saved.body).not.toHaveProperty('error');
    expect(saved.status).toBe(200);
    const [answer] = await delivered(server, [targets.post(website, 'after-the-upgrade')]);
    expect(answer?.status).toBe(200);
    expect(JSON.parse(answer?.text ?? '')).toMatchObject({
      title: 'After the upgrade',
      content: '<p>new</p>',
    });
  });

  it('still shows the keys, and knows which ones may not be given again', async () => {
    const { websites, endedKeys } = fixture.system;
    for (const { documentId, key } of websites) {
      const { status, body } = await panel.get(`/content-delivery/websites/${documentId}/api-key`);
      expect({ status, data: body.data }).toMatchObject({ status: 200, data: { apiKey: key } });
    }
    const content = contentOf(server.strapi);
    const account = (await content.defaultAccount()).documentId;
    for (const apiKey of [...endedKeys, ...websites.map(({ key }) => key)]) {
      await expectRefusedAt('apiKey', content.website({ account, apiKey }));
    }
  });

  it('still refuses a slug that is taken, and lets the editor of one website see no other', async () => {
    const { post, websites, editor } = fixture.system;
    await expectRefusedAt(
      'slug',
      contentOf(server.strapi).post(websites[0]?.documentId ?? '', { slug: post.slug }),
    );
    const restricted = await signIn(server.strapi, editor.email, editor.password);
    const list = await restricted.get(`/content-manager/collection-types/${UID.website}`);
    expect(list.body.results?.map(({ documentId }) => documentId)).toEqual([websites[0]?.documentId]);
  });
});
