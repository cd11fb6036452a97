import request from 'supertest';
import { unique } from '../../../fixtures/content';
import { signIn, type AdminPanel, type Answer } from '../../../support/admin-panel';
import { documentsOf, rowsOf, stored, type Data } from '../../../support/documents';
import { withServer } from '../../../support/with-server';
import { expectRefusedAt, violationOf } from '../../../support/violations';

const POST = 'api::post.post';
const TAG = 'api::tag.tag';
const WEBSITE = 'api::website.website';
const LINK = 'api::internal-link.internal-link';
const PAGE = 'api::pseo-page.pseo-page';

const { server, content } = withServer();
let panel: AdminPanel;
let home: string;
let website: { documentId: string; key: string };
let other: { documentId: string; key: string };

beforeAll(async () => {
  const admin = { email: 'first@example.com', password: 'Test-password-1' };
  const registered = await request(server.strapi.server.httpServer)
    .post('/admin/register-admin')
    .send({ ...admin, firstname: 'First', lastname: 'Admin' });
  expect(registered.status).toBe(200);
  home = (await content.account()).documentId;
  panel = await signIn(server.strapi, admin.email, admin.password);
});

beforeEach(async () => {
  website = await content.website({ account: home });
  other = await content.website({ account: home });
});

const entries = (uid: string, rest = '') => `/content-manager/collection-types/${uid}${rest}`;
const idOf = (answer: Answer) => (answer.body.data as { documentId: string }).documentId;
const at = (documentId: string) => ({ set: [{ documentId }] });

/** The shape that the panel reads: an error at each field, and nothing of the inside. */
const expectFieldError = (answer: Answer, path: string[]) => {
  expect(answer).toMatchObject({
    status: 400,
    body: {
      data: null,
      error: {
        status: 400,
        name: 'ValidationError',
        details: { errors: [{ path, message: expect.stringMatching(/\w/), name: 'ValidationError' }] },
      },
    },
  });
};

