import type { ImportReport } from '../../../src/plugins/content-delivery/contracts/import-reports';
import { UID, unique } from '../../fixtures/content';
import { signInAsSuperAdmin, signInWith, type AdminPanel } from '../../support/admin-panel';
import { contentPermissions } from '../../support/admin-users';
import { incomingPost, openWriterOn } from '../../support/writer';
import { withServer } from '../../support/with-server';

const WEBSITE = 'api::website.website';
const CONDITION = 'plugin::content-delivery.listed-websites';

const { server } = withServer();

/** Brings in a post that loses something, and one that stays behind. */
const bring = async (name: string, isDryRun = false) => {
  const { writer } = await openWriterOn(server.strapi, {
    website: { name, apiKey: `key of ${name}` },
    images: { mode: 'leave', base: 'https://old.example.com', hosts: [] },
    isDryRun,
  });
  await writer.post(incomingPost('a', { title: 'x'.repeat(300) }));
  await writer.post(incomingPost('b', { slug: null, title: '' }));
  await writer.keepReport();
  return writer.website.documentId;
};
const ask = async (panel: AdminPanel, website: string) => {
  const { status, body } = await panel.get(`/content-delivery/websites/${website}/import-report`);
  return { status, report: (body as { data?: ImportReport | null }).data };
};
const stored = () =>
  server.strapi.db.query('strapi::core-store').count({ where: { key: { $contains: 'import-report-' } } });

describe('the report of the latest import', () => {
  it('is there for whoever may see the website, entries first, until the website is gone', async () => {
    const panel = await signInAsSuperAdmin(server.strapi);
    const name = unique('website');
    const website = await bring(name);
    const { status, report } = await ask(panel, website);
    expect(status).toBe(200);
    expect(report).toMatchObject({ left: 0, at: expect.stringMatching(/^2.*Z$/) as string });
    expect(report?.lines.map(({ loss, kind, count }) => [loss, kind, count])).toEqual([
      ['left-out', 'post', 1],
      ['altered', 'post', 1],
    ]);

    const { panel: editor } = await signInWith(
      server.strapi,
      contentPermissions(server.strapi, [WEBSITE], [CONDITION]),
    );
    expect((await ask(editor, website)).status).not.toBe(200);
    const { panel: stranger } = await signInWith(server.strapi, []);
    expect((await ask(stranger, website)).status).toBe(403);

    expect(await stored()).toBe(1);
    const posts: { documentId: string }[] = await server.strapi.db
      .query(UID.post)
      .findMany({ where: { website: { documentId: website } } });
    for (const { documentId } of posts) await server.strapi.documents(UID.post).delete({ documentId });
    await server.strapi.documents(UID.website).delete({ documentId: website });
    await bring(unique('website'));
    expect(await stored()).toBe(1);
  });

  it('is none where nothing was brought in, as in a dry run', async () => {
    const panel = await signInAsSuperAdmin(server.strapi);
    const before = await stored();
    await bring(unique('website'), true);
    expect(await stored()).toBe(before);
    const { documentId } = await server.strapi
      .documents(UID.website)
      .create({ data: { name: unique('website') } } as never);
    expect(await ask(panel, documentId)).toEqual({ status: 200, report: null });
  });
});
