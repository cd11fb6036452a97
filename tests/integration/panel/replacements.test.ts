import type {
  FoundPost,
  Replacement,
  ReplaceResults,
  ReplaceScope,
  SkippedPost,
} from '../../../src/plugins/content-delivery/contracts/replacements';
import { REPLACE_PERMISSION } from '../../../src/plugins/content-delivery/contracts/replacements';
import { UID, type TestWebsite } from '../../fixtures/content';
import { contentPermissions, LISTED_WEBSITES } from '../../support/admin-users';
import { signInWith, dataOf } from '../../support/admin-panel';
import { databaseKind } from '../../support/databases';
import { runningJobs } from '../../support/jobs';
import { withServer } from '../../support/with-server';

const RUNS = '/content-delivery/replacements';

describe('search and replace over posts', () => {
  const { server, content, api, documentsOf, rowsOf, asSuperAdmin } = withServer();
  const jobs = runningJobs(() => server.strapi);
  const panel = asSuperAdmin();
  let website: TestWebsite;

  beforeEach(async () => {
    website = await content.website();
  });

  const scope = (more: Partial<ReplaceScope> = {}): ReplaceScope => ({
    search: 'tea',
    replace: 'mate',
    matchCase: false,
    wholeWords: false,
    fields: ['title', 'text', 'addresses', 'meta'],
    websites: [website.documentId],
    live: true,
    ...more,
  });
  const searchAll = async (given = scope(), by = panel) => {
    const found: Pick<ReplaceResults, 'posts' | 'unread'> = { posts: [], unread: [] };
    let after: string | null = null;
    do {
      const part: ReplaceResults = await dataOf(by.post(`${RUNS}/search`, { ...given, after }));
      found.posts.push(...part.posts);
      found.unread.push(...part.unread);
      after = part.next;
    } while (after !== null);
    return found;
  };
  const search = async (given = scope(), by = panel) => (await searchAll(given, by)).posts;
  const chosen = (found: readonly FoundPost[], skip: (key: string) => boolean = () => false) =>
    found.map(({ documentId, version, places }) => ({
      documentId,
      version,
      skip: places.map(({ key }) => key).filter(skip),
    }));
  const ended = async (id: string, by = panel): Promise<Replacement> => {
    await jobs.ended(id);
    return (await by.get(`${RUNS}/${id}`)).body.data as Replacement;
  };
  const run = async (given: ReplaceScope, posts: object[], by = panel): Promise<Replacement> => {
    return ended((await dataOf<Replacement>(by.post(RUNS, { ...given, posts }), 202)).documentId);
  };
  const takeBack = async (id: string, by = panel): Promise<Replacement> => {
    return ended((await dataOf<Replacement>(by.post(`${RUNS}/${id}/take-back`, {}), 202)).documentId);
  };
  /** The most characters of texts that one statement brings while it is done. */
  const largestRead = async (act: () => Promise<unknown>): Promise<number> => {
    let largest = 0;
    // Nothing comes back of BEGIN and COMMIT.
    const note = (response: unknown) => {
      largest = Math.max(largest, JSON.stringify(response ?? null).length);
    };
    server.strapi.db.connection.on('query-response', note);
    await act();
    server.strapi.db.connection.removeListener('query-response', note);
    return largest;
  };
  const skipped = async (id: string) => (await panel.get(`${RUNS}/${id}/skipped`)).body.data as SkippedPost[];
  const versions = async (documentId: string) => {
    const rows = (await rowsOf(UID.post).findMany({
      where: { documentId },
      populate: ['tags', 'category'],
    })) as Record<string, unknown>[];
    return {
      draft: rows.find((row) => !row['publishedAt']),
      live: rows.find((row) => row['publishedAt']),
    };
  };
  const statusOf = async (documentId: string) =>
    (
      (await panel.get(`/content-manager/collection-types/${UID.post}/${documentId}`)).body.data as {
        status: string;
      }
    ).status;

  // How much is read at a time follows from lengths; that every database counts them, the other tests show.
  if (databaseKind() === 'sqlite') {
    it('reads few long posts at a time, and finds in all of them', async () => {
      const text = `<p>tea ${'a'.repeat(1_000_000)}</p>`;
      const posts = [];
      for (let at = 0; at < 7; at += 1) posts.push(await content.post(website.documentId, { content: text }));
      posts.push(await content.post(website.documentId, { content: `tea ${'b'.repeat(3_000_000)}` }));
      posts.push(await content.post(website.documentId, { content: 'tea' }));
      const { documentId } = await content.post(website.documentId, { content: 'tea '.repeat(10_001) });
      let found: Awaited<ReturnType<typeof searchAll>> | undefined;
      expect(
        await largestRead(async () => {
          found = await searchAll(scope({ fields: ['text'] }));
        }),
      ).toBeLessThan(6_000_000);
      expect(found?.posts.map((post) => post.documentId)).toEqual(posts.map((post) => post.documentId));
      // With more places than anybody can look at: it is named, not left out in silence.
      expect(found?.unread).toMatchObject([{ documentId }]);
    });
  }

  it('shows each place, changes what was chosen in draft and live version, and takes it back to the byte', async () => {
    // Long enough for the thread that reads long texts.
    const filler = '<p>filler</p>'.repeat(500);
    const html = `<p class="tea">Tea &amp; tea</p>\r\n<a href="/tea?a=1&b=2">x</a><!-- tea -->${filler}`;
    const tag = await content.tag(website.documentId);
    const data = {
      title: 'Tea time',
      slug: 'tea',
      content: html,
      metaTitle: 'All tea',
      tags: [tag.documentId],
    };
    const { documentId } = await content.post(website.documentId, {
      ...data,
      publishDate: '2025-02-03T04:05:06.000Z',
    });
    const before = (await api.blog(website.key, { slug: 'tea' })).body as Record<string, unknown>;

    const found = await search();
    expect(found).toMatchObject([
      {
        documentId,
        title: 'Tea time',
        isLive: true,
        more: 0,
        places: [
          { kind: 'title', version: 'both', before: '', found: 'Tea', after: ' time' },
          { kind: 'text', found: 'Tea', after: ' & tea' },
          { kind: 'text', before: 'Tea & ', found: 'tea' },
          { kind: 'address', before: '/', found: 'tea', after: '?a=1&b=2' },
          { kind: 'metaTitle', before: 'All ', found: 'tea' },
        ],
      },
    ]);
    const done = await run(
      scope(),
      chosen(found, (key) => key === 'draft.content.1'),
    );
    expect(done).toMatchObject({ state: 'done', changed: 1, skipped: 0, mayTakeBack: true });
    const after = (await api.blog(website.key, { slug: 'tea' })).body as Record<string, unknown>;
    expect(after).toEqual({
      ...before,
      title: 'mate time',
      metaTitle: 'All mate',
      content: `<p class="tea">mate &amp; tea</p>\r\n<a href="/mate?a=1&b=2">x</a><!-- tea -->${filler}`,
      updatedAt: after['updatedAt'],
    });
    expect(after['updatedAt']).not.toBe(before['updatedAt']);
    expect(await statusOf(documentId)).toBe('published');
    const { body } = await panel.get(`/content-delivery/entries/${UID.post}/${documentId}/versions`);
    expect(body.data).toMatchObject({
      versions: [{ number: 2, source: 'bulk', by: { kind: 'user' } }, { number: 1 }],
    });

    expect(await takeBack(done.documentId)).toMatchObject({
      kind: 'take-back',
      state: 'done',
      changed: 1,
      skipped: 0,
    });
    const restored = (await api.blog(website.key, { slug: 'tea' })).body as Record<string, unknown>;
    expect(restored).toEqual({ ...before, updatedAt: restored['updatedAt'] });
    expect(await versions(documentId)).toMatchObject({ draft: { content: html }, live: { content: html } });
    expect(await statusOf(documentId)).toBe('published');
    expect((await panel.post(`${RUNS}/${done.documentId}/take-back`, {})).status).toBe(409);
  });

  it('keeps unpublished changes unpublished', async () => {
    const { documentId } = await content.post(website.documentId, {
      title: 'Live',
      slug: 'one',
      content: '<p>Live tea</p>',
    });
    await content.update(UID.post, documentId, {
      title: 'Draft',
      slug: 'two',
      content: '<p>Draft tea, more tea</p>',
    });
    const only = await content.post(website.documentId, { title: 'x', slug: 'three', content: '<p>tea</p>' });
    await content.update(UID.post, only.documentId, { content: '<p>coffee</p>' });
    const found = await search();
    expect(found.map(({ places }) => places.map(({ version, key }) => [version, key]))).toEqual([
      [
        ['draft', 'draft.content.0'],
        ['draft', 'draft.content.1'],
        ['live', 'live.content.0'],
      ],
      [['live', 'live.content.0']],
    ]);
    const done = await run(scope(), chosen(found));
    expect(done).toMatchObject({ changed: 2 });
    expect(await versions(documentId)).toMatchObject({
      draft: { title: 'Draft', slug: 'two', content: '<p>Draft mate, more mate</p>' },
      live: { title: 'Live', slug: 'one', content: '<p>Live mate</p>' },
    });
    expect(await statusOf(documentId)).toBe('modified');
    expect(await versions(only.documentId)).toMatchObject({
      draft: { content: '<p>coffee</p>' },
      live: { content: '<p>mate</p>' },
    });
    expect(await statusOf(only.documentId)).toBe('modified');

    // Without what is live, only drafts change.
    const more = await search(scope({ search: 'mate', replace: 'tea', live: false }));
    await run(scope({ search: 'mate', replace: 'tea', live: false }), chosen(more));
    expect(await versions(documentId)).toMatchObject({
      draft: { content: '<p>Draft tea, more tea</p>' },
      live: { content: '<p>Live mate</p>' },
    });
  });

  it('leaves what has changed since, what a rule refuses and what is too long, names it, and goes on', async () => {
    const titles = ['tea changed', 'tea refused', `${'tea '.repeat(60)}`, 'tea fine', 'tea gone'];
    const ids: string[] = [];
    for (const title of titles) ids.push((await content.draft(website.documentId, { title })).documentId);
    const [changed, refused, long, fine, gone] = ids as [string, string, string, string, string];
    const given = scope({ replace: 'mate mate', fields: ['title'] });
    const found = await search(given);
    expect(found).toHaveLength(5);
    await content.update(UID.post, changed, { title: 'tea by somebody' });
    await content.remove(UID.post, gone);
    // Stored past the rules; nothing else of the post is accepted from then on.
    const category = await content.category((await content.website()).documentId);
    const draft = (await versions(refused)).draft;
    await server.strapi.db
      .connection('posts_category_lnk')
      .insert({ post_id: draft?.['id'], category_id: category['id'] });
    const done = await run(given, chosen(found));
    expect(done).toMatchObject({ state: 'done', changed: 1, skipped: 4 });
    expect((await versions(fine)).draft).toMatchObject({ title: 'mate mate fine' });
    expect(await skipped(done.documentId)).toEqual(
      expect.arrayContaining([
        { documentId: changed, title: 'tea by somebody', reason: 'changed', message: null },
        {
          documentId: refused,
          title: 'tea refused',
          reason: 'refused',
          message: expect.stringContaining('belongs to another website') as string,
        },
        expect.objectContaining({ documentId: long, reason: 'too-long' }),
        { documentId: gone, title: '', reason: 'not-allowed', message: null },
      ]),
    );

    await content.update(UID.post, fine, { title: 'mate mate finer' });
    const back = await takeBack(done.documentId);
    expect(back).toMatchObject({ changed: 0, skipped: 1 });
    expect(await skipped(back.documentId)).toMatchObject([{ documentId: fine, reason: 'changed' }]);
    expect((await versions(fine)).draft).toMatchObject({ title: 'mate mate finer' });
  });

  it('keeps restricted editors to their websites, and live versions to who may publish', async () => {
    const types = [UID.website, UID.post];
    const mayReplace = { action: REPLACE_PERMISSION, subject: null };
    const { id, panel: editor } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, types, [LISTED_WEBSITES]).filter(
        ({ action }) => !action.endsWith('.publish'),
      ),
      mayReplace,
    ]);
    const own = await content.website({ editors: [id] });
    const mine = (await content.post(own.documentId, { title: 'my tea', slug: 'mine' })).documentId;
    const theirs = (await content.post(website.documentId, { title: 'their tea', slug: 'theirs' }))
      .documentId;
    // Moved here, and still live there.
    const moved = (await content.post(website.documentId, { title: 'moved tea', slug: 'moved' })).documentId;
    await content.update(UID.post, moved, { website: own.documentId });

    const foreign = scope({ live: false });
    const all = scope({ live: false, websites: [own.documentId] });
    expect((await editor.post(`${RUNS}/search`, { ...foreign })).status).toBe(404);
    expect((await editor.post(`${RUNS}/search`, { ...all, live: true })).status).toBe(403);
    const found = await search(all, editor);
    expect(found.map(({ documentId }) => documentId)).toEqual([mine, moved]);
    const given = chosen(found);
    const smuggled = [...given, { documentId: theirs, version: '1.1', skip: [] }];
    expect((await editor.post(RUNS, { ...foreign, posts: smuggled })).status).toBe(404);
    expect((await editor.post(RUNS, { ...all, live: true, posts: smuggled })).status).toBe(403);
    const done = await run(all, smuggled, editor);
    expect(done).toMatchObject({ changed: 2, skipped: 1 });
    expect(await versions(mine)).toMatchObject({ draft: { title: 'my mate' }, live: { title: 'my tea' } });
    expect(await versions(moved)).toMatchObject({
      draft: { title: 'moved mate' },
      live: { title: 'moved tea' },
    });
    expect(await versions(theirs)).toMatchObject({
      draft: { title: 'their tea' },
      live: { title: 'their tea' },
    });
    const { body } = await editor.get(`${RUNS}/${done.documentId}/skipped`);
    expect(body.data).toEqual([{ documentId: theirs, title: '', reason: 'not-allowed', message: null }]);

    const elsewhere = await run(scope(), chosen(await search()));
    for (const path of ['', '/skipped']) {
      expect((await editor.get(`${RUNS}/${elsewhere.documentId}${path}`)).status).toBe(404);
    }
    for (const path of ['take-back', 'cancel', 'resume']) {
      expect((await editor.post(`${RUNS}/${elsewhere.documentId}/${path}`, {})).status).toBe(404);
    }
    const { body: list } = await editor.get(RUNS);
    expect((list.data as Replacement[]).map(({ documentId }) => documentId)).toEqual([done.documentId]);

    const { panel: reader } = await signInWith(server.strapi, [...contentPermissions(server.strapi, types)]);
    expect((await reader.post(`${RUNS}/search`, { ...scope() })).status).toBe(403);
  });

  it('refuses what nobody sends', async () => {
    const bad: object[] = [
      {},
      { search: '' },
      { search: 'x'.repeat(501) },
      { search: 'a\u0000' },
      { search: '\ud83d' },
      { replace: 'tea' },
      { replace: 7 },
      { fields: [] },
      { fields: ['slug'] },
      { fields: 'text' },
      { websites: [] },
      { websites: [{ $ne: '' }] },
      { live: 'yes' },
      { after: '-1' },
      { after: { $gt: 1 } },
    ];
    for (const one of bad.slice(1)) {
      expect([one, (await panel.post(`${RUNS}/search`, { ...scope(), ...one })).status]).toEqual([one, 400]);
    }
    const post = { documentId: 'x', version: '1.0', skip: [] };
    for (const posts of [
      undefined,
      [],
      [{}],
      [{ ...post, version: 'x' }],
      [{ ...post, skip: ['__proto__'] }],
      'all',
    ]) {
      expect((await panel.post(RUNS, { ...scope(), posts })).status).toBe(400);
    }
    expect(
      (
        await documentsOf(UID.post).findMany({
          filters: { website: { documentId: website.documentId } },
        } as never)
      ).length,
    ).toBe(0);
  });
});
