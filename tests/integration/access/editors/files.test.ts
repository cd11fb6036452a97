import path from 'node:path';
import { rm } from 'node:fs/promises';
import request from 'supertest';
import { CONFIRM_USES_HEADER } from '../../../../src/plugins/content-delivery/contracts/media-library';
import type { StoredFile } from '../../../../src/plugins/content-delivery/server/src/access/editors/files/file-names';
import { entriesOf } from '../../../../src/plugins/content-delivery/server/src/access/editors/files/described';
import { createUses } from '../../../../src/plugins/content-delivery/server/src/access/editors/files/uses';
import { SHOWN_WEBSITE_HEADER } from '../../../../src/plugins/content-delivery/contracts/website-switch';
import { UID, unique } from '../../../fixtures/content';
import { PIXEL } from '../../../fixtures/pixel';
import {
  contentPermissions,
  signInWith,
  withAdminToken,
  type AdminPanel,
  type Answer,
  LISTED_WEBSITES,
} from '../../../support/admin-panel';
import { withServer } from '../../../support/with-server';

const FILE = 'plugin::upload.file';
const FILE_WEBSITE = 'plugin::content-delivery.file-website';
const MEDIA = ['read', 'assets.create', 'assets.update', 'assets.download', 'assets.copy-link'].map(
  (action) => ({ action: `plugin::upload.${action}`, subject: null }),
);
const entry = (uid: string, documentId: string) => `/content-manager/collection-types/${uid}/${documentId}`;

interface Stored {
  id: number;
  documentId: string;
  url: string;
  name: string;
}