describe('the admin panel', () => {
  const createPost = (data: Data) =>
    panel.post(entries(POST), { title: unique('Post'), website: at(website.documentId), ...data });

  it.each([
    ['a post', POST],
    ['a page', PAGE],
  ])('shows at the meta description of %s that it is too long; one that is stored stays', async (_, uid) => {
    const given =
      uid === POST
        ? { title: unique('Post'), website: at(website.documentId) }
        : { slug: unique('page'), campaign: at((await content.campaign(website.documentId)).documentId) };
    const [fits, tooLong] = ['a'.repeat(5_000), 'b'.repeat(5_001)];
    expectFieldError(await panel.post(entries(uid), { ...given, metaDescription: tooLong }), [
      'metaDescription',
    ]);
    const made = await panel.post(entries(uid), { ...given, metaDescription: fits });
    expect(made.status).toBe(201);

    const documentId = idOf(made);
    const { db } = server.strapi;
    await db.queryBuilder(uid).where({ documentId }).update({ metaDescription: tooLong }).execute();
    const { status } = await panel.post(entries(uid, `/${documentId}/actions/publish`), { slug: 'another' });
    expect(status).toBe(200);
    expect((await panel.put(entries(uid, `/${documentId}`), { slug: 'one-more' })).status).toBe(200);
    expectFieldError(await panel.put(entries(uid, `/${documentId}`), { metaDescription: `${tooLong}c` }), [
      'metaDescription',
    ]);
  });

  it('shows at the slug that it is taken, and stores nothing', async () => {
    const first = await createPost({ slug: 'taken' });
    expect(first.status).toBe(201);
    const second = await createPost({});
    const before = await stored(server.strapi, POST);
    expectFieldError(await createPost({ slug: 'taken' }), ['slug']);
    expectFieldError(
      await panel.put(entries(POST, `/${idOf(second)}`), { title: 'Changed', slug: 'taken' }),
      ['slug'],
    );
    expectFieldError(
      await panel.post(entries(POST, '/actions/publish'), {
        title: 'Created and published',
        slug: 'taken',
        website: at(website.documentId),
      }),
      ['slug'],
    );
    expectFieldError(
      await panel.post(entries(POST, `/${idOf(second)}/actions/publish`), {
        title: 'Changed',
        slug: 'taken',
      }),
      ['slug'],
    );
    expect(await stored(server.strapi, POST)).toEqual(before);
  });

  it('answers with the slug that was made from the title', async () => {
    const title = unique('A title of its own');
    const answer = await createPost({ title, slug: '' });
    expect((answer.body.data as Data)['slug']).toBe(title.toLowerCase().replaceAll(' ', '-'));
  });

  it('shows at category and tags that they are another website’s', async () => {
    const category = (await content.category(other.documentId)).documentId;
    const tag = (await content.tag(other.documentId)).documentId;
    const { documentId } = await content.draft(website.documentId);
    const before = await stored(server.strapi, POST);
    expectFieldError(await createPost({ category: at(category) }), ['category']);
    expectFieldError(await createPost({ tags: { connect: [{ documentId: tag }] } }), ['tags']);
    const change = (data: Data) => panel.put(entries(POST, `/${documentId}`), data);
    expectFieldError(await change({ category: { connect: [{ documentId: category }] } }), ['category']);
    expectFieldError(await change({ tags: { connect: [{ documentId: tag }] } }), ['tags']);
    expectFieldError(await panel.post(entries(POST), { title: 'No website' }), ['website']);
    expect(await stored(server.strapi, POST)).toEqual(before);
  });

  it('shows the rules of the other types at their fields', async () => {
    const name = unique('Tag');
    await content.tag(website.documentId, name);
    const account = (await content.account()).documentId;
    const keyword = unique('keyword');
    await content.link({ keyword, account });
    const campaign = (await content.campaign(website.documentId)).documentId;
    const post = (uid: string, data: Data) => panel.post(entries(uid), data);
    expectFieldError(await post(TAG, { name: name.toUpperCase(), website: at(website.documentId) }), [
      'name',
    ]);
    expectFieldError(await post(LINK, { keyword, url: '/a', account: at(account) }), ['keyword']);
    expectFieldError(await post(LINK, { keyword: 'b', url: '//evil', account: at(account) }), ['url']);
    expectFieldError(
      await post(WEBSITE, {
        name: 'a',
        kind: 'nextjs',
        apiKey: website.key,
        account: at(account),
        scheduledPosts: 'include',
      }),
      ['apiKey'],
    );
    expectFieldError(await post(PAGE, { slug: 'a', variables: { a: 1 }, campaign: at(campaign) }), [
      'variables',
    ]);
    expectFieldError(
      await post(PAGE, {
        slug: 'a',
        variables: {},
        campaign: at(campaign),
        internalLinks: [
          { keyword: 'a', url: '/fine' },
          { keyword: 'b', url: 'javascript:alert(1)' },
        ],
      }),
      ['internalLinks', '1', 'url'],
    );
    expectFieldError(
      await post('api::pseo-campaign.pseo-campaign', {
        name: 'a',
        website: at(website.documentId),
        htmlTemplate: '{{ a',
      }),
      ['htmlTemplate'],
    );
  });

  it('publishes in bulk, all or none', async () => {
    const good = await content.draft(website.documentId);
    const campaign = (await content.campaign(website.documentId, { htmlTemplate: '{{ city }}' })).documentId;
    const full = await content.pageDraft(campaign, { slug: 'full', variables: { city: 'Berlin' } });
    const lacking = await content.pageDraft(campaign, { slug: 'lacking' });
    const bulk = (uid: string, ...documents: { documentId: string }[]) =>
      panel.post(entries(uid, '/actions/bulkPublish'), {
        documentIds: documents.map(({ documentId }) => documentId),
      });
    expect((await bulk(POST, good)).status).toBe(200);
    expectFieldError(await bulk(PAGE, full, lacking), ['variables']);
    const live = (uid: string, documents: { documentId: string }[]) =>
      rowsOf(server.strapi, uid).count({
        where: {
          documentId: { $in: documents.map(({ documentId }) => documentId) },
          publishedAt: { $notNull: true },
        },
      });
    expect([await live(POST, [good]), await live(PAGE, [full, lacking])]).toEqual([1, 0]);
  });

  it('changes posts of several websites in bulk, in one order and in another at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const drafts = [];
      for (let i = 0; i < 8; i += 1) {
        drafts.push(await content.draft((i % 2 ? website : other).documentId));
      }
      const ids = drafts.map(({ documentId }) => documentId);
      const halves = [ids.slice(0, 3), ids.slice(3)];
      for (const [action, isLive] of [
        ['bulkPublish', true],
        ['bulkUnpublish', false],
        ['bulkDelete', false],
      ] as const) {
        const answers = await Promise.all(
          halves.map((documentIds) => panel.post(entries(POST, `/actions/${action}`), { documentIds })),
        );
        expect([action, ...answers.map(({ status }) => status)]).toEqual([action, 200, 200]);
        const live = await rowsOf(server.strapi, POST).count({
          where: { documentId: { $in: ids }, publishedAt: { $notNull: true } },
        });
        expect(live).toBe(isLive ? ids.length : 0);
      }
    }
  });

  it('deletes in bulk, all or none, and no website that has content', async () => {
    const empty = await content.website({ account: home });
    await content.tag(website.documentId);
    const remove = (...documentIds: string[]) =>
      panel.post(entries(WEBSITE, '/actions/bulkDelete'), { documentIds });
    const refused = await remove(empty.documentId, website.documentId);
    expect(refused.status).toBe(400);
    expect(refused.body.error?.message).toContain('still has 1 tag');
    const answer = await request(server.strapi.server.httpServer)
      .get('/api/blog')
      .query({ apiKey: empty.key });
    expect(answer.status).toBe(200);
    expect((await remove(empty.documentId)).status).toBe(200);
    const single = await panel.delete(entries(WEBSITE, `/${website.documentId}`));
    expect([single.status, single.body.error?.message]).toEqual([
      400,
      expect.stringContaining('still has 1 tag'),
    ]);
  });

  it('clones to a free slug, or to a chosen one that is free', async () => {
    const source = await content.draft(website.documentId, { slug: 'source' });
    const auto = await panel.post(entries(POST, `/auto-clone/${source.documentId}`), {});
    expect(auto.status).toBe(200);
    expect((auto.body.data as Data)['slug']).toBe('source-2');
    const clone = (slug: string) =>
      panel.post(entries(POST, `/clone/${source.documentId}`), { title: 'Clone', slug });
    expect(((await clone('chosen')).body.data as Data)['slug']).toBe('chosen');
    const before = await stored(server.strapi, POST);
    expectFieldError(await clone('source'), ['slug']);
    expect(await stored(server.strapi, POST)).toEqual(before);
  });

  it('saves and shows a post of 5 MB', async () => {
    const html = `<p>ä"\\\n</p>${'<p>Long text.</p>'.repeat(330_000)}`;
    const created = await createPost({ content: html });
    expect(created.status).toBe(201);
    const published = await panel.post(entries(POST, `/${idOf(created)}/actions/publish`), {
      content: `${html}<p>End</p>`,
    });
    expect(published.status).toBe(200);
    const read = await panel.get(entries(POST, `/${idOf(created)}`));
    expect((read.body.data as Data)['content'] === `${html}<p>End</p>`).toBe(true);
  });

  it('does not show the hidden key that uniqueness rests on', async () => {
    const created = await createPost({ slug: 'hidden' });
    const answers = {
      create: created,
      update: await panel.put(entries(POST, `/${idOf(created)}`), { metaTitle: 'a' }),
      publish: await panel.post(entries(POST, `/${idOf(created)}/actions/publish`), {}),
      list: await panel.get(entries(POST)),
      entry: await panel.get(entries(POST, `/${idOf(created)}`)),
      tag: await panel.post(entries(TAG), { name: unique('Tag'), website: at(website.documentId) }),
      tags: await panel.get(entries(TAG)),
    };
    const showing = Object.entries(answers).filter(([, { body }]) =>
      JSON.stringify(body).includes('uniqueKey'),
    );
    expect(showing.map(([name]) => name)).toEqual([]);
    const { body } = await panel.get(`/content-manager/content-types/${POST}/configuration`);
    const { layouts } = (body.data as { contentType: { layouts: unknown } }).contentType;
    expect(JSON.stringify(layouts)).not.toContain('uniqueKey');
  });

  it('does not write the hidden key that uniqueness rests on', async () => {
    const uniqueKey = 'f'.repeat(64);
    const { documentId } = await content.draft(website.documentId);
    const tag = (await content.tag(website.documentId)).documentId;
    await createPost({ uniqueKey });
    await panel.put(entries(POST, `/${documentId}`), { uniqueKey });
    await panel.post(entries(POST, `/${documentId}/actions/publish`), { uniqueKey });
    await panel.put(entries(TAG, `/${tag}`), { uniqueKey });
    for (const uid of [POST, TAG]) {
      expect(await rowsOf(server.strapi, uid).count({ where: { uniqueKey } })).toBe(0);
    }
  });

  it('never shows an API key', async () => {
    const account = (await content.account()).documentId;
    const apiKey = unique('a-very-secret-key-that-nobody-sees');
    const created = await panel.post(entries(WEBSITE), {
      name: unique('website'),
      kind: 'rest-api',
      scheduledPosts: 'include',
      apiKey,
      account: at(account),
    });
    expect(created.status).toBe(201);
    const id = idOf(created);
    await content.post(id);
    const answers = [
      created,
      await panel.get(entries(WEBSITE)),
      await panel.get(entries(WEBSITE, `/${id}`)),
      await panel.get(entries(WEBSITE, `?_q=${id}`)),
      await panel.put(entries(WEBSITE, `/${id}`), { name: unique('website') }),
      await panel.get(entries('api::account.account', `/${account}`)),
      await panel.get('/content-manager/relations/api::post.post/website'),
      await panel.get(entries(POST)),
      await panel.post(entries(WEBSITE, `/clone/${id}`), { name: unique('website') }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(300);
      expect(JSON.stringify(answer.body)).not.toContain(apiKey.slice(0, -4));
    }
    expect((answers[2]?.body.data as Data)['apiKey']).toMatch(/•/);
  });

  it('keeps the API key when the form is saved as it was shown', async () => {
    const shown = (await panel.get(entries(WEBSITE, `/${website.documentId}`))).body.data as Data;
    const saved = await panel.put(entries(WEBSITE, `/${website.documentId}`), {
      name: 'Renamed',
      url: shown['url'],
      kind: shown['kind'],
      scheduledPosts: shown['scheduledPosts'],
      apiKey: shown['apiKey'],
      account: { connect: [], disconnect: [] },
    });
    expect(saved.status).toBe(200);
    const answer = await request(server.strapi.server.httpServer)
      .get('/api/blog')
      .query({ apiKey: website.key });
    expect(answer.status).toBe(200);
  });
});

