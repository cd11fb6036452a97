import { applyLayouts, LAYOUTS } from '../../../src/plugins/content-delivery/server/src/panel/layouts';
import type { Layout } from '../../../src/plugins/content-delivery/server/src/panel/layouts/layout';
import { UID } from '../../fixtures/content';
import { signInAsSuperAdmin, type AdminPanel } from '../../support/admin-panel';
import { startServer, type TestServer } from '../../support/strapi';
import { withServer } from '../../support/with-server';

interface View {
  settings: Record<string, unknown>;
  metadatas: Record<string, { edit: Record<string, unknown>; list: Record<string, unknown> }>;
  layouts: { list: string[]; edit: { name: string; size: number }[][] };
}

const COMPONENT = 'pseo.internal-link';
const PLACE = (uid: string) =>
  uid === COMPONENT
    ? `/content-manager/components/${uid}/configuration`
    : `/content-manager/content-types/${uid}/configuration`;

const read = async (panel: AdminPanel, uid: string): Promise<View> => {
  const { body } = await panel.get(PLACE(uid));
  const data = body.data as { contentType?: View; component?: View };
  return (data.contentType ?? data.component) as View;
};
const change = async (panel: AdminPanel, uid: string, by: (view: View) => void): Promise<View> => {
  const { settings, metadatas, layouts } = await read(panel, uid);
  const view = structuredClone({ settings, metadatas, layouts });
  // Told to readers only.
  for (const { list } of Object.values(view.metadatas)) delete list['mainField'];
  by(view);
  const answer = await panel.put(PLACE(uid), view as never);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return read(panel, uid);
};

describe('lists and forms on a first start', () => {
  const { asSuperAdmin } = withServer();
  const panel = asSuperAdmin();

  it.each(LAYOUTS.map((layout) => [layout.uid, layout] as const))('%s', async (uid, layout) => {
    const { settings, metadatas, layouts } = await read(panel, uid);
    const fields = layouts.edit.flat().map(({ name }) => name);
    expect(layouts.edit.map((row) => row.map(({ name, size }) => [name, size]))).toEqual(layout.form);
    for (const row of layouts.edit) {
      expect(row.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(12);
    }
    // Whatever editors can fill in is in the form and has a name in words.
    const editable = Object.keys(metadatas).filter((name) => metadatas[name]?.edit['visible']);
    expect([...fields].sort()).toEqual(editable.sort());
    for (const name of fields) {
      expect(metadatas[name]?.edit['label']).toMatch(/^\p{Lu}[^A-Z]*( [^A-Z]+)*$|^API key$/u);
    }
    expect(settings).toMatchObject({ mainField: layout.mainField });
    if (layout.list) {
      expect(layouts.list).toEqual(layout.list.columns);
      expect([settings['defaultSortBy'], settings['defaultSortOrder']]).toEqual(layout.list.sort);
      for (const column of layouts.list) expect(metadatas[column]?.list['label']).not.toBe(column);
    }
  });

  it('posts are sorted by website, category and schedule date, and filtered by website', async () => {
    const { metadatas } = await read(panel, UID.post);
    for (const name of ['website', 'category', 'scheduleDate', 'updatedAt']) {
      expect(metadatas[name]?.list['sortable']).toBe(true);
      const sort = ['website', 'category'].includes(name) ? `${name}.name` : name;
      expect((await panel.get(`/content-manager/collection-types/${UID.post}?sort=${sort}:ASC`)).status).toBe(
        200,
      );
    }
    const byWebsite = await panel.get(
      `/content-manager/collection-types/${UID.post}?filters[$and][0][website][name][$containsi]=x`,
    );
    expect(byWebsite.status).toBe(200);
  });
});

describe('a view that', () => {
  let server: TestServer;
  let panel: AdminPanel;
  const restart = async () => {
    await server.stopAndKeepDatabase();
    server = await startServer({}, server.database);
    panel = await signInAsSuperAdmin(server.strapi);
  };
  /** What a release with another layout would do. */
  const release = (uid: string, different: Partial<Layout>) =>
    applyLayouts(
      server.strapi,
      LAYOUTS.map((layout) => (layout.uid === uid ? { ...layout, ...different } : layout)),
    );
  const otherList = { columns: ['name'], sort: ['name', 'DESC'], pageSize: 10 } as const;

  beforeEach(async () => {
    server = await startServer();
    panel = await signInAsSuperAdmin(server.strapi);
  });
  afterEach(() => server.stop());

  it('somebody has changed stays, through restarts and new releases', async () => {
    const mine = await change(panel, UID.tag, (view) => {
      view.layouts.list = ['name'];
      (view.metadatas['name'] as View['metadatas'][string]).edit['label'] = 'Mine';
    });
    const link = await change(panel, COMPONENT, (view) => view.layouts.edit.reverse());
    await restart();
    expect(await read(panel, UID.tag)).toEqual(mine);
    await release(UID.tag, { list: otherList });
    await release(COMPONENT, { fields: {} });
    expect([await read(panel, UID.tag), await read(panel, COMPONENT)]).toEqual([mine, link]);
  });

  it('nobody has touched follows a new release, and a restart leaves it', async () => {
    await release(UID.tag, { list: otherList });
    expect((await read(panel, UID.tag)).layouts.list).toEqual(['name']);
    await release(UID.tag, {});
    const ours = await read(panel, UID.tag);
    await restart();
    expect(await read(panel, UID.tag)).toEqual(ours);
  });

  it('an earlier release left as Strapi makes it is replaced; one that was changed then is not', async () => {
    // As Strapi makes it of its own accord, on an installation that has never had layouts of ours.
    const views = server.strapi.plugin('content-manager').service('content-types');
    for (const uid of [UID.post, UID.tag]) {
      await views.updateConfiguration(server.strapi.contentType(uid), {
        settings: {},
        metadatas: {},
        layouts: {},
      });
    }
    await views.syncConfigurations();
    await server.strapi.store.delete({ type: 'plugin', name: 'content-delivery', key: 'layouts' });
    const mine = await change(panel, UID.tag, (view) => (view.settings['pageSize'] = 100));
    expect((await read(panel, UID.post)).metadatas['metaTitle']?.edit['label']).toBe('metaTitle');

    await restart();
    expect((await read(panel, UID.post)).metadatas['metaTitle']?.edit['label']).toBe('Meta title');
    expect(await read(panel, UID.tag)).toEqual(mine);
  });
});
