import type { EarlierSlugList } from '../../../src/plugins/content-delivery/contracts/earlier-slugs';
import { UID, unique, type TestWebsite } from '../../fixtures/content';
import { contentPermissions, signInWith, LISTED_WEBSITES } from '../../support/admin-panel';
import { withServer } from '../../support/with-server';

describe('earlier slugs in the admin panel', () => {
  const { server, content, api, asSuperAdmin } = withServer();
  const admin = asSuperAdmin();
  let website: TestWebsite;

  beforeAll(async () => {
    website = await content.website();
  });

  const path = (uid: string, id: string, slug?: string) =>
    `/content-delivery/entries/${uid}/${id}/earlier-slugs${slug === undefined ? '' : `?slug=${encodeURIComponent(slug)}`}`;
  const slugsOf = ({ body }: { body: { data?: unknown } }) =>
    (body.data as EarlierSlugList).slugs.map(({ slug }) => slug);
  const add = (id: string, slug: unknown, panel = admin, uid: string = UID.post) =>
    panel.post(path(uid, id), { slug });
  const messageOf = ({ status, body }: Awaited<ReturnType<typeof add>>) => [
    status,
    body.error?.message,
    body.error?.details.errors?.length,
  ];

  it('are listed, latest first, added and removed, and readers notice at once', async () => {
    const slug = unique('now');
    const { documentId } = await content.post(website.documentId, { slug });
    expect((await admin.get(path(UID.post, documentId))).body.data).toEqual({ slugs: [], mayChange: true });
    const [one, two] = [unique('old'), unique('old')];
    expect((await add(documentId, ` ${one} `)).status).toBe(200);
    expect(slugsOf(await add(documentId, two))).toEqual([two, one]);
    expect(slugsOf(await add(documentId, two))).toEqual([two, one]);
    expect((await api.blog(website.key, { slug: one })).body).toMatchObject({
      error: { status: 404, details: { movedTo: slug } },
    });
    const next = unique('next');
    await content.update(UID.post, documentId, { slug: next }, 'published');
    const listed = (await admin.get(path(UID.post, documentId))).body.data as EarlierSlugList;
    expect(listed.slugs[0]).toEqual({
      slug,
      at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(slugsOf(await admin.delete(path(UID.post, documentId, one)))).toEqual([slug, two]);
    expect((await api.blog(website.key, { slug: one })).body).toHaveProperty('error.details', {
      code: 'unknown-slug',
    });
    expect((await admin.delete(path(UID.post, documentId, one))).status).toBe(404);
  });

  it('of pages may have slashes', async () => {
    const campaign = await content.campaign(website.documentId, { htmlTemplate: 'x' });
    const slug = unique('page');
    const { documentId } = await content.page(campaign.documentId, { slug });
    expect(slugsOf(await add(documentId, 'old/ä/page', admin, UID.page))).toEqual(['old/ä/page']);
    expect((await api.pseoPages(website.key, { slug: 'old/ä/page' })).body).toMatchObject({
      error: { details: { movedTo: slug } },
    });
    expect(slugsOf(await admin.delete(path(UID.page, documentId, 'old/ä/page')))).toEqual([]);
  });

  it('are refused where they lead elsewhere, or nowhere', async () => {
    const slug = unique('mine');
    const { documentId } = await content.post(website.documentId, { slug });
    const draft = unique('draft');
    await content.draft(website.documentId, { slug: draft });
    const other = await content.post(website.documentId, { slug: unique('other') });
    const theirs = unique('theirs');
    await add(other.documentId, theirs);
    expect(messageOf(await add(documentId, slug))).toEqual([
      400,
      `"${slug}" is the slug of this post, live or as a draft.`,
      1,
    ]);
    expect(messageOf(await add(documentId, draft))).toEqual([
      400,
      `Another post of the website has the slug "${draft}", live or as a draft.`,
      1,
    ]);
    expect(messageOf(await add(documentId, theirs))).toEqual([
      400,
      `"${theirs}" leads to another post of the website already. Remove it there first.`,
      1,
    ]);
    // Free on another website, and for pages.
    const elsewhere = await content.post((await content.website()).documentId, { slug: unique('there') });
    expect((await add(elsewhere.documentId, theirs)).status).toBe(200);
    for (const bad of [
      '',
      '  ',
      'a b',
      'a/b',
      '..',
      'x'.repeat(256),
      '\0',
      7,
      null,
      ['a'],
      { a: 1 },
      undefined,
    ]) {
      const answer = await add(documentId, bad);
      expect([bad, answer.status, answer.body.error?.details.errors?.length]).toEqual([bad, 400, 1]);
    }
    expect((await admin.delete(path(UID.post, documentId))).status).toBe(400);
    expect((await admin.delete(path(UID.post, documentId, theirs))).status).toBe(404);
    expect((await admin.get(path(UID.post, other.documentId))).body.data).toMatchObject({
      slugs: [{ slug: theirs }],
    });
  });

  it('are shown to those who may read the entry, and changed by those who may change it', async () => {
    const listed = (await content.website()).documentId;
    const own = (await content.post(listed)).documentId;
    const foreign = (await content.post(website.documentId)).documentId;
    const all = contentPermissions(server.strapi, [UID.post], [LISTED_WEBSITES]);
    const editor = await signInWith(server.strapi, all);
    const reads = all.filter(({ action }) => action.endsWith('.read'));
    const reader = await signInWith(server.strapi, reads);
    const without = await signInWith(
      server.strapi,
      all.map((one) => ({ ...one, properties: { fields: ['title', 'website'] } })),
    );
    const editors = [editor.id, reader.id, without.id];
    await content.update(UID.website, listed, { editors });

    expect(slugsOf(await add(own, 'old', editor.panel))).toEqual(['old']);
    for (const answer of [
      await editor.panel.get(path(UID.post, foreign)),
      await add(foreign, 'old', editor.panel),
      await editor.panel.delete(path(UID.post, foreign, 'old')),
      await admin.get(path(UID.tag, (await content.tag(listed)).documentId)),
      await admin.get(path(UID.post, 'none')),
      await admin.get(path(UID.post, own.toUpperCase())),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await reader.panel.get(path(UID.post, own))).body.data).toMatchObject({
      slugs: [{ slug: 'old' }],
      mayChange: false,
    });
    expect((await add(own, 'older', reader.panel)).status).toBe(403);
    expect((await reader.panel.delete(path(UID.post, own, 'old'))).status).toBe(403);
    expect((await without.panel.get(path(UID.post, own))).status).toBe(403);
    const nobody = await signInWith(server.strapi, []);
    expect((await nobody.panel.get(path(UID.post, own))).status).toBe(403);
  });

  it('go to one of two who enter the same at once', async () => {
    const [one, two] = [
      (await content.post(website.documentId)).documentId,
      (await content.post(website.documentId)).documentId,
    ];
    for (const slug of [unique('raced'), unique('raced'), unique('raced')]) {
      const answers = await Promise.all([add(one, slug), add(two, slug)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });
});
