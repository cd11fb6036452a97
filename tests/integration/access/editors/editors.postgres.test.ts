import {
  contentPermissions,
  signInAsSuperAdmin,
  signInWith,
  type AdminPanel,
  type Answer,
  LISTED_WEBSITES,
} from '../../../support/admin-panel';
import { withRestrictedEditor } from './with-restricted-editor';

const TYPES = [
  'api::website.website',
  'api::category.category',
  'api::tag.tag',
  'api::post.post',
  'api::internal-link.internal-link',
  'api::pseo-campaign.pseo-campaign',
  'api::pseo-page.pseo-page',
  'api::account.account',
] as const;
const entries = (uid: string, rest = '') => `/content-manager/collection-types/${uid}${rest}`;
const idsOf = (answer: Answer) => (answer.body.results ?? []).map((entry) => entry['documentId']);
const saved = (answer: Answer) => (answer.body.data as { documentId: string }).documentId;

describe('an editor who is restricted to listed websites', () => {
  const { server, content, editor, own, foreign } = withRestrictedEditor(TYPES);

  const exists = async (uid: string, documentId: string) =>
    (await server.strapi.db.query(uid as never).count({ where: { documentId } })) > 0;

  it.each([
    ['api::website.website', 'id'],
    ['api::category.category', 'category'],
    ['api::tag.tag', 'tag'],
    ['api::post.post', 'post'],
    ['api::internal-link.internal-link', 'link'],
    ['api::pseo-campaign.pseo-campaign', 'campaign'],
    ['api::pseo-page.pseo-page', 'page'],
    ['api::account.account', 'account'],
  ] as const)('sees in the list of %s their own entries only', async (uid, name) => {
    const list = await editor.get(entries(uid));
    expect(list.status).toBe(200);
    expect(idsOf(list)).toEqual([own[name]]);
    expect((await editor.get(entries(uid, `/${own[name]}`))).status).toBe(200);
    expect((await editor.get(entries(uid, `/${foreign[name]}`))).status).toBe(403);
  });

  it.each([
    ['api::category.category', 'category'],
    ['api::tag.tag', 'tag'],
    ['api::post.post', 'post'],
    ['api::internal-link.internal-link', 'link'],
    ['api::pseo-page.pseo-page', 'page'],
  ] as const)('neither changes nor deletes a foreign entry of %s', async (uid, name) => {
    const change = await editor.put(entries(uid, `/${foreign[name]}`), {});
    expect(change.status).toBe(403);
    expect((await editor.delete(entries(uid, `/${foreign[name]}`))).status).toBe(403);
    await editor.post(entries(uid, '/actions/bulkDelete'), { documentIds: [foreign[name]] });
    expect(await exists(uid, foreign[name])).toBe(true);
  });

  const without = (entry: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));

  it.each([
    ['api::website.website', []],
    ['api::category.category', []],
    ['api::tag.tag', []],
    ['api::post.post', ['content']],
    ['api::internal-link.internal-link', []],
    ['api::pseo-campaign.pseo-campaign', ['htmlTemplate']],
    ['api::pseo-page.pseo-page', ['html', 'variables']],
    ['api::account.account', []],
  ] as const)('has all but long texts in the list of %s', async (uid, long) => {
    const admin = await signInAsSuperAdmin(server.strapi);
    for (const panel of [editor, admin]) {
      const whole = await panel.get(entries(uid, '?fields=*'));
      expect(Object.keys(whole.body.results?.[0] ?? {})).toEqual(expect.arrayContaining([...long]));
      expect((await panel.get(entries(uid))).body).toEqual({
        ...whole.body,
        results: whole.body.results?.map((entry) => without(entry, long)),
      });
    }
  });

  it('has the long text in a list that asks for it or whose view shows it, and finds by it', async () => {
    const uid = 'api::post.post';
    const post = (await content.post(own.id, { content: '<p>a rare word: quagga</p>' })).documentId;
    const found = await editor.get(entries(uid, '?_q=quagga'));
    expect(found.body.results).toMatchObject([{ documentId: post, status: expect.any(String) as string }]);
    expect(found.body.results?.[0]).not.toHaveProperty('content');
    const asked = await editor.get(entries(uid, '?_q=quagga&fields=content'));
    expect(asked.body.results?.[0]).toMatchObject({ content: '<p>a rare word: quagga</p>' });

    const views = server.strapi.plugin('content-manager').service('content-types') as {
      findConfiguration(type: object): Promise<{ layouts: { list: string[] } }>;
      updateConfiguration(type: object, view: object): Promise<unknown>;
    };
    const view = await views.findConfiguration({ uid });
    const showing = { ...view, layouts: { ...view.layouts, list: [...view.layouts.list, 'content'] } };
    await views.updateConfiguration({ uid }, showing);
    const shown = await editor.get(entries(uid, '?_q=quagga'));
    expect(shown.body.results?.[0]).toMatchObject({ content: '<p>a rare word: quagga</p>' });
    await views.updateConfiguration({ uid }, view);
    await server.strapi.documents(uid).delete({ documentId: post });
  });

  it('sees in a list no more fields than they may, long or short', async () => {
    const uid = 'api::post.post';
    const [permission] = contentPermissions(server.strapi, [uid]).filter(({ action }) =>
      action.endsWith('.read'),
    );
    const { panel } = await signInWith(server.strapi, [
      {
        ...permission,
        action: permission?.action ?? '',
        subject: uid,
        properties: { fields: ['title', 'website'] },
      },
    ]);
    const { status, body } = await panel.get(entries(uid));
    expect(status).toBe(200);
    expect(body.results?.[0]).toMatchObject({ title: expect.any(String) as string });
    for (const name of ['slug', 'content', 'metaTitle']) expect(body.results?.[0]).not.toHaveProperty(name);
  });

  it('finds no entry by what they may not read', async () => {
    const uid = 'api::post.post';
    const [permission] = contentPermissions(server.strapi, [uid]).filter(({ action }) =>
      action.endsWith('.read'),
    );
    const { panel } = await signInWith(server.strapi, [
      { ...permission, action: permission?.action ?? '', subject: uid, properties: { fields: ['title'] } },
    ]);
    const { documentId } = await content.post(own.id, {
      title: 'An okapi 50%',
      slug: 'an-aardvark',
      content: '<p>and a quagga</p>',
    });
    const found = async (search: string) =>
      (await panel.get(entries(uid, `?_q=${encodeURIComponent(search)}`))).body.results?.map(
        (entry) => entry['documentId'],
      );
    for (const hidden of ['quagga', 'aardvark']) expect(await found(hidden)).toEqual([]);
    for (const shown of ['OKAPI', '50%', documentId]) expect(await found(shown)).toEqual([documentId]);
    expect(await found('5_%')).toEqual([]);
    const narrowed = `?_q=okapi&filters[$or][0][title][$eq]=Other&filters[$or][1][title][$eq]=Another`;
    expect((await panel.get(entries(uid, narrowed))).body.results).toEqual([]);
    await server.strapi.documents(uid).delete({ documentId });
  });

  it('creates on a listed website, and on no other', async () => {
    const fine = await editor.post(entries('api::post.post'), {
      title: 'Mine',
      website: { connect: [{ documentId: own.id }] },
    });
    expect([fine.status, await exists('api::post.post', saved(fine))]).toEqual([201, true]);

    const count = () =>
      server.strapi.db.query('api::post.post').count({ where: { website: { documentId: foreign.id } } });
    const before = await count();
    const refused = await editor.post(entries('api::post.post'), {
      title: 'Not mine',
      website: { connect: [{ documentId: foreign.id }] },
    });
    expect(refused.status).toBe(403);
    expect(await count()).toBe(before);
  });

  it('neither clones a foreign entry nor clones to a foreign website', async () => {
    expect((await editor.post(entries('api::post.post', `/auto-clone/${foreign.post}`), {})).status).toBe(
      403,
    );
    const count = () =>
      server.strapi.db.query('api::post.post').count({ where: { website: { documentId: foreign.id } } });
    const before = await count();
    const draft = await content.draft(own.id);
    const clone = await editor.post(entries('api::post.post', `/clone/${draft.documentId}`), {
      title: 'Cloned',
      slug: 'cloned-away',
      website: { set: [{ documentId: foreign.id }] },
    });
    expect(clone.status).toBe(403);
    expect(await count()).toBe(before);
  });

  it('does not publish, unpublish or discard what is foreign, one by one or in bulk', async () => {
    const live = () =>
      server.strapi.db
        .query('api::post.post')
        .count({ where: { documentId: foreign.post, publishedAt: { $notNull: true } } });
    for (const action of ['publish', 'unpublish', 'discard']) {
      expect(
        (await editor.post(entries('api::post.post', `/${foreign.post}/actions/${action}`), {})).status,
      ).toBe(403);
    }
    for (const action of ['bulkPublish', 'bulkUnpublish']) {
      await editor.post(entries('api::post.post', `/actions/${action}`), { documentIds: [foreign.post] });
    }
    expect(await live()).toBe(1);
  });

  it('picks relations among their own', async () => {
    const pick = async (field: string) => {
      const answer = await editor.get(`/content-manager/relations/api::post.post/${field}`);
      return [answer.status, idsOf(answer)];
    };
    expect(await pick('website')).toEqual([200, [own.id]]);
    expect(await pick('category')).toEqual([200, [own.category]]);
    expect(await pick('tags')).toEqual([200, [own.tag]]);
  });

  it('changes links of an account only when listed on all of its websites', async () => {
    const change = () =>
      editor.put(entries('api::internal-link.internal-link', `/${own.link}`), { url: '/changed' });
    expect((await change()).status).toBe(200);
    const sister = await content.website({ account: own.account });
    expect((await editor.get(entries('api::internal-link.internal-link', `/${own.link}`))).status).toBe(200);
    expect((await change()).status).toBe(403);
    await server.strapi.documents('api::website.website').delete({ documentId: sister.documentId });
    expect((await change()).status).toBe(200);
  });

  it('reads an API key with its own permission, of listed websites only', async () => {
    const reveal = (panel: AdminPanel, website: string) =>
      panel.get(`/content-delivery/websites/${website}/api-key`);
    expect((await reveal(editor, own.id)).status).toBe(403);

    const { id, panel } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, TYPES, [LISTED_WEBSITES]),
      { action: 'plugin::content-delivery.api-key.reveal', subject: null },
    ]);
    const website = await content.website({ account: own.account, editors: [id] });
    expect(await reveal(panel, website.documentId)).toMatchObject({
      status: 200,
      body: { data: { apiKey: website.key } },
    });
    expect((await reveal(panel, foreign.id)).status).toBe(404);
  });
});