describe('below the document service', () => {
  const rowOf = async (uid: string, documentId: string) => {
    const row = await rowsOf(server.strapi, uid).findOne({ where: { documentId } });
    if (!row) throw new Error(`No row of ${uid} for ${documentId}`);
    return row;
  };

  it.each([
    [POST, ['slug', 'website', 'category', 'tags', 'uniqueKey', 'publishedAt', 'featuredImageUrl']],
    ['api::category.category', ['name', 'website', 'uniqueKey']],
    [TAG, ['name', 'website', 'uniqueKey']],
    [LINK, ['keyword', 'url', 'account', 'uniqueKey']],
    [WEBSITE, ['apiKey', 'account', 'url']],
    ['api::pseo-campaign.pseo-campaign', ['website', 'slugTemplate', 'htmlTemplate']],
    [PAGE, ['slug', 'campaign', 'variables', 'html', 'uniqueKey', 'publishedAt']],
  ] as const)('updateMany of %s does not touch what rules look at', async (uid, attributes) => {
    const rows = rowsOf(server.strapi, uid);
    const before = await stored(server.strapi, uid);
    for (const attribute of attributes) {
      const { message } = await violationOf(rows.updateMany({ where: {}, data: { [attribute]: null } }));
      expect(message).toContain(attribute);
    }
    await violationOf(rows.createMany({ data: [{ name: 'a', title: 'a', keyword: 'a', url: '/a' }] }));
    expect(await stored(server.strapi, uid)).toEqual(before);
  });

  it('updateMany of other attributes works', async () => {
    const { documentId } = await content.post(website.documentId);
    const rows = rowsOf(server.strapi, POST);
    await rows.updateMany({ where: { documentId }, data: { metaTitle: 'Many' } });
    expect((await rows.findMany({ where: { documentId } })).map((row) => row['metaTitle'])).toEqual([
      'Many',
      'Many',
    ]);
  });

  it('create and update are checked, and what is refused leaves nothing', async () => {
    const site = await rowOf(WEBSITE, website.documentId);
    const foreign = await rowOf(TAG, (await content.tag(other.documentId)).documentId);
    await content.draft(website.documentId, { slug: 'taken' });
    const { documentId } = await content.draft(website.documentId, { slug: 'mine' });
    const { id } = await rowOf(POST, documentId);
    const rows = rowsOf(server.strapi, POST);
    const before = await stored(server.strapi, POST);
    const data = (more: Data) => ({ title: unique('Post'), website: site.id, ...more });
    await expectRefusedAt('slug', rows.create({ data: data({ slug: 'taken' }) }));
    await expectRefusedAt('tags', rows.create({ data: data({ tags: [foreign.id] }) }));
    await expectRefusedAt('website', rows.create({ data: { title: 'No website' } }));
    await expectRefusedAt('slug', rows.update({ where: { id }, data: { slug: 'taken' } }));
    await expectRefusedAt('tags', rows.update({ where: { id }, data: { tags: [foreign.id] } }));
    await expectRefusedAt('website', rows.update({ where: { id }, data: { website: null } }));
    expect(await stored(server.strapi, POST)).toEqual(before);
    const created = await rows.create({ data: data({ title: 'Made below', slug: '' }) });
    expect(created['slug']).toBe('made-below');
  });

  it('nothing is stored of a transaction that breaks a rule at its end', async () => {
    const before = await stored(server.strapi, POST);
    await expectRefusedAt(
      'slug',
      server.strapi.db.transaction(async () => {
        await content.post(website.documentId, { slug: 'first' });
        await content.draft(website.documentId, { slug: 'second' });
        await content.draft(website.documentId, { slug: 'first' });
      }),
    );
    expect(await stored(server.strapi, POST)).toEqual(before);
  });

  it('a slug may pass from one post to another within one transaction', async () => {
    const posts = documentsOf(server.strapi, POST);
    const [a, b] = [
      await content.draft(website.documentId, { slug: 'a' }),
      await content.draft(website.documentId, { slug: 'b' }),
    ];
    const rename = (documentId: string, slug: string) => posts.update({ documentId, data: { slug } });
    await server.strapi.db.transaction(async () => {
      await rename(a.documentId, 'c');
      await rename(b.documentId, 'a');
      await rename(a.documentId, 'b');
    });
    const slugs = [
      await posts.findOne({ documentId: a.documentId }),
      await posts.findOne({ documentId: b.documentId }),
    ].map((post) => post?.['slug']);
    expect(slugs).toEqual(['b', 'a']);
  });

  it('the document service does not take the hidden key from its caller', async () => {
    const uniqueKey = 'f'.repeat(64);
    const post = await content.draft(website.documentId, { uniqueKey });
    const tag = await content.tag(website.documentId);
    await documentsOf(server.strapi, TAG).update({ documentId: tag.documentId, data: { uniqueKey } });
    expect((await rowOf(POST, post.documentId))['uniqueKey']).not.toBe(uniqueKey);
    expect((await rowOf(TAG, tag.documentId))['uniqueKey']).not.toBe(uniqueKey);
  });
});
