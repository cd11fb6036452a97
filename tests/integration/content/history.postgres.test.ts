import type {
  RestoreResult,
  VersionDetails,
  VersionInfo,
  VersionList,
} from '../../../src/plugins/content-delivery/contracts/history';
import { serviceOf } from '../../support/services';
import { UID, unique } from '../../fixtures/content';
import { contentPermissions, signInWith, LISTED_WEBSITES, dataOf } from '../../support/admin-panel';
import { rowsOf } from '../../support/documents';
import { runningJobs } from '../../support/jobs';
import { importsBy, LIVE, TEMPLATES, toCsv } from '../../support/page-imports';
import { withServer } from '../../support/with-server';

const TABLE = 'content_delivery_versions';

describe('versions of what was published', () => {
  const { server, content, documentsOf, asSuperAdmin } = withServer({ HISTORY_VERSIONS: '3' });
  const { ended } = runningJobs(() => server.strapi);
  const panel = asSuperAdmin();
  let website: string;

  beforeAll(async () => {
    website = (await content.website()).documentId;
  });

  const path = (uid: string, id: string, rest = '') =>
    `/content-delivery/entries/${uid}/${id}/versions${rest}`;
  const list = async (uid: string, id: string, by = panel): Promise<VersionInfo[]> =>
    (await dataOf<VersionList>(by.get(path(uid, id)))).versions;
  const find = async (uid: string, id: string, number: number) =>
    (await panel.get(path(uid, id, `/${number}`))).body.data as VersionDetails;
  const savedAt = async (uid: string, id: string, where: object = { publishedAt: null }) => {
    const row = await rowsOf(server.strapi, uid).findOne({ where: { documentId: id, ...where } });
    return new Date(row?.['updatedAt'] as string).toISOString();
  };
  const restore = async (uid: string, id: string, number: number, by = panel, where?: object) =>
    by.post(path(uid, id, `/${number}/restore`), { savedAt: await savedAt(uid, id, where) });
  const entries = (uid: string, rest = '') => `/content-manager/collection-types/${uid}${rest}`;

  it('are kept with who, when and how, the last few of them, and come back as a draft', async () => {
    const begun = Date.now();
    const [news, gone] = [await content.category(website, 'News'), await content.category(website, 'Gone')];
    const tag = await content.tag(website);
    const id = (
      await content.post(website, {
        title: 'First',
        slug: unique('post'),
        content: '<p>One</p>',
        category: gone.documentId,
        tags: [tag.documentId],
      })
    ).documentId;
    for (const title of ['Second', 'Third']) {
      const { status } = await panel.post(entries(UID.post, `/${id}/actions/publish`), {
        title,
        category: { set: [{ documentId: news.documentId }] },
      });
      expect(status).toBe(200);
    }
    const versions = await list(UID.post, id);
    expect(versions.map(({ number, source, by }) => [number, source, by])).toEqual([
      [3, 'panel', { kind: 'user', name: 'Test User' }],
      [2, 'panel', { kind: 'user', name: 'Test User' }],
      [1, 'command', { kind: 'none' }],
    ]);
    expect(Date.parse(versions[0]?.at ?? '')).toBeGreaterThanOrEqual(begun);
    expect((await find(UID.post, id, 1)).values).toMatchObject({
      title: 'First',
      content: '<p>One</p>',
      category: { documentId: gone.documentId, name: 'Gone' },
      tags: [{ documentId: tag.documentId }],
    });

    await content.remove(UID.category, gone.documentId);
    const { status, body } = await restore(UID.post, id, 1);
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: { leftOut: [{ field: 'category', name: 'Gone' }] } satisfies RestoreResult,
    });
    const posts = documentsOf(UID.post);
    const [draft, live] = [
      await posts.findFirst({ filters: { documentId: id }, populate: ['tags', 'category'] }),
      await posts.findOne({ documentId: id, status: 'published' }),
    ];
    expect(draft).toMatchObject({
      title: 'First',
      content: '<p>One</p>',
      category: null,
      tags: [{ documentId: tag.documentId }],
    });
    expect(live).toMatchObject({ title: 'Third' });

    await content.publish(UID.post, id);
    expect((await list(UID.post, id)).map(({ number }) => number)).toEqual([4, 3, 2]);
    await content.publish(UID.post, id);
    expect((await list(UID.post, id)).map(({ number }) => number)).toEqual([4, 3, 2]);
    expect((await panel.get(path(UID.post, id, '/1'))).status).toBe(404);
  });

  it('are none of drafts, and none of what was taken back', async () => {
    const { documentId } = await content.draft(website);
    expect(await list(UID.post, documentId)).toEqual([]);
    await expect(
      server.strapi.db.transaction(async () => {
        await content.publish(UID.post, documentId);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await list(UID.post, documentId)).toEqual([]);
  });

  it('bring back what a post said, and not when it was published or scheduled', async () => {
    const [before, later] = ['2020-01-01T10:00:00.000Z', '2099-01-01T10:00:00.000Z'];
    const { documentId } = await content.post(website, {
      title: 'Scheduled',
      publishDate: before,
      scheduleDate: later,
    });
    const now = { publishDate: '2021-02-03T04:05:00.000Z', scheduleDate: null };
    await content.update(UID.post, documentId, { title: 'Live', ...now }, 'published');
    expect((await restore(UID.post, documentId, 1)).status).toBe(200);
    const posts = documentsOf(UID.post);
    expect(await posts.findFirst({ filters: { documentId } })).toMatchObject({ title: 'Scheduled', ...now });
    await content.publish(UID.post, documentId);
    expect(await posts.findOne({ documentId, status: 'published' })).toMatchObject(now);

    const { values } = await find(UID.post, documentId, 1);
    await content.update(UID.post, documentId, { scheduleDate: later });
    expect(values['scheduleDate']).toBe(later);
    expect((await restore(UID.post, documentId, 1)).status).toBe(200);
    expect(await posts.findFirst({ filters: { documentId } })).toMatchObject({ scheduleDate: later });
  });

  it('do not overwrite a draft that was saved since, nor take a slug that another has', async () => {
    const slug = unique('slug');
    const { documentId } = await content.post(website, { title: 'Old', slug });
    const opened = await savedAt(UID.post, documentId);
    await content.update(UID.post, documentId, { title: 'New', slug: unique('new') }, 'published');
    const refused = await panel.post(path(UID.post, documentId, '/1/restore'), { savedAt: opened });
    expect(refused.status).toBe(400);
    expect(refused.body.error?.message).toContain('A colleague has saved this entry');
    await content.post(website, { slug });
    const { status, body } = await restore(UID.post, documentId, 1);
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: { leftOut: [{ field: 'slug', name: slug }] },
    });
    expect(await documentsOf(UID.post).findOne({ documentId })).toMatchObject({ title: 'Old' });
  });

  it('are kept of the templates of a campaign, which come back at once', async () => {
    const { documentId } = await content.campaign(website, { htmlTemplate: '<p>{{ a }}</p>' });
    await content.update(UID.campaign, documentId, {
      htmlTemplate: '<p>Wrong</p>',
      internalLinks: [{ keyword: 'tea', anchor: 'tea', url: '/tea', internal: true, nofollow: false }],
    });
    expect((await find(UID.campaign, documentId, 2)).values['internalLinks']).toEqual([
      { keyword: 'tea', anchor: 'tea', url: '/tea', internal: true, nofollow: false },
    ]);
    expect((await restore(UID.campaign, documentId, 1, panel, {})).status).toBe(200);
    expect(await documentsOf(UID.campaign).findOne({ documentId })).toMatchObject({
      htmlTemplate: '<p>{{ a }}</p>',
    });
    expect((await list(UID.campaign, documentId)).length).toBe(3);
  });

  it('say that they come from an import, from a change of many, and from the user who asked for it', async () => {
    const { documentId: campaign } = await content.campaign(website, TEMPLATES);
    const imports = importsBy(server.strapi, panel);
    const file = (text: string) =>
      toCsv([
        ['city', 'text'],
        [`Berlin`, text],
      ]);
    await imports.imported(campaign, file('One'), LIVE);
    await imports.imported(campaign, file('Two'), LIVE);
    const page = await rowsOf(server.strapi, UID.page).findOne({
      where: { campaign: { documentId: campaign }, publishedAt: null },
    });
    const id = page?.documentId ?? '';
    const byTester = { kind: 'user', name: 'Test User' };
    expect((await list(UID.page, id)).map(({ number, source, by }) => [number, source, by])).toEqual([
      [2, 'import', byTester],
      [1, 'import', byTester],
    ]);
    expect((await find(UID.page, id, 1)).values).toMatchObject({
      variables: { city: 'Berlin', text: 'One' },
    });
    await content.update(UID.page, id, { html: '<p>Own</p>' });
    const answer = await panel.post('/content-delivery/pseo-page-jobs', {
      website,
      action: 'publish',
      pages: [id],
    });
    await ended((answer.body.data as { documentId: string }).documentId);
    const [newest] = await list(UID.page, id);
    expect(newest).toMatchObject({ number: 3, source: 'bulk', by: byTester });
    expect((await restore(UID.page, id, 1)).status).toBe(200);
    expect(await documentsOf(UID.page).findOne({ documentId: id })).toMatchObject({
      html: null,
      variables: { city: 'Berlin', text: 'One' },
    });

    const posts = [await content.draft(website), await content.draft(website)].map((one) => one.documentId);
    await panel.post(entries(UID.post, '/actions/bulkPublish'), { documentIds: posts });
    expect(await list(UID.post, posts[1] ?? '')).toMatchObject([{ number: 1, source: 'bulk', by: byTester }]);

    await content.remove(UID.page, id);
    expect(await server.strapi.db.connection(TABLE).where({ entry: id })).toEqual([]);
  });

  it('begin with what was live before there was a history', async () => {
    const { documentId } = await content.post(website, { title: 'Before' });
    await server.strapi.db.connection(TABLE).where({ entry: documentId }).delete();
    await content.update(UID.post, documentId, { title: 'After' }, 'published');
    expect((await list(UID.post, documentId)).map(({ source }) => source)).toEqual(['command', 'unknown']);
    expect((await find(UID.post, documentId, 1)).values).toMatchObject({ title: 'Before' });
  });

  it('are shown to those who may read the entry, and restored by those who may change it', async () => {
    const listed = (await content.website()).documentId;
    const own = (await content.post(listed)).documentId;
    const foreign = (await content.post(website)).documentId;
    const all = contentPermissions(server.strapi, [UID.post], [LISTED_WEBSITES]);
    const editor = await signInWith(server.strapi, all);
    const reader = await signInWith(
      server.strapi,
      all
        .filter(({ action }) => action.endsWith('.read'))
        .map((one) => ({ ...one, properties: { fields: ['title', 'website'] } })),
    );
    await content.update(UID.website, listed, { editors: [editor.id, reader.id] });

    expect((await list(UID.post, own, editor.panel)).length).toBe(1);
    expect((await editor.panel.get(path(UID.post, foreign))).status).toBe(404);
    expect((await editor.panel.get(path(UID.post, foreign, '/1'))).status).toBe(404);
    expect((await restore(UID.post, foreign, 1, editor.panel)).status).toBe(404);
    expect((await restore(UID.post, own, 1, editor.panel)).status).toBe(200);

    const seen = await reader.panel.get(path(UID.post, own, '/1'));
    expect(Object.keys((seen.body.data as VersionDetails).values)).toEqual(['title']);
    expect((await restore(UID.post, own, 1, reader.panel)).status).toBe(403);
    const nobody = await signInWith(server.strapi, []);
    expect((await nobody.panel.get(path(UID.post, own))).status).toBe(403);
    expect((await panel.get(path(UID.tag, (await content.tag(website)).documentId))).status).toBe(404);
    expect((await panel.get(path(UID.post, own, '/0'))).status).toBe(404);
    expect((await panel.post(path(UID.post, own, '/1/restore'), { savedAt: 'then' })).status).toBe(400);
  });

  it('do not keep the name of a user who was deleted', async () => {
    const user = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.post]));
    const { documentId } = await content.draft(website);
    expect((await user.panel.post(entries(UID.post, `/${documentId}/actions/publish`), {})).status).toBe(200);
    await server.strapi.db.query('admin::user').delete({ where: { id: user.id } });
    expect(await list(UID.post, documentId)).toMatchObject([{ by: { kind: 'former' } }]);
  });

  it('go when they are too old, but for the newest', async () => {
    const { documentId } = await content.post(website, { title: 'One' });
    for (const title of ['Two', 'Three']) await content.update(UID.post, documentId, { title }, 'published');
    await server.strapi.db
      .connection(TABLE)
      .where({ entry: documentId })
      .update({ at: new Date(Date.now() - 366 * 24 * 3_600_000) });
    await serviceOf(server.strapi, 'history').prune(() => true);
    expect((await list(UID.post, documentId)).map(({ number }) => number)).toEqual([3]);
  });

  it('go when they are too old though another part of the housekeeping fails', async () => {
    const { documentId } = await content.post(website, { title: 'One' });
    await content.update(UID.post, documentId, { title: 'Two' }, 'published');
    await server.strapi.db
      .connection(TABLE)
      .where({ entry: documentId })
      .update({ at: new Date(Date.now() - 366 * 24 * 3_600_000) });
    const failing = jest
      .spyOn(serviceOf(server.strapi, 'webhooks'), 'prune')
      .mockRejectedValue(new Error('No.'));
    const log = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    await serviceOf(server.strapi, 'housekeeping').drain();
    expect(log.mock.calls.flat().map(String)).toEqual(['Error: No.']);
    failing.mockRestore();
    log.mockRestore();
    expect((await list(UID.post, documentId)).map(({ number }) => number)).toEqual([2]);
  });

  it('go when they are too old also after many of a clock that was set back since', async () => {
    const versions = () => server.strapi.db.connection(TABLE);
    // Those of the other tests would come first.
    await versions().delete();
    const ahead = await content.post(website);
    const row: Record<string, unknown> | undefined = await versions().first();
    delete row?.['id'];
    const at = new Date(Date.now() + 10 * 365 * 24 * 3_600_000);
    await versions().update({ at });
    const numbers = Array.from({ length: 600 }, (_, n) => n + 2);
    for (let from = 0; from < numbers.length; from += 25) {
      const some = numbers.slice(from, from + 25).map((number) => ({ ...row, number, at }));
      await versions().insert(some);
    }
    const { documentId } = await content.post(website, { title: 'One' });
    await content.update(UID.post, documentId, { title: 'Two' }, 'published');
    await versions()
      .where({ entry: documentId })
      .update({ at: new Date(Date.now() - 366 * 24 * 3_600_000) });
    await serviceOf(server.strapi, 'history').prune(() => true);
    expect((await list(UID.post, documentId)).map(({ number }) => number)).toEqual([2]);
    await versions().where({ entry: ahead.documentId }).delete();
  });
});