describe('the media library of an editor who is restricted to listed websites', () => {
  const { server, content, rowsOf, asSuperAdmin } = withServer();
  const admin = asSuperAdmin();
  let editor: AdminPanel;
  let userId: number;
  let own: string;
  let foreign: string;
  const urls: string[] = [];

  beforeAll(async () => {
    const permissions = [
      ...contentPermissions(server.strapi, Object.values(UID), [LISTED_WEBSITES]),
      ...MEDIA,
    ];
    ({ id: userId, panel: editor } = await signInWith(server.strapi, permissions));
    own = (await content.website({ editors: [userId] })).documentId;
    foreign = (await content.website({ name: 'Foreign website' })).documentId;
  });
  afterAll(async () => {
    for (const url of urls) await rm(path.join(server.strapi.dirs.static.public, url), { force: true });
  });

  const send = async (
    panel: AdminPanel,
    target: string,
    fields: Record<string, string | string[]> = {},
    headers: Record<string, string> = {},
  ) => {
    const call = request(server.strapi.server.httpServer)
      .post(target)
      .set({ Authorization: `Bearer ${panel.token}`, ...headers });
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) void call.field(name, one);
    }
    const { status, body } = await call.attach('files', PIXEL, `${unique('picture')}.png`);
    const files = (Array.isArray(body) ? body : [body]) as Stored[];
    for (const { url } of files) if (url) urls.push(url);
    return { status, body: body as Answer['body'], file: files[0] as Stored };
  };
  const upload = async (panel: AdminPanel, fields?: Record<string, string>) => {
    const { status, file } = await send(panel, '/upload', fields);
    expect(status).toBe(201);
    return file;
  };
  const postWith = (website: string, data: Record<string, unknown>) => content.post(website, data);
  /** As after a website was deleted past the document service. */
  const ofNoWebsite = async (featuredImage: number): Promise<void> => {
    const { documentId } = await content.draft(foreign, { featuredImage });
    const row = await rowsOf(UID.post).findOne({ where: { documentId } });
    await server.strapi.db.connection('posts_website_lnk').where({ post_id: row?.id }).delete();
  };
  const listed = async (panel: AdminPanel, query = '') => {
    const { body } = await panel.get(`/upload/files?pageSize=100${query}`);
    return (body.results as unknown as Stored[]).map(({ id }) => id);
  };
  const file = (id: number) => rowsOf(FILE).findOne({ where: { id }, populate: ['folder'] });
  const sees = async (panel: AdminPanel, { id, name }: Stored) => [
    (await listed(panel)).includes(id),
    (await listed(panel, `&_q=${encodeURIComponent(name)}`)).includes(id),
    (await listed(panel, `&filters[id][$eq]=${id}`)).includes(id),
    (await panel.get(`/upload/files/${id}`)).status === 200,
  ];
  const ALL = [true, true, true, true];
  const NONE = [false, false, false, false];

  it('lists and takes files for the website that the panel shows', async () => {
    const another = (await content.website({ editors: [userId] })).documentId;
    const showing = (website: string) => ({ [SHOWN_WEBSITE_HEADER]: website });
    const listedOf = async (panel: AdminPanel, website: string) => {
      const { status, body } = await panel.get('/upload/files?pageSize=100', undefined, showing(website));
      expect(status).toBe(200);
      return (body.results as unknown as Stored[]).map(({ id }) => id);
    };
    const uploadFor = async (panel: AdminPanel, website: string) =>
      (await send(panel, '/upload', {}, showing(website))).file;
    const shared = await upload(admin);
    const theirs = await uploadFor(admin, foreign);
    const mine = await uploadFor(editor, another);
    // Somebody who names a website that is not theirs uploads for their own, as ever.
    const pretended = await uploadFor(editor, foreign);

    expect(await listedOf(admin, foreign)).toEqual(expect.arrayContaining([shared.id, theirs.id]));
    expect(await listedOf(admin, foreign)).not.toContain(mine.id);
    expect(await listedOf(admin, foreign)).not.toContain(pretended.id);
    expect(await listedOf(editor, another)).toEqual(
      expect.arrayContaining([shared.id, mine.id, pretended.id]),
    );
    expect(await listedOf(editor, own)).not.toContain(mine.id);
    expect(await listedOf(editor, foreign)).not.toContain(theirs.id);
    expect(await listed(editor)).toEqual(expect.arrayContaining([shared.id, mine.id]));
    expect(await listed(admin)).toEqual(expect.arrayContaining([shared.id, theirs.id, mine.id]));
    await server.strapi.documents(UID.website as never).delete({ documentId: another });
  });

  it('is narrowed for a token of such an editor, which reads nothing but files', async () => {
    const { id, panel } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, Object.values(UID), [LISTED_WEBSITES]),
      ...MEDIA,
      { action: 'admin::admin-tokens.create', subject: null },
    ]);
    const { documentId: listedOn } = await content.website({ editors: [id] });
    const theirs = (await send(admin, '/upload', {}, { [SHOWN_WEBSITE_HEADER]: foreign })).file;
    const mine = (await send(admin, '/upload', {}, { [SHOWN_WEBSITE_HEADER]: listedOn })).file;
    const token = await withAdminToken(server.strapi, panel, MEDIA);
    const ids = await listed(token);
    expect([ids.includes(mine.id), ids.includes(theirs.id)]).toEqual([true, false]);
    expect((await token.get(`/upload/files/${mine.id}`)).status).toBe(200);
    expect((await token.get(`/upload/files/${theirs.id}`)).status).toBe(404);
    const sent = await upload(token);
    expect(await rowsOf(FILE_WEBSITE).findOne({ where: { file: sent.documentId } })).toMatchObject({
      website: listedOn,
    });
  });

  it('says nothing of whom a file belongs to that is sent over the content API', async () => {
    const { accessKey: token } = (await server.strapi
      .service('admin::api-token')
      .create({ name: unique('token'), description: '', lifespan: null, type: 'full-access' })) as {
      accessKey: string;
    };
    const { status, file: sent } = await send(
      { ...admin, token },
      '/api/upload',
      {},
      {
        [SHOWN_WEBSITE_HEADER]: foreign,
      },
    );
    expect(status).toBe(201);
    expect(await rowsOf(FILE_WEBSITE).count({ where: { file: sent.documentId } })).toBe(0);
  });

  it.each([
    ['posts', UID.post],
    ['pSEO pages', UID.page],
  ])('is narrowed for who reads all but %s without the condition', async (_name, narrowed) => {
    const theirs = await upload(admin);
    await postWith(foreign, { featuredImage: theirs.id });
    const others = Object.values(UID).filter((uid) => uid !== narrowed);
    const { panel } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, others),
      ...contentPermissions(server.strapi, [narrowed], [LISTED_WEBSITES]),
      ...MEDIA,
    ]);
    expect(await sees(panel, theirs)).toEqual(NONE);
    // Who reads all of it without the condition sees all files.
    const { panel: whole } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, Object.values(UID)),
      ...MEDIA,
    ]);
    expect(await sees(whole, theirs)).toEqual(ALL);
  });

  it('shows their files and shared ones, in lists, searches and by number', async () => {
    const shared = await upload(admin);
    const mine = await upload(editor);
    const theirs = await upload(admin);
    const both = await upload(admin);
    const draft = await upload(admin);
    await postWith(foreign, { featuredImage: theirs.id });
    await postWith(foreign, { featuredImage: both.id });
    await postWith(own, { featuredImage: both.id });
    await content.draft(foreign, { featuredImage: draft.id });

    const other = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, Object.values(UID), [LISTED_WEBSITES]),
      ...MEDIA,
    ]);
    for (const one of [shared, mine, both]) expect(await sees(editor, one)).toEqual(ALL);
    for (const one of [theirs, draft]) expect(await sees(editor, one)).toEqual(NONE);
    for (const one of [shared, mine, theirs, both, draft]) expect(await sees(admin, one)).toEqual(ALL);
    expect(await sees(other.panel, shared)).toEqual(ALL);
    for (const one of [mine, theirs, both]) expect(await sees(other.panel, one)).toEqual(NONE);

    const { body } = await editor.get('/upload/files?pageSize=1&page=1');
    expect(body).toMatchObject({ pagination: { total: (await listed(editor)).length } });
  });

  it('counts in folders what is shown there', async () => {
    const folder = (await admin.post('/upload/folders', { name: unique('Folder'), parent: null })).body
      .data as { id: number };
    const inFolder = { fileInfo: JSON.stringify({ folder: folder.id }) };
    await upload(editor, inFolder);
    const theirs = await upload(admin, inFolder);
    await postWith(foreign, { featuredImage: theirs.id });
    const counts = async (panel: AdminPanel) => {
      const one = (await panel.get(`/upload/folders/${folder.id}`)).body.data as { files: unknown };
      const all = (await panel.get('/upload/folders?pagination[pageSize]=-1')).body.data as {
        id: number;
        files: unknown;
      }[];
      return [one.files, all.find(({ id }) => id === folder.id)?.files];
    };
    expect(await counts(editor)).toEqual([{ count: 1 }, { count: 1 }]);
    expect(await counts(admin)).toEqual([{ count: 2 }, { count: 2 }]);

    // What is out of sight stays where it is.
    const ids = { fileIds: [], folderIds: [folder.id] };
    for (const call of [
      () => editor.post('/upload/actions/bulk-delete', ids),
      () => editor.post('/upload/actions/bulk-move', { ...ids, destinationFolderId: null }),
      () => editor.put(`/upload/folders/${folder.id}`, { name: 'Renamed', parent: null }),
    ]) {
      expect(await call()).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringMatching(/files of other websites/) as string } },
      });
    }
    expect(await file(theirs.id)).toMatchObject({ folder: { id: folder.id } });
  });

  it.each<[string, (shown: Stored) => Promise<unknown>]>([
    ['the image of a post', ({ id }) => postWith(foreign, { featuredImage: id })],
    ['the image of a draft', ({ id }) => content.draft(foreign, { featuredImage: id })],
    ['in the HTML of a post', ({ url }) => postWith(foreign, { content: `<img src="${url}">` })],
    [
      'in the HTML of a post, with another server before it',
      ({ url }) =>
        postWith(foreign, { content: `<p style="background: url(https://cms.example${url}?a=1)">` }),
    ],
    [
      'in the HTML of a post, in a smaller size',
      async ({ id, url }) => {
        const small = url.replace(/[^/]+$/, 'small_$&');
        await rowsOf(FILE).update({
          where: { id },
          data: { formats: { small: { url: small }, none: null } },
        });
        await postWith(foreign, { content: `<img src="${small}">` });
      },
    ],
    ['by a post that belongs to no website', ({ id }) => ofNoWebsite(id)],
    [
      'as the address of the image of a post',
      ({ url }) => postWith(foreign, { featuredImageUrl: `https://cms.example${url}` }),
    ],
    [
      'in the template of a campaign',
      ({ url }) => content.campaign(foreign, { htmlTemplate: `<img src='${url}'>` }),
    ],
    [
      'in a variable of a pSEO page',
      async ({ url }) =>
        content.page((await content.campaign(foreign)).documentId, {
          slug: unique('page'),
          variables: { image: url },
        }),
    ],
  ])('refuses to change, move or delete what another website uses: %s', async (_name, use) => {
    const shown = await upload(editor);
    await postWith(own, { featuredImage: shown.id });
    await use(shown);
    const before = await file(shown.id);
    const folder = (await editor.post('/upload/folders', { name: unique('Own'), parent: null })).body
      .data as { id: number };
    const info = { name: 'changed.png', alternativeText: 'changed', folder: folder.id };
    const ids = { fileIds: [shown.id], folderIds: [] };
    const fields = { fileInfo: JSON.stringify(info) };
    const answers = [
      await editor.delete(`/upload/files/${shown.id}`),
      await editor.post('/upload/actions/bulk-delete', ids),
      await editor.post('/upload/actions/bulk-delete', { ...ids, fileIds: [`0${shown.id}`] }),
      await editor.post('/upload/actions/bulk-move', { ...ids, destinationFolderId: folder.id }),
      await editor.post('/upload/actions/bulk-update', { updates: [{ id: shown.id, fileInfo: info }] }),
      await editor.put(`/upload/files/${shown.id}`, { fileInfo: info }),
      await editor.post(`/upload?id=${shown.id}`, { fileInfo: info }),
      await send(editor, `/upload?id=${shown.id}`, fields),
      await send(editor, `/upload?id=0${shown.id}`, fields),
      await send(editor, `/upload/files/${shown.id}/replace`, fields),
    ];
    for (const { status, body } of answers) {
      expect({ status, message: body.error?.message }).toEqual({
        status: 403,
        message: expect.stringMatching(/belongs to another website too, or is used there/) as string,
      });
      expect(JSON.stringify(body)).not.toContain('Foreign website');
    }
    expect(await file(shown.id)).toEqual(before);
  });

  it.each([
    ['followed by letters, which MariaDB leaves out', (id: number) => `${id}abc`],
    ['with an underscore, which PostgreSQL leaves out', (id: number) => `0_${id}`],
    ['as a decimal fraction', (id: number) => `${id}.0`],
    ['with a space', (id: number) => ` ${id}`],
  ])('knows no file or folder by a number %s', async (_name, spelled) => {
    const shown = await upload(editor);
    await postWith(foreign, { featuredImage: shown.id });
    const folder = (await admin.post('/upload/folders', { name: unique('Shared'), parent: null })).body
      .data as { id: number };
    const before = await file(shown.id);
    const id = spelled(shown.id);
    const inUrl = encodeURIComponent(id);
    const info = { name: 'changed.png' };
    const fields = { fileInfo: JSON.stringify(info) };
    const answers = [
      await editor.delete(`/upload/files/${inUrl}`),
      await editor.post('/upload/actions/bulk-delete', { fileIds: [id], folderIds: [] }),
      await editor.post('/upload/actions/bulk-delete', { fileIds: [], folderIds: [spelled(folder.id)] }),
      await editor.post('/upload/actions/bulk-move', { fileIds: [id], destinationFolderId: folder.id }),
      await editor.post('/upload/actions/bulk-update', { updates: [{ id, fileInfo: info }] }),
      await editor.put(`/upload/files/${inUrl}`, { fileInfo: info }),
      await editor.put(`/upload/folders/${encodeURIComponent(spelled(folder.id))}`, { name: unique('x') }),
      await editor.post(`/upload?id=${inUrl}`, { fileInfo: info }),
      await send(editor, `/upload?id=${inUrl}`, fields),
      await send(editor, `/upload/files/${inUrl}/replace`, fields),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(await file(shown.id)).toEqual(before);
    expect((await admin.get(`/upload/folders/${folder.id}`)).status).toBe(200);
  });

  it('changes, moves and deletes their own', async () => {
    const shown = await upload(editor);
    const info = { name: 'mine.png', alternativeText: 'mine' };
    expect((await editor.put(`/upload/files/${shown.id}`, { fileInfo: info })).status).toBe(200);
    expect((await send(editor, `/upload?id=${shown.id}`)).status).toBe(200);
    expect(await file(shown.id)).toMatchObject({ alternativeText: 'mine' });
    expect((await editor.delete(`/upload/files/${shown.id}`)).status).toBe(200);
    expect(await file(shown.id)).toBeNull();
  });

  it('changes the picture of their own website, unless another one has it too', async () => {
    const picture = await upload(editor);
    await content.update(UID.website, own, { image: picture.id });
    const describe = () =>
      editor.put(`/upload/files/${picture.id}`, { fileInfo: { alternativeText: 'Ours' } });
    expect((await describe()).status).toBe(200);
    await content.update(UID.website, foreign, { image: picture.id });
    expect((await describe()).status).toBe(403);
  });

  it('does not take files out of sight, however they are named', async () => {
    const theirs = await upload(admin);
    await postWith(foreign, { featuredImage: theirs.id });
    const before = await file(theirs.id);
    const answers = [
      await editor.delete(`/upload/files/${theirs.id}`),
      await editor.post('/upload/actions/bulk-delete', { fileIds: [theirs.id] }),
      await editor.post('/upload/actions/bulk-move', { fileIds: [theirs.id], destinationFolderId: null }),
      await editor.put(`/upload/files/${theirs.id}`, { fileInfo: { name: 'x' } }),
      await send(editor, `/upload?id=${theirs.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await file(theirs.id)).toEqual(before);

    const post = await postWith(own, {});
    const { id, documentId } = theirs;
    const forms = [id, `${id}`, [id], { id }, { id: `${id}` }, { set: [{ id }] }, { connect: [{ id }] }];
    for (const featuredImage of [...forms, { documentId }, documentId]) {
      const { status, body } = await editor.put(entry(UID.post, post.documentId), { featuredImage });
      expect([400, 403]).toContain(status);
      expect(JSON.stringify(body)).not.toContain(theirs.name);
    }
    const rows = () =>
      rowsOf(UID.post).findMany({ where: { documentId: post.documentId }, populate: ['featuredImage'] });
    expect((await rows()).map((row) => row['featuredImage'])).toEqual([null, null]);

    // What they see is chosen: their own, and what belongs to nobody.
    for (const { id: mine } of [await upload(editor), await upload(admin)]) {
      const chosen = await editor.put(entry(UID.post, post.documentId), { featuredImage: mine });
      expect(chosen.status).toBe(200);
      expect((await rows()).map((row) => row['featuredImage'])).toContainEqual(
        expect.objectContaining({ id: mine }),
      );
    }
  });

  it('does not have all files described, those of other websites too', async () => {
    const { status, body } = await editor.post('/upload/ai-metadata-jobs', {});
    expect([status, body.error?.message]).toEqual([403, 'This would change files of all websites.']);
  });

  it('puts nothing into entries by an upload', async () => {
    const image = await upload(admin);
    const mine = await postWith(own, { featuredImage: image.id });
    const theirs = await postWith(foreign, { featuredImage: image.id });
    const before = await rowsOf(FILE).count({});
    for (const { documentId } of [mine, theirs]) {
      const rows = await rowsOf(UID.post).findMany({ where: { documentId } });
      const tries = rows.flatMap(({ id }): Record<string, string | string[]>[] => [
        { ref: UID.post, refId: `${id}`, field: 'featuredImage' },
        { field: 'featuredImage', refId: `${id}`, ref: UID.post },
        { ref: [UID.post, UID.post], refId: [`${id}`, `${id}`], field: ['featuredImage', 'featuredImage'] },
        { ref: UID.post, refId: documentId, field: 'featuredImage' },
        { ref: UID.post, refId: `${id}`, field: 'featuredImage', source: 'content-manager' },
        { path: '../elsewhere' },
        { related: JSON.stringify([{ id, __type: UID.post, __pivot: { field: 'featuredImage' } }]) },
      ]);
      for (const fields of tries) {
        for (const target of ['/upload', '/upload/files', `/upload?id=${image.id}`]) {
          expect([400, 403]).toContain((await send(editor, target, fields)).status);
        }
      }
      const shown = await rowsOf(UID.post).findMany({ where: { documentId }, populate: ['featuredImage'] });
      expect(shown.map((row) => (row['featuredImage'] as Stored).id)).toEqual(shown.map(() => image.id));
    }
    expect(await rowsOf(FILE).count({})).toBe(before);
  });
});

describe('files of the media library', () => {
  const { server, content, rowsOf, asSuperAdmin } = withServer();
  const admin = asSuperAdmin();
  let website: string;

  beforeAll(async () => {
    website = (await content.website({ name: 'Harbour Roasters' })).documentId;
  });

  const call = async (
    panel: AdminPanel,
    method: 'post' | 'delete',
    target: string,
    { fields = {}, body, confirm }: { fields?: object; body?: object; confirm?: string } = {},
  ) => {
    const agent = request(server.strapi.server.httpServer);
    const sent = agent[method](target).set('Authorization', `Bearer ${panel.token}`);
    if (confirm) void sent.set(CONFIRM_USES_HEADER, confirm);
    if (method === 'post' && !body) {
      for (const [name, value] of Object.entries(fields))
        for (const one of [value].flat()) void sent.field(name, one as string);
      void sent.attach('files', PIXEL, 'picture.png');
    }
    const answer = await (body ? sent.send(body) : sent);
    return { status: answer.status, body: answer.body as Answer['body'] };
  };
  const upload = async (panel = admin) =>
    (await call(panel, 'post', '/upload')).body as unknown as { 0: Stored };

  it('are deleted and replaced once somebody was told where they are used, and has agreed', async () => {
    const { 0: file } = await upload();
    const post = await content.post(website, { title: 'Cold brew', featuredImage: file.id });
    await content.campaign(website, { name: 'Cafés', htmlTemplate: `<img src="${file.url}">` });
    const folder = (await admin.post('/upload/folders', { name: unique('F'), parent: null })).body.data as {
      id: number;
    };
    await admin.post('/upload/actions/bulk-move', { fileIds: [file.id], destinationFolderId: folder.id });

    const ways: [string, Parameters<typeof call>[3]?, ('post' | 'delete')?][] = [
      [`/upload/files/${file.id}`, {}, 'delete'],
      ['/upload/actions/bulk-delete', { body: { fileIds: [file.id] } }],
      ['/upload/actions/bulk-delete', { body: { folderIds: [folder.id] } }],
      [`/upload?id=${file.id}`],
      [`/upload/files/${file.id}/replace`],
    ];
    for (const [target, what, method = 'post'] of ways) {
      const { status, body } = await call(admin, method, target, what);
      expect(status).toBe(409);
      expect(body.error).toMatchObject({
        message: expect.stringMatching(/“Cold brew” \(Harbour Roasters\).*“Cafés”/) as string,
        details: {
          code: 'files-in-use',
          uses: [
            {
              file: 'picture.png',
              type: 'Post',
              title: 'Cold brew',
              website: 'Harbour Roasters',
              isLive: true,
            },
            { type: 'pSEO campaign', title: 'Cafés', website: 'Harbour Roasters' },
          ],
          more: 0,
        },
      });
    }
    // What was agreed to was something else.
    const first = (await call(admin, 'delete', `/upload/files/${file.id}`)).body.error
      ?.details as unknown as {
      confirm: string;
    };
    await content.post(website, { title: 'Espresso', content: `<img src="${file.url}">` });
    const target = `/upload/files/${file.id}`;
    const again = await call(admin, 'delete', target, { confirm: first.confirm });
    expect(again).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/Espresso/) as string } },
    });
    expect(await rowsOf(FILE).count({ where: { id: file.id } })).toBe(1);

    const { confirm } = again.body.error?.details as unknown as { confirm: string };
    expect((await call(admin, 'post', `/upload?id=${file.id}`, { confirm })).status).toBe(200);
    expect((await call(admin, 'delete', target, { confirm })).status).toBe(200);
    expect(await rowsOf(FILE).count({ where: { id: file.id } })).toBe(0);
    expect(await rowsOf(UID.post).count({ where: { documentId: post.documentId } })).toBeGreaterThan(0);
  });

  it('go without a question when nothing uses them, and are moved and described without one', async () => {
    const { 0: file } = await upload();
    await content.post(website, { featuredImage: file.id });
    const info = { fileInfo: { alternativeText: 'A cup' } };
    expect((await call(admin, 'post', `/upload?id=${file.id}`, { body: info })).status).toBe(200);
    const { 0: free } = await upload();
    await content.post(website, { content: `<img src="${free.url.replace('.png', '.jpg')}">${free.name}` });
    expect((await call(admin, 'delete', `/upload/files/${free.id}`)).status).toBe(200);
    // A content type that a project had once.
    const { 0: left } = await upload();
    await server.strapi.db
      .connection('files_related_mph')
      .insert({ file_id: left.id, related_id: 1, related_type: 'api::gone.gone', field: 'image' });
    expect((await call(admin, 'delete', `/upload/files/${left.id}`)).status).toBe(200);
  });

  it('are looked for until so many entries are found that show them', async () => {
    const { 0: file } = await upload();
    for (const title of ['Galão', 'Lungo'])
      await content.post(website, { title, content: `<img src="${file.url}">` });
    const stored = (await rowsOf(FILE).findOne({ where: { id: file.id } })) as unknown as StoredFile;
    const usesOf = createUses(server.strapi);
    expect((await usesOf([stored], 1)).isCut).toBe(true);
    const { uses, isCut } = await usesOf([stored]);
    expect([uses.length, isCut]).toEqual([4, false]);
  });

  it('name to nobody entries that they cannot read', async () => {
    const { 0: file } = await upload();
    const post = await content.draft(website, { title: 'A secret', featuredImage: file.id });
    const { panel } = await signInWith(server.strapi, MEDIA);
    const { status, body } = await call(panel, 'delete', `/upload/files/${file.id}`);
    expect(status).toBe(409);
    expect(body.error?.details).toMatchObject({ uses: [], more: 1 });
    expect(JSON.stringify(body)).not.toContain('A secret');
    expect(await rowsOf(UID.post).count({ where: { documentId: post.documentId } })).toBe(1);
  });

  it('are asked about until twenty entries can be named, without their texts', async () => {
    const { 0: file } = await upload();
    await Promise.all(
      Array.from({ length: 25 }, () =>
        content.draft(website, { content: 'A long text', featuredImage: file.id }),
      ),
    );
    const stored = (await rowsOf(FILE).findOne({ where: { id: file.id } })) as unknown as StoredFile;
    const { uses } = await createUses(server.strapi)([stored]);
    const entries = await entriesOf(server.strapi, uses);
    expect(entries.map(({ row }) => row['content'])).toEqual(Array.from({ length: 25 }));
    const checkers = server.strapi.plugin('content-manager').service('permission-checker') as {
      create(): unknown;
    };
    const asked = jest.spyOn(checkers, 'create');
    const { status, body } = await admin.get(`/content-delivery/files/${file.id}/uses`);
    expect(status).toBe(200);
    const { uses: named, more } = body.data as { uses: unknown[]; more: number };
    expect([named.length, more]).toEqual([20, 5]);
    expect(asked).toHaveBeenCalledTimes(20);
    asked.mockRestore();
  });

  it('tell where they are used: entries that the user may read by name, others as a count', async () => {
    const { 0: file } = await upload();
    const { 0: free } = await upload();
    const post = await content.draft(website, { title: 'Flat white', featuredImage: file.id });
    await content.campaign(website, { name: 'Cups', htmlTemplate: `<img src="${file.url}">` });
    const usesOf = (panel: AdminPanel, id: number | string = file.id) =>
      panel.get(`/content-delivery/files/${id}/uses`);
    expect(await usesOf(admin)).toMatchObject({
      status: 200,
      body: {
        data: {
          uses: [
            {
              title: 'Flat white',
              website: 'Harbour Roasters',
              isLive: false,
              entry: { uid: UID.post, documentId: post.documentId },
            },
            { title: 'Cups' },
          ],
          more: 0,
        },
      },
    });
    expect((await usesOf(admin, free.id)).body.data).toEqual({ uses: [], more: 0 });
    for (const id of [999_999_999, 2 ** 31, 2 ** 53, 'x', '1.5', '-1', '0', 'Infinity'])
      expect([id, (await usesOf(admin, id)).status]).toEqual([id, 404]);

    const readsPosts = contentPermissions(server.strapi, [UID.post]);
    const { panel: writer } = await signInWith(server.strapi, [...MEDIA, ...readsPosts]);
    expect((await usesOf(writer)).body.data).toMatchObject({ uses: [{ title: 'Flat white' }], more: 1 });
    const { panel: none } = await signInWith(server.strapi, readsPosts);
    expect((await usesOf(none)).status).toBe(403);

    // Restricted to another website: a file of this one is not theirs, and a shared one is used out of their sight.
    const own = (await content.website()).documentId;
    const { panel: restricted, id } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, Object.values(UID), [LISTED_WEBSITES]),
      ...MEDIA,
    ]);
    await server.strapi
      .documents(UID.website as never)
      .update({ documentId: own, data: { editors: [id] } } as never);
    expect((await usesOf(restricted)).status).toBe(404);
    const { 0: shared } = await upload();
    await content.post(website, { title: 'Elsewhere', content: `<img src="${shared.url}">` });
    await content.post(own, { title: 'Here', content: `<img src="${shared.url}">` });
    const answer = await usesOf(restricted, shared.id);
    expect(answer.body.data).toMatchObject({ uses: [{ title: 'Here' }], more: 1 });
    expect(JSON.stringify(answer.body)).not.toContain('Elsewhere');
  });

  it('are put into entries by an upload with the rights that the form needs, and no others', async () => {
    const rights = contentPermissions(server.strapi, [UID.post]);
    const writer = await signInWith(server.strapi, [
      ...MEDIA,
      ...rights.filter(({ action }) => !action.endsWith('publish')).map((right) => right),
    ]);
    const titles = await signInWith(server.strapi, [
      ...MEDIA,
      ...rights.map((right) => (right.properties ? { ...right, properties: { fields: ['title'] } } : right)),
    ]);
    const none = await signInWith(server.strapi, MEDIA);
    const post = await content.post(website);
    const rows = await rowsOf(UID.post).findMany({ where: { documentId: post.documentId } });
    const draft = rows.find((row) => !row['publishedAt'])?.id;
    const live = rows.find((row) => row['publishedAt'])?.id;
    const attach = async (panel: AdminPanel, refId: unknown, changes: object = {}) =>
      (
        await call(panel, 'post', '/upload', {
          fields: { ref: UID.post, refId: `${refId as string}`, field: 'featuredImage', ...changes },
        })
      ).status;

    expect(await attach(none.panel, draft)).toBe(403);
    expect(await attach(titles.panel, draft)).toBe(403);
    expect(await attach(writer.panel, live)).toBe(403);
    expect(await attach(admin, 99_999)).toBe(403);
    expect(await attach(admin, draft, { field: 'title' })).toBe(403);
    expect(await attach(admin, draft, { ref: 'admin::user' })).toBe(403);
    expect(await attach(admin, draft, { ref: 'api::none.none' })).toBe(403);
    expect(await attach(admin, post.documentId)).toBe(400);
    expect(await attach(admin, draft, { path: 'x' })).toBe(400);
    // All that is needed is there, and more.
    for (const more of [{ source: 'users-permissions' }, { related: '1' }])
      expect([more, await attach(admin, draft, more)]).toEqual([more, 400]);
    for (const twice of [{ ref: [UID.post, UID.post] }, { field: ['featuredImage', 'featuredImage'] }])
      expect([twice, await attach(admin, draft, twice)]).toEqual([twice, 400]);
    expect(await attach(writer.panel, draft)).toBe(201);
    expect(await attach(admin, live)).toBe(201);

    // In JSON, where the number of a row is one.
    const { 0: file } = await upload();
    const attachByNumber = async (refId: unknown) =>
      (
        await admin.post(`/upload?id=${file.id}`, {
          fileInfo: { caption: 'A cup' },
          ref: UID.post,
          refId,
          field: 'featuredImage',
        })
      ).status;
    for (const refId of [0, -1, 0.5, 2 ** 31, 2 ** 53]) {
      expect([refId, await attachByNumber(refId)]).toEqual([refId, 400]);
    }
    expect(await attachByNumber(draft)).toBe(200);
  });

  describe('over the content API', () => {
    const tokenWith = async (token: object): Promise<AdminPanel['token']> => {
      const made = (await server.strapi
        .service('admin::api-token')
        .create({ name: unique('token'), description: '', lifespan: null, ...token })) as {
        accessKey: string;
      };
      return made.accessKey;
    };
    const ACTIONS = ['upload', 'destroy'].map((action) => `plugin::upload.content-api.${action}`);
    const as = (token: string) => ({ token }) as AdminPanel;

    it.each([
      ['a full-access token', { type: 'full-access' }],
      ['a custom token', { type: 'custom', permissions: ACTIONS }],
    ])('are no way into entries, and stay while they are used, for %s', async (_who, token) => {
      const panel = as(await tokenWith(token));
      const api = (fields?: object) => call(panel, 'post', '/api/upload', { fields: fields ?? {} });
      const sent = await api();
      expect(sent.status).toBe(201);
      const { 0: file } = sent.body as unknown as { 0: Stored };

      const post = await content.post(website, { title: 'Espresso' });
      const row = (await rowsOf(UID.post).findOne({ where: { documentId: post.documentId } })) as {
        id: number;
      };
      const before = await rowsOf(FILE).count({});
      for (const fields of [
        { ref: UID.post, refId: String(row.id), field: 'featuredImage' },
        { refId: String(row.id) },
        { field: 'featuredImage' },
        { source: 'users-permissions' },
        { related: '1' },
        { path: '../..' },
      ]) {
        const refused = await api(fields);
        expect({ fields, status: refused.status }).toEqual({ fields, status: 400 });
      }
      expect(await rowsOf(FILE).count({})).toBe(before);
      expect(
        await rowsOf(UID.post).count({
          where: { documentId: post.documentId, featuredImage: { id: { $notNull: true } } },
        }),
      ).toBe(0);

      await content.post(website, { title: 'Mocha', content: `<img src="${file.url}">` });
      const one = `/api/upload/files/${file.id}`;
      const replace = `/api/upload?id=${file.id}`;
      const asked = await call(panel, 'delete', one);
      expect(asked.status).toBe(409);
      expect(JSON.stringify(asked.body)).not.toContain('Mocha');
      expect(await call(panel, 'post', replace)).toMatchObject({ status: 409 });
      expect((await call(panel, 'delete', one, { confirm: 'x' })).status).toBe(409);
      for (const id of [`${file.id}abc`, `0_${file.id}`]) {
        expect((await call(panel, 'delete', `/api/upload/files/${id}`)).status).toBe(404);
        expect((await call(panel, 'post', `/api/upload?id=${id}`)).status).toBe(404);
      }
      expect(await rowsOf(FILE).count({ where: { id: file.id } })).toBe(1);
      // What is said of it changes nothing that is seen of the entries.
      const described = await call(panel, 'post', replace, { body: { fileInfo: { caption: 'Beans' } } });
      expect(described.status).toBe(200);
      expect(await rowsOf(FILE).count({ where: { id: file.id, url: file.url } })).toBe(1);
      const { confirm } = (asked.body as unknown as { error: { details: { confirm: string } } }).error
        .details;
      expect((await call(panel, 'delete', one, { confirm })).status).toBe(200);

      const { 0: free } = (await api()).body as unknown as { 0: Stored };
      expect((await call(panel, 'delete', `/api/upload/files/${free.id}`)).status).toBe(200);
    });

    it('belong to websites for those who have no token', async () => {
      const role = (await rowsOf('plugin::users-permissions.role').findOne({
        where: { type: 'public' },
      })) as { id: number };
      for (const action of ACTIONS) {
        await rowsOf('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
      }
      const visitor = (method: 'post' | 'delete', target: string) => {
        const sent = request(server.strapi.server.httpServer)[method](target);
        return method === 'post' ? sent.send({ fileInfo: { caption: 'Changed' } }) : sent;
      };
      const { 0: used } = await upload();
      const { 0: free } = await upload();
      await content.post(website, { title: 'Ristretto', featuredImage: used.id });
      expect((await visitor('delete', `/api/upload/files/${used.id}`)).status).toBe(403);
      expect((await visitor('post', `/api/upload?id=${used.id}`)).status).toBe(403);
      expect(await rowsOf(FILE).count({ where: { id: used.id, caption: { $null: true } } })).toBe(1);
      expect((await visitor('delete', `/api/upload/files/${free.id}`)).status).toBe(200);

      // Each by itself: of a website that uses it nowhere, and in a text alone.
      const { 0: assigned } = await upload();
      await rowsOf(FILE_WEBSITE).create({
        data: { key: `${assigned.documentId}:${website}`, file: assigned.documentId, website },
      });
      expect((await visitor('delete', `/api/upload/files/${assigned.id}`)).status).toBe(403);
      const { 0: shown } = await upload();
      await content.post(website, { title: 'Cortado', content: `<img src="${shown.url}">` });
      expect((await visitor('delete', `/api/upload/files/${shown.id}`)).status).toBe(403);
      for (const action of ACTIONS)
        await rowsOf('plugin::users-permissions.permission').delete({ where: { action } });
    });
  });
});
