import fc from 'fast-check';
import request from 'supertest';
import { UID, unique } from '../../../fixtures/content';
import { generatedRuns } from '../../../support/generated-runs';
import {
  contentPermissions,
  signInWith,
  withAdminToken,
  type AdminPanel,
  LISTED_WEBSITES,
} from '../../../support/admin-panel';
import { rowsOf } from '../../../support/documents';
import { withRestrictedEditor } from './with-restricted-editor';

const TYPES = Object.values(UID);
const entries = (uid: string, rest = '') => `/content-manager/collection-types/${uid}${rest}`;
const at = (documentId: string) => ({ connect: [{ documentId }] });

/** Ways into foreign content beside lists and forms, which editors.test.ts looks at. */
describe('an editor who is restricted to listed websites, by', () => {
  const { server, content, asSuperAdmin, editor, own, foreign } = withRestrictedEditor(TYPES, [
    { action: 'plugin::upload.read', subject: null },
    { action: 'plugin::upload.configure-view', subject: null },
  ]);
  const admin = asSuperAdmin();

  const relation = async (uid: string, documentId: string, name: string) =>
    (await rowsOf(server.strapi, uid).findOne({ where: { documentId }, populate: [name] }))?.[name];
  const isLive = async (uid: string, documentId: string) =>
    (await rowsOf(server.strapi, uid).count({ where: { documentId, publishedAt: { $notNull: true } } })) > 0;

  it.each([
    ['a post, a tag', UID.post, 'post', 'tags', 'tag'],
    ['a post, a category', UID.post, 'post', 'category', 'category'],
    ['a post, an author', UID.post, 'post', 'author', 'author'],
    ['a post, a website', UID.post, 'post', 'website', 'id'],
    ['a category, a website', UID.category, 'category', 'website', 'id'],
    ['a tag, a website', UID.tag, 'tag', 'website', 'id'],
    ['an author, a website', UID.author, 'author', 'website', 'id'],
    ['a campaign, a website', UID.campaign, 'campaign', 'website', 'id'],
    ['a page, a campaign', UID.page, 'page', 'campaign', 'campaign'],
    ['a link, an account', UID.link, 'link', 'account', 'account'],
    ['a website, an account', UID.website, 'id', 'account', 'account'],
    ['an account, a website', UID.account, 'account', 'websites', 'id'],
    ['an account, a link', UID.account, 'account', 'internalLinks', 'link'],
  ] as const)('giving %s that is foreign', async (_name, uid, entry, name, target) => {
    const before = await relation(uid, own[entry], name);
    const theirs = await relation(UID.website, foreign.id, 'account');
    const writes = [
      { [name]: at(foreign[target]) },
      { [name]: { set: [{ documentId: foreign[target] }] } },
      { [name]: [foreign[target]] },
      { [name]: foreign[target] },
    ];
    for (const data of writes) {
      const answer = await editor.put(entries(uid, `/${own[entry]}`), data);
      expect([400, 403]).toContain(answer.status);
    }
    const number = await rowsOf(server.strapi, targetOf(name)).findOne({
      where: { documentId: foreign[target] },
    });
    expect((await editor.put(entries(uid, `/${own[entry]}`), { [name]: at_(number?.id) })).status).not.toBe(
      200,
    );
    expect(await relation(uid, own[entry], name)).toEqual(before);
    expect(await relation(UID.website, foreign.id, 'account')).toEqual(theirs);
  });

  it('giving a post what is foreign in any spelling, and is not told what it is called', async () => {
    const name = 'Zebra confidential';
    const foreignTag = (await content.tag(foreign.id, name)).documentId;
    const row = await rowsOf(server.strapi, UID.tag).findOne({ where: { documentId: foreignTag } });
    const id = Number(row?.id);
    const before = await relation(UID.post, own.post, 'tags');
    const spellings: unknown[] = [
      { connect: [{ id: String(id) }] },
      { connect: [{ id: `${id}x` }] },
      { connect: [{ id: ` ${id}` }] },
      { connect: { id: String(id) } },
      { connect: [String(id)] },
      { connect: [id] },
      { connect: String(id) },
      { connect: foreignTag },
      { set: [String(id)] },
      { set: { documentId: foreignTag } },
      { set: [], connect: [{ id: String(id) }] },
      { disconnect: [{ id: String(id) }] },
      { connect: [{ documentId: own.tag, id: String(id) }] },
      { connect: [{ documentId: own.tag, position: { before: foreignTag } }] },
      { connect: [{ documentId: own.tag, position: { after: String(id) } }] },
      [{ id: String(id) }],
      [String(id)],
      { id: String(id) },
      String(id),
      { connect: [{ id: { $gt: 0 } }] },
      { connect: [{ documentId: { $ne: '' } }] },
      { connect: [[{ id: String(id) }]] },
    ];
    const tries = (tags: unknown) => [
      editor.put(entries(UID.post, `/${own.post}`), { tags }),
      editor.post(entries(UID.post, `/${own.post}/actions/publish`), { tags }),
      editor.post(entries(UID.post, `/clone/${own.post}`), { title: unique('Clone'), tags }),
      editor.post(entries(UID.post), { title: unique('New'), website: at(own.id), tags }),
    ];
    for (const tags of spellings) {
      for (const answer of await Promise.all(tries(tags))) {
        expect([tags, [400, 403].includes(answer.status)]).toEqual([tags, true]);
        expect(JSON.stringify(answer.body)).not.toContain(name);
      }
    }
    expect(await relation(UID.post, own.post, 'tags')).toEqual(before);
  });

  it('choosing among colleagues, whose names would be shown then, or writing in their name', async () => {
    const { id } = await signInWith(server.strapi, []);
    const change = (data: Record<string, unknown>) => editor.put(entries(UID.website, `/${own.id}`), data);
    const editors = await relation(UID.website, own.id, 'editors');
    for (const given of [
      { connect: [{ id }] },
      { connect: [String(id)] },
      { set: [id] },
      [id],
      { disconnect: [id] },
    ])
      expect([400, 403]).toContain((await change({ editors: given })).status);
    expect(await relation(UID.website, own.id, 'editors')).toEqual(editors);
    await change({ createdBy: id, updatedBy: id });
    for (const name of ['createdBy', 'updatedBy'])
      expect((await relation(UID.website, own.id, name)) ?? {}).not.toMatchObject({ id });
  });

  it('asking what files are called, or what shows them, whoever else they may list', async () => {
    const permissions = [
      ...contentPermissions(server.strapi, TYPES, [LISTED_WEBSITES]),
      { action: 'plugin::upload.read', subject: null },
      { action: 'admin::users.read', subject: null },
    ];
    const { panel } = await signInWith(server.strapi, permissions);
    const questions = [
      entries(UID.post, '?filters[featuredImage][name][$startsWith]=a'),
      entries(UID.post, '?filters[featuredImage][id][$gt]=0'),
      entries(UID.post, '?populate[featuredImage][populate]=related'),
      entries(UID.post, '?populate=featuredImage.related'),
      '/upload/files?populate=related',
      '/upload/files?populate[related]=true',
    ];
    for (const question of questions) {
      expect([question, (await admin.get(question)).status]).toEqual([question, 200]);
      expect([question, (await panel.get(question)).status]).toEqual([question, 400]);
    }
  });

  it('asking what files are called with the right to read only some of them', async () => {
    const { panel } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, TYPES),
      { action: 'plugin::upload.read', subject: null, conditions: ['admin::is-creator'] },
    ]);
    const { status, body } = await panel.get(
      entries(UID.post, '?filters[featuredImage][name][$startsWith]=a'),
    );
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('reaches "featuredImage"')]);
  });

  it('putting what comes along into an order by what they may not read', async () => {
    const { panel } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, [UID.post, UID.tag]),
      ...contentPermissions(server.strapi, [UID.website], [LISTED_WEBSITES]),
    ]);
    const sortedBy = (field: string) => panel.get(entries(UID.post, `?populate[tags][sort]=${field}`));
    expect((await sortedBy('name')).status).toBe(200);
    const { status, body } = await sortedBy('website.name');
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('reaches "website"')]);
  });

  it('asking for the order or the number of related entries of which they may read only some', async () => {
    const { panel } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, [UID.post]),
      ...contentPermissions(server.strapi, [UID.website], [LISTED_WEBSITES]),
    ]);
    for (const question of ['sort=website.name', 'populate[website][count]=true']) {
      const path = entries(UID.post, `?${question}`);
      expect([question, (await admin.get(path)).status]).toEqual([question, 200]);
      const { status, body } = await panel.get(path);
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining('reaches "website"')]);
    }
  });

  it('reading what entries are related to already, which is their own, and its number', async () => {
    const chosen = async (panel: AdminPanel, relation: string, query = '') => {
      const { status, body } = await panel.get(`/content-manager/relations/${relation}${query}`);
      expect(status).toBe(200);
      return [
        (body.results ?? []).map((row) => row['documentId']),
        (body.pagination as { total?: number })?.total,
      ];
    };
    const ofAccount = `${UID.account}/${own.account}/websites`;
    expect(await chosen(editor, ofAccount)).toEqual([[own.id], 1]);
    const sister = await content.website({ account: own.account });
    expect(await chosen(editor, ofAccount)).toEqual([[own.id], 1]);
    expect((await chosen(admin, ofAccount))[1]).toBeGreaterThan(1);

    const theirs = await content.post(sister.documentId);
    const ofTag = `${UID.tag}/${own.tag}/website`;
    expect(await chosen(editor, ofTag)).toEqual([[own.id], 1]);
    for (const relation of [`${UID.post}/${theirs.documentId}/website`, `${UID.tag}/${foreign.tag}/website`])
      expect([403, 404]).toContain((await editor.get(`/content-manager/relations/${relation}`)).status);
    await content.update(UID.post, own.post, { tags: [own.tag] });
    expect(await chosen(editor, `${UID.post}/${own.post}/tags`, '?status=published')).toEqual([[], 0]);
    expect(await chosen(editor, `${UID.post}/${own.post}/tags`)).toEqual([[own.tag], 1]);
  });

  it('asking for entries of types of which their role may read nothing, or not these fields', async () => {
    const ofWebsites = contentPermissions(server.strapi, [UID.website]).map((permission) => ({
      ...permission,
      properties: { fields: ['name'] },
    }));
    const { panel } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, [UID.post, UID.account]),
      ...ofWebsites,
    ]);
    await content.update(UID.post, own.post, { tags: [own.tag], category: own.category });
    const picker = `/content-manager/relations/${UID.post}`;
    for (const [question, reached] of [
      [entries(UID.post, '?filters[tags][id]=1'), 'tags'],
      [entries(UID.post, '?filters[category][createdAt][$gt]=2026-01-01'), 'category'],
      [entries(UID.post, '?sort=category.id'), 'category'],
      [entries(UID.post, '?populate[category][count]=true'), 'category'],
      [entries(UID.post, '?filters[createdBy][roles][id]=1'), 'createdBy'],
      [entries(UID.post, '?filters[website][kind]=x'), 'kind'],
      [entries(UID.post, '?filters[website][account][id]=1'), 'account'],
      [entries(UID.post, '?sort=website.kind'), 'kind'],
      [entries(UID.post, '?populate[website][fields]=name'), 'website'],
      [`${picker}/tags`, 'tags'],
      [`${picker}/category`, 'category'],
    ] as const) {
      const { status, body } = await panel.get(question);
      expect([question, status, body.error?.message]).toEqual([
        question,
        400,
        expect.stringContaining(`reaches "${reached}"`),
      ]);
    }
    const shown = await panel.get(entries(UID.post, '?filters[website][name]=x&sort=website.name'));
    expect(shown.status).toBe(200);
    for (const relation of [`${UID.website}/account`, `${UID.website}/${own.id}/account`]) {
      const hidden = await panel.get(`/content-manager/relations/${relation}`);
      expect([relation, hidden.status]).toEqual([relation, 403]);
    }

    // Strapi brings related entries along in lists.
    const list = await panel.get(entries(UID.post));
    const post = list.body.results?.find((row) => row['documentId'] === own.post);
    expect(Object.keys(post?.['category'] as object)).toEqual(['id', 'documentId']);
    expect(post?.['website']).toMatchObject({ documentId: own.id, name: expect.any(String) });
    for (const hidden of ['kind', 'apiKeyPreview', 'url'])
      expect(Object.keys(post?.['website'] as object)).not.toContain(hidden);
  });

  it('looking for colleagues, whose e-mail addresses are theirs', async () => {
    const colleague = await signInWith(server.strapi, []);
    const user = await rowsOf(server.strapi, 'admin::user').findOne({ where: { id: colleague.id } });
    await rowsOf(server.strapi, UID.post).updateMany({
      where: { documentId: own.post },
      data: { createdBy: colleague.id, updatedBy: colleague.id },
    });
    const shown = await editor.get(entries(UID.post, `/${own.post}`));
    expect(shown.body.data).toMatchObject({ createdBy: { firstname: 'Test', lastname: 'User' } });
    const answers = [
      shown,
      await editor.get(entries(UID.post)),
      await editor.get(entries(UID.post, `/${own.post}?status=published`)),
      await editor.put(entries(UID.post, `/${own.post}`), { metaTitle: 'Changed' }),
      await editor.get('/content-manager/homepage/recent-documents?action=update'),
      await editor.get(`/content-manager/relations/${UID.website}/${own.id}/editors`),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('@example.com');
    }
    const refused = [
      `/content-manager/relations/${UID.website}/editors`,
      `/content-manager/relations/${UID.post}/createdBy`,
      `/content-manager/relations/${UID.post}/${own.post}/createdBy`,
      entries(UID.post, `?filters[createdBy][email][$startsWith]=${String(user?.['email'])}`),
      entries(UID.post, '?sort=createdBy.id'),
      entries(UID.post, '?sort=updatedBy[email]:desc'),
      '/upload/files?populate=createdBy',
      '/upload/files?filters[createdBy][email][$contains]=example',
      '/upload/files?sort=createdBy.email',
      '/admin/users',
    ];
    for (const path of refused)
      expect([path, [400, 403].includes((await editor.get(path)).status)]).toEqual([path, true]);
  });

  const at_ = (id: number | undefined) => ({ connect: [{ id }] });
  const targetOf = (name: string) =>
    ({
      tags: UID.tag,
      category: UID.category,
      author: UID.author,
      website: UID.website,
      campaign: UID.campaign,
      account: UID.account,
      websites: UID.website,
      internalLinks: UID.link,
    })[name] as string;

  it('creating anything there', async () => {
    const tries: [string, Record<string, unknown>][] = [
      [UID.category, { name: unique('New'), website: at(foreign.id) }],
      [UID.tag, { name: unique('New'), website: at(foreign.id) }],
      [UID.author, { name: unique('New'), website: at(foreign.id) }],
      [UID.campaign, { name: unique('New'), website: at(foreign.id) }],
      [UID.page, { slug: unique('new'), variables: {}, campaign: at(foreign.campaign) }],
      [UID.link, { keyword: unique('new'), url: '/new', account: at(foreign.account) }],
      [
        UID.website,
        { name: unique('New'), kind: 'nextjs', scheduledPosts: 'include', account: at(foreign.account) },
      ],
      [UID.account, { name: unique('New'), websites: at(foreign.id) }],
    ];
    for (const [uid, data] of tries) {
      const before = await rowsOf(server.strapi, uid).count();
      expect([uid, (await editor.post(entries(uid), data)).status]).toEqual([uid, 403]);
      expect((await editor.post(entries(uid, '/actions/publish'), data)).status).not.toBe(200);
      expect(await rowsOf(server.strapi, uid).count()).toBe(before);
    }
  });

  it('bulk actions, which work on what is their own and on nothing else', async () => {
    const mine = [await content.draft(own.id), await content.draft(own.id)].map((post) => post.documentId);
    const bulk = (action: string, documentIds: string[]) =>
      editor.post(entries(UID.post, `/actions/${action}`), { documentIds });
    const live = () => Promise.all([...mine, foreign.post].map((id) => isLive(UID.post, id)));

    expect((await bulk('bulkPublish', [...mine, foreign.post])).status).toBe(403);
    expect(await live()).toEqual([false, false, true]);
    expect((await bulk('bulkPublish', mine)).status).toBe(200);
    expect(await live()).toEqual([true, true, true]);

    expect((await bulk('bulkUnpublish', [...mine, foreign.post])).status).toBe(403);
    expect(await live()).toEqual([true, true, true]);
    expect(await bulk('bulkUnpublish', mine)).toMatchObject({ status: 200, body: { count: 2 } });
    expect(await live()).toEqual([false, false, true]);

    expect((await bulk('bulkDelete', [...mine, foreign.post])).status).toBe(403);
    expect((await bulk('bulkDelete', mine)).status).toBe(200);
    const left = await rowsOf(server.strapi, UID.post).findMany({
      where: { documentId: { $in: [...mine, foreign.post] } },
    });
    expect([...new Set(left.map((row) => row.documentId))]).toEqual([foreign.post]);
  });

  it('looking up several entries at once, however their ids are written, which finds their own', async () => {
    const find = (documentIds: unknown) =>
      editor.post(entries(UID.post, '/actions/bulkFindForValidation'), { documentIds });
    const count = entries(UID.post, '/actions/countManyEntriesDraftRelations');
    for (const id of [foreign.post, foreign.post.toUpperCase(), `${foreign.post} `]) {
      const found = await find([own.post, id]);
      expect(found.status).toBe(200);
      expect(JSON.stringify(found.body)).toContain(own.post);
      expect(JSON.stringify(found.body)).not.toContain(foreign.post);
      for (const documentIds of [id, [[id]]])
        expect(JSON.stringify((await find(documentIds)).body)).not.toContain(foreign.title);
      for (const name of ['documentIds', 'documentIds[0]', 'documentIds[0][0]']) {
        const path = `${count}?${name}=${encodeURIComponent(id)}`;
        expect([path, [400, 404].includes((await editor.get(path)).status)]).toEqual([path, true]);
      }
    }
    expect((await editor.get(`${count}?documentIds[0]=${own.post}`)).status).toBe(200);
  });

  it('bulk unpublishing of what is no list of entries, which is for Strapi to refuse', async () => {
    const path = entries(UID.post, '/actions/bulkUnpublish');
    for (const documentIds of [[], 'all', [{}], undefined])
      expect([documentIds, (await editor.post(path, { documentIds })).status]).toEqual([documentIds, 400]);
    expect(await isLive(UID.post, own.post)).toBe(true);
  });

  it('bulk unpublishing without the right to publish, or of nothing', async () => {
    const permissions = contentPermissions(server.strapi, [UID.post], [LISTED_WEBSITES]).filter(
      ({ action }) => !action.endsWith('publish'),
    );
    const { id, panel } = await signInWith(server.strapi, permissions);
    await content.update(UID.website, foreign.id, { editors: [id] });
    const path = entries(UID.post, '/actions/bulkUnpublish');
    expect((await panel.post(path, { documentIds: [foreign.post] })).status).toBe(403);
    await content.update(UID.website, foreign.id, { editors: [] });
    for (const documentIds of [[], 'all', [1], undefined]) await editor.post(path, { documentIds });
    expect([await isLive(UID.post, own.post), await isLive(UID.post, foreign.post)]).toEqual([true, true]);
  });

  it('the figures of the home page', async () => {
    const path = '/content-manager/homepage/count-documents';
    expect((await editor.get(path)).status).toBe(403);
    expect((await admin.get(path)).status).toBe(200);
  });

  it('an admin token that reads no entries, and what the home page shows', async () => {
    const { panel } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, Object.values(UID), [LISTED_WEBSITES]),
      { action: 'admin::admin-tokens.create', subject: null },
      { action: 'plugin::upload.read', subject: null },
    ]);
    const token = await withAdminToken(server.strapi, panel, [
      { action: 'plugin::upload.read', subject: null },
    ]);
    expect((await token.get('/upload/files')).status).toBe(200);
    for (const path of [
      '/content-manager/homepage/count-documents',
      '/content-manager/homepage/recent-documents?action=update',
      '/content-manager/homepage/recent-documents?action=publish',
      entries(UID.post),
      entries(UID.post, `/${foreign.post}`),
    ])
      expect([path, (await token.get(path)).status]).toEqual([path, 403]);
  });

  it('reading collections as single types, or single entries by the routes of translations', async () => {
    const single = `/content-manager/single-types/${UID.post}`;
    const answers = [
      await editor.get(single),
      await editor.get(`${single}/actions/countDraftRelations`),
      await editor.put(single, {}),
      await editor.delete(single),
      await editor.post(`${single}/actions/publish`, {}),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(JSON.stringify(body)).not.toContain(own.post);
    }
    for (const [uid, id] of [
      [UID.post, own.post],
      [UID.account, own.account],
    ]) {
      const query = `documentId=${id}&sourceLocale=en&targetLocale=en&collectionType=collection-types`;
      const answer = await editor.get(`/i18n/content-manager/get-fill-from-locale/${uid}?${query}`);
      expect(answer.status).toBe(404);
      expect(JSON.stringify(answer.body)).not.toContain(foreign.id);
    }
  });

  it('arranging the media library for everybody', async () => {
    const path = '/upload/configuration';
    const before = (await editor.get(path)).body;
    expect((await editor.put(path, { pageSize: 50, sort: 'name:ASC' })).status).toBe(403);
    expect((await editor.get(path)).body).toEqual(before);
  });

  it('reading through side doors', async () => {
    const query = `documentIds[0]=${foreign.post}`;
    const answers = [
      await editor.get(entries(UID.post, `?_q=${encodeURIComponent(foreign.title)}`)),
      await editor.get(entries(UID.post, `?filters[website][documentId][$eq]=${foreign.id}`)),
      await editor.get(entries(UID.post, '?pageSize=100&status=published')),
      await editor.get(entries(UID.post, '?pageSize=100&publicationStatusFilter=published-unmodified')),
      await editor.get(entries(UID.post, `/${foreign.post}?status=published`)),
      await editor.post(entries(UID.post, '/actions/bulkFindForValidation'), { documentIds: [foreign.post] }),
      await editor.get(entries(UID.post, `/${foreign.post}/actions/countDraftRelations`)),
      await editor.get(entries(UID.post, `/actions/countManyEntriesDraftRelations?${query}`)),
      await editor.get(`/content-manager/relations/${UID.post}/${foreign.post}/website`),
      await editor.get(`/content-manager/relations/${UID.website}/${own.id}/account`),
      await editor.get(`/content-manager/relations/${UID.post}/category?id=${foreign.post}`),
      await editor.get(
        `/content-manager/history-versions?contentType=${UID.post}&documentId=${foreign.post}`,
      ),
      await editor.get(`/content-manager/preview/url/${UID.post}?documentId=${foreign.post}`),
      await editor.get(`/content-delivery/entries/${UID.post}/${foreign.post}/front-end-view`),
      await editor.get(`/content-manager/homepage/recent-documents?action=publish`),
    ];
    expect(answers[7]?.status).toBe(404);
    for (const { body } of answers) {
      expect(JSON.stringify(body)).not.toContain(foreign.title);
      expect(JSON.stringify(body)).not.toContain(foreign.id);
    }
    expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[2]?.body.results?.map((row) => row['documentId'])).toContain(own.post);
  });

  describe('questions that make no sense', () => {
    const lists = (): string[] => [
      entries(UID.post),
      entries(UID.website),
      entries(UID.page),
      `/content-manager/relations/${UID.post}/tags`,
      `/content-manager/relations/${UID.post}/createdBy`,
      `/content-manager/relations/${UID.post}/${own.post}/tags`,
      `/content-manager/relations/${UID.post}/${own.post}/createdBy`,
      '/upload/files',
      '/upload/folders',
    ];
    /** The statuses that databases and Strapi have for what they cannot read. */
    const failing = async (paths: readonly string[]): Promise<string[]> => {
      const found: string[] = [];
      for (const path of paths) {
        const { status } = await editor.get(path);
        if (status >= 500) found.push(`${status} ${path}`);
      }
      return found;
    };

    it('are no faults of the server where Strapi is the judge of them', async () => {
      const questions = ['page=-1', 'pageSize=0', 'locale=xx', 'status=neither', 'idsToOmit=x', 'id=x'];
      const paths = lists().flatMap((address) => questions.map((question) => `${address}?${question}`));
      expect(await failing(paths)).toEqual([]);
    });

    const NO_STATUS = 'a status is one of Strapi.';
    const NUMBERS_ONLY = '"id" is compared with numbers.';
    it.each([
      ['filters=x', 'a condition names a field'],
      ['filters[$not]=x', 'a condition names a field'],
      ['filters[website][$and][]=x', 'a condition names a field'],
      ['filters[$and]=x', '$and takes a list of conditions.'],
      ['filters[$or][a][b]=x', '$or takes a list of conditions.'],
      ['filters[$eq]=x', 'the operator "$eq" needs a field.'],
      ['filters[nothing]=x', 'there is no field "nothing".'],
      ['filters[createdBy][password]=x', 'there is no field "password".'],
      ['filters[$and][0][__status][$eq]=draft&filters[$and][0][__status][$ne]=x', NO_STATUS],
      ['filters[$and][0][__status][$eq][]=draft', NO_STATUS],
      ['filters[$and][0][__status]', NO_STATUS],
      ['filters[website][__status][$eq]=draft', 'there is no field "__status".'],
      ['filters[title][$eq][a]=x', '"title" is compared with plain values.'],
      ['filters[title][$in][][a]=x', '"title" is compared with plain values.'],
      ['filters[title]=%00', '"title" is compared with a character that no text has.'],
      ['filters[title][$not]=x', 'by "$not", which is no operator.'],
      ['filters[createdAt][$not][$gt]=yesterday', 'compared with dates.'],
      ['filters[createdAt]=0000-01-01', 'compared with dates.'],
      ['filters[createdAt]=2026-01-0123', 'compared with dates.'],
      ['filters[createdAt]=2026-01-01Tx', 'compared with dates.'],
      ['filters[id]=x', NUMBERS_ONLY],
      ['filters[id]=1.5', NUMBERS_ONLY],
      ['filters[id]=%20', NUMBERS_ONLY],
      ['filters[id]=Infinity', NUMBERS_ONLY],
      ['filters[id]=2147483648', NUMBERS_ONLY],
      ['filters[website]=x', NUMBERS_ONLY],
      ['filters[website][$in][]=x', NUMBERS_ONLY],
      ['filters[id][$contains]=1', '"id" is no text to be searched.'],
      ['filters[id][$between][]=1', 'between two values.'],
      ['filters[id][$between]=12', 'between two values.'],
      ['filters[id][$between][]=1&filters[id][$between][]=x', 'compared with numbers.'],
      [
        'filters[website][account][websites][account][websites][account][name]=x',
        'it follows more than 5 relations in a row.',
      ],
      ['populate[0][0]=x', 'it names relations.'],
      ['populate[website][populate][0][a]=x', 'it names relations.'],
      ['populate[website][populate]', 'it names relations.'],
      ['populate=nothing', 'there is no field "nothing".'],
      ['populate=title', '"title" is no relation.'],
      ['populate[website]=x', '"website" is followed by what is to come with it.'],
      ['populate[website][nothing]=x', 'there is no "nothing" in it.'],
      ['populate[website][fields]=nothing', 'there is no field "nothing".'],
      ['populate[website][filters][nothing]=x', 'there is no field "nothing".'],
      ['populate[website][sort]=nothing', 'there is no field "nothing".'],
      ['populate[website][populate]=nothing', 'there is no field "nothing".'],
      ['fields[0][0]=x', 'it names attributes.'],
      ['fields=website', '"website" is no attribute with a value.'],
      ['sort[title][]=asc', 'it is a list of fields: title:asc.'],
      [
        'sort[website][account][websites][account][websites][account][name]=asc',
        'it follows more than 5 relations in a row.',
      ],
      ['sort=title:sideways', 'each field is followed by ":asc" or ":desc".'],
      ['sort=title:asc:asc', 'each field is followed by ":asc" or ":desc".'],
      ['sort=nothing', 'there is no field "nothing".'],
      ['sort=website', '"website" is no field to sort by.'],
      ['sort=title.length', '"title.length" is no field to sort by.'],
      [`sort=${Array(11).fill('title').join()}`, 'it has more than 10 fields.'],
      ['page=x', 'it takes a whole number of at most nine digits.'],
      ['pageSize=1234567890', 'it takes a whole number of at most nine digits.'],
      ['status[]=published', 'it has one plain value.'],
      ['_q=%00', 'it has one plain value.'],
      [`_q=${'a'.repeat(1001)}`, 'it has one plain value.'],
      ['idsToOmit[a][b]=1', 'it has plain values.'],
    ])('are refused with the reason: posts?%s', async (question, reason) => {
      const { status, body } = await admin.get(entries(UID.post, `?${question}`));
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining(reason)]);
    });

    it.each([
      [entries(UID.page), 'filters[internalLinks][internal]=maybe', 'compared with true or false.'],
      [entries(UID.page), 'filters[variables][$contains]=x', 'cannot be compared.'],
      [entries(UID.page), 'sort=variables', '"variables" is no field to sort by.'],
      [`/content-manager/relations/${UID.post}/title`, '', 'There is no relation'],
      [`/content-manager/relations/${UID.post}/nothing`, '', 'There is no relation'],
      [`/content-manager/relations/${UID.post}/toString`, '', 'There is no relation'],
      [`/content-manager/relations/${UID.post}/localizations`, '', 'There is no relation'],
      ['/content-manager/relations/api::none.none/x', '', 'There is no relation'],
      ['/upload/files', 'populate[related][populate]=*', 'entries of any type'],
      ['/upload/files', 'filters[related][id]=1', 'entries of any type'],
    ])('are refused with the reason: %s?%s', async (path, question, reason) => {
      const { status, body } = await admin.get(`${path}?${question}`);
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining(reason)]);
    });

    it('are none however they are put together', async () => {
      const word = fc.constantFrom(
        ...['id', 'documentId', 'website', 'createdBy', 'tags', 'file', 'createdAt', 'x', '0'],
        ...['$and', '$or', '$not', '$in', '$eq', '$null', '$contains', '$between', 'populate', 'filters'],
      );
      const value = fc.constantFrom(
        '',
        '*',
        '1',
        '-1',
        'x',
        'null',
        'true',
        '[]',
        '{}',
        '%00',
        '9'.repeat(20),
      );
      const question = fc
        .tuple(
          fc.constantFrom('filters', 'sort', 'populate', 'fields'),
          fc.array(word, { maxLength: 4 }),
          value,
        )
        .map(([name, words, given]) => `${name}${words.map((one) => `[${one}]`).join('')}=${given}`);
      const addresses = lists();
      const paths = fc
        .sample(question, generatedRuns(150))
        .map((one, at) => `${addresses[at % addresses.length]}?${one}`);
      expect(await failing(paths)).toEqual([]);
    });
  });

  describe('questions that would keep the database busy', () => {
    let token: string;
    beforeAll(async () => {
      const made = (await server.strapi.service('admin::api-token').create({
        name: unique('Token'),
        type: 'full-access',
        lifespan: null,
        description: '',
      })) as { accessKey: string };
      token = made.accessKey;
    });

    const each = (count: number, condition: string, group = '$and') =>
      Array.from({ length: count }, (_, index) => `filters[${group}][${index}]${condition}`).join('&');
    const TOO_MUCH = /^This is too much for one request: /;

    it.each([
      ['many relations to many', UID.post, each(3, '[tags][name][$contains]=a'), 'tags, tags, tags'],
      ['the same in other groups', UID.post, each(3, '[$not][tags][name]=a', '$or'), '3 relations to many'],
      [
        'ids of related entries',
        UID.post,
        `${each(2, '[tags]=1')}&filters[tags][id][$null]=1`,
        '3 relations',
      ],
      [
        'filters and order',
        UID.account,
        `${each(2, '[websites][name]=a')}&sort=websites.name`,
        '3 relations',
      ],
      [
        'an order in brackets',
        UID.account,
        `${each(2, '[websites][name]=a')}&sort[0][websites][name]=asc`,
        '3',
      ],
      ['more tables than can be joined', UID.post, each(40, '[website][name][$contains]=a'), '40 relations'],
      ['an order by many', UID.post, `${each(12, '[website][name]=a')}&sort=category.name`, '13 relations'],
      ['what comes along', UID.page, `populate[campaign][populate]=*&${each(8, '[campaign][name]=a')}`, '12'],
      [
        'the same in a list',
        UID.page,
        `populate[campaign][populate][]=*&${each(8, '[campaign][name]=a')}`,
        '12',
      ],
      ['many with each of many', UID.account, 'populate[websites][populate][editors]=true', 'each of many'],
      ['the same in dots', UID.account, 'populate=websites.editors', 'each of many'],
      ['many values', UID.post, each(51, '[title][$contains]=a'), '51 values'],
      [
        'many values in one',
        UID.post,
        each(51, '[title][$contains][]=a').replace(/\$and\]\[\d+\]\[/g, ''),
        '51',
      ],
      [
        'the order of what comes',
        UID.post,
        'populate[website][sort]=editors.id,editors.firstname,editors.lastname',
        '3 relations to many',
      ],
      [
        'filters of what comes',
        UID.post,
        each(3, '[editors][id]=1').replace(/filters/g, 'populate[website][filters]'),
        '3',
      ],
    ] as const)('are refused: %s', async (_name, uid, question, reason) => {
      for (const panel of [admin, editor]) {
        const { status, body } = await panel.get(entries(uid, `?${question}`));
        expect([status, body.error?.message]).toEqual([400, expect.stringMatching(TOO_MUCH)]);
        expect(body.error?.message).toContain(reason);
      }
    });

    it('are refused wherever Strapi reads', async () => {
      const tags = each(40, '[tags][name]=a');
      const addresses = [
        entries(UID.post, `/${own.post}?${tags}`),
        `/content-manager/relations/${UID.website}/account?${each(40, '[websites][name]=a')}`,
        `/content-manager/relations/${UID.post}/${own.post}/tags?${each(40, '[website][name]=a')}`,
        `/upload/files?${each(40, '[folder][name]=a')}`,
        `/upload/folders?${each(40, '[parent][name]=a')}`,
        `/upload/folders?${each(3, '[files][name]=a')}`,
        '/upload/folders?populate=files',
        `/admin/users?${each(40, '[roles][name]=a')}`,
        `/admin/roles?${each(40, '[users][username]=a')}`,
        `/content-manager/collection-types/plugin::users-permissions.user?${each(40, '[role][name]=a')}`,
      ];
      for (const address of addresses) {
        const { status, body } = await admin.get(address);
        expect([address, status, body.error?.message]).toEqual([
          address,
          400,
          expect.stringMatching(TOO_MUCH),
        ]);
      }
      for (const action of ['bulkFindForValidation', 'bulkDelete']) {
        const sort = ['website.name', 'website.kind', 'category.name'].flatMap(
          (one) => Array(5).fill(one) as string[],
        );
        const { status, body } = await admin.post(entries(UID.post, `/actions/${action}`), {
          documentIds: [own.post],
          sort,
        });
        expect([action, status, body.error?.message]).toEqual([action, 400, expect.stringMatching(TOO_MUCH)]);
      }
      for (const action of ['bulkPublish', 'bulkUnpublish', 'bulkDelete', 'bulkFindForValidation']) {
        const documentIds = Array.from({ length: 101 }, (_, index) => `x${index}`);
        const { status, body } = await admin.post(entries(UID.post, `/actions/${action}`), { documentIds });
        expect([action, status, body.error?.message]).toEqual([action, 400, expect.stringMatching(TOO_MUCH)]);
      }
      for (const size of ['pageSize=1000', 'limit=1000']) {
        const page = await admin.get(entries(UID.post, `?${size}`));
        expect(page.body).toMatchObject({ pagination: { pageSize: 100 } });
      }
      // Their number is not held to that.
      const last = await admin.get(entries(UID.post, '?page=101&pageSize=1'));
      expect(last.body).toMatchObject({ pagination: { page: 101, pageSize: 1 } });
      for (const address of [
        `/api/upload/files?${each(40, '[folder][name]=a')}`,
        `/api/users?${each(40, '[role][name]=a')}`,
        `/api/upload/files?populate[related][on][${UID.account}][populate]=websites`,
      ]) {
        const { status, body } = await request(server.strapi.server.httpServer)
          .get(address)
          .set('Authorization', `Bearer ${token}`);
        expect([address, status, (body as { error?: { message: string } }).error?.message]).toEqual([
          address,
          400,
          expect.stringMatching(TOO_MUCH),
        ]);
      }
    });

    it('are refused with what a role’s conditions add', async () => {
      const conditions = [LISTED_WEBSITES, 'admin::is-creator'];
      const { panel } = await signInWith(
        server.strapi,
        contentPermissions(server.strapi, [UID.post, UID.category], conditions),
      );
      const status = async (count: number) => {
        const answer = await panel.get(entries(UID.post, `?${each(count, '[category][name]=a')}`));
        return [answer.status, answer.body.error?.message];
      };
      expect(await status(6)).toEqual([200, undefined]);
      expect(await status(12)).toEqual([400, expect.stringContaining("your role's conditions add; 26 are")]);
    });

    it('leave those that the panel asks', async () => {
      const questions = [
        entries(
          UID.post,
          `?${each(2, '[tags][documentId][$eq]=x')}&sort=website.name:ASC&page=1&pageSize=100`,
        ),
        entries(
          UID.post,
          `?${each(5, '[website][documentId][$eq]=x', '$or')}&filters[category][name][$contains]=a`,
        ),
        entries(UID.post, `?${each(20, '[title][$containsi]=a')}&_q=a`),
        entries(UID.post, '?populate=*'),
        entries(UID.account, '?populate=*'),
        entries(UID.post, `?${each(50, '[id][$ne]=1')}`),
        entries(UID.post, '?filters[$and][0][__status][$eq]=published&filters[title][$not][$contains]=a'),
        entries(UID.post, '?filters[id][$between][]=1&filters[id][$between][]=5'),
        entries(
          UID.post,
          '?filters[id]=2147483647&filters[title][$null]=maybe&filters[createdAt][$lt]=2026-01-01',
        ),
        entries(
          UID.post,
          '?filters[$not][title]=a&filters[website][$in][]=1&filters[category][id][$null]=true',
        ),
        entries(UID.post, '?filters[website][account][websites][account][name]=a'),
        entries(UID.post, '?sort=status:ASC'),
        entries(UID.post, '?sort[title]=asc&sort[website][name]=desc'),
        entries(UID.post, '?sort[0]=title&sort[1][website][name]=desc'),
        entries(UID.post, '?populate=website.account,website.editors,tags&fields=title,%20slug'),
        entries(UID.post, '?populate[0]=website&populate[1]=*'),
        entries(UID.post, '?fields=*'),
        entries(UID.post, '?page=&filters=&sort=&populate=&fields='),
        entries(UID.post, '?populate=true'),
        entries(UID.post, `?filters[title][$eq]&${each(3, '[featuredImage][name]=a')}`),
        entries(UID.post, '?populate=,website,'),
        entries(
          UID.post,
          '?populate[website]=*&populate[tags]=false&populate[category][count]=true&fields[]=title',
        ),
        entries(UID.page, '?sort=internalLinks.keyword&filters[internalLinks][keyword]=a'),
        entries(UID.page, '?filters[variables][$notNull]=true&filters[internalLinks][internal]=true'),
        '/upload/folders?populate[parent][populate][parent]=*&populate[files][count]=true&populate[children][count]=true',
        '/upload/files?populate[folder]=true&filters[$and][0][folder][id][$null]=true&sort=createdAt:DESC',
        '/admin/users?pageSize=10&page=1&sort=firstname',
        '/admin/roles?sort=name:ASC',
      ];
      for (const address of questions)
        expect([address, (await admin.get(address)).status]).toEqual([address, 200]);
      // With what a role's conditions add, too.
      for (const question of [
        each(12, '[website][name][$notContains]=a'),
        each(2, '[tags][name][$notNull]=1'),
      ])
        expect((await editor.get(entries(UID.post, `?${question}`))).status).toBe(200);
    });
  });
});
