import type {
  Post,
  PostExtras,
  PostListItem,
} from '../../../src/plugins/content-delivery/contracts/delivery';
import { POST_EXTRAS } from '../../../src/plugins/content-delivery/contracts/delivery-parameters';
import { UID, type TestWebsite } from '../../fixtures/content';
import { resumeClock, stopClockAt } from '../../support/clock';
import { PUBLIC_URL } from '../../support/environment';
import { expectAnswer, expectError } from '../../support/requests';
import { withServer } from '../../support/with-server';

type Query = Record<string, string>;
type Extended = PostListItem & PostExtras;

describe('more on request', () => {
  const { server, content, api, withWebsite } = withServer();
  const website = withWebsite();
  let first: string;

  const TEXT = `<h1>Cold&nbsp;brew</h1><p>One <b>w</b>ord &amp; more.</p><script>hidden()</script><p>${'slow '.repeat(300)}</p>`;

  beforeAll(async () => {
    const [tea, coffee] = [
      await content.tag(website.documentId, 'Tea'),
      await content.tag(website.documentId, 'Coffee'),
    ];
    const category = await content.category(website.documentId, 'Drinks');
    const image = await content.image('/uploads/pot.webp');
    const author = await content.author(website.documentId, {
      name: 'Corner Cup team',
      url: 'https://example.com/about',
      bio: 'We roast.',
      image,
    });
    await server.strapi.db.query('plugin::upload.file').update({
      where: { id: image },
      data: {
        width: 1_600,
        height: 900,
        alternativeText: 'A pot',
        formats: {
          small: { url: '/uploads/small_pot.webp', width: 500, height: 281, size: 12 },
          thumbnail: { url: 'https://files.example.com/thumbnail_pot.webp', width: 245, height: 138 },
        },
      },
    });
    const post = (slug: string, day: number, data: Record<string, unknown>) =>
      content.post(website.documentId, {
        slug,
        title: slug.toUpperCase(),
        publishDate: new Date(Date.UTC(2025, 0, day)).toISOString(),
        ...data,
      });
    first = (
      await post('first', 1, {
        content: TEXT,
        tags: [tea.documentId, coffee.documentId],
        category: category.documentId,
        author: author.documentId,
        featuredImage: image,
      })
    ).documentId;
    await post('both', 2, { tags: [coffee.documentId, tea.documentId] });
    await post('one-and-category', 3, { tags: [tea.documentId], category: category.documentId });
    await post('one', 4, { tags: [tea.documentId] });
    await post('category', 5, { category: category.documentId });
    await post('newer-category', 6, { category: category.documentId });
    await post('newest-category', 7, { category: category.documentId });
    await post('nothing', 8, { featuredImageUrl: 'https://images.example.com/a.png', content: '日本語です' });
  });
  afterEach(resumeClock);

  const list = (query: Query) => api.blog(website.key, query);
  const one = (slug: string, query: Query = {}) => api.blog(website.key, { slug, ...query });
  const IMAGE = {
    url: `${PUBLIC_URL}/uploads/pot.webp`,
    width: 1_600,
    height: 900,
    alt: 'A pot',
    formats: [
      { url: 'https://files.example.com/thumbnail_pot.webp', width: 245, height: 138 },
      { url: `${PUBLIC_URL}/uploads/small_pot.webp`, width: 500, height: 281 },
    ],
  };

  it('follows what an answer has anyway, in one order', async () => {
    const plain = (await one('first')).body as Post;
    const extras = (await one('first', { include: [...POST_EXTRAS].reverse().join(',') })).body as Post &
      PostExtras;
    const expected = {
      ...plain,
      id: first,
      image: IMAGE,
      excerpt: `Cold brew One word & more. ${'slow '.repeat(33)}slow…`.slice(0, 200),
      readingMinutes: 2,
      words: 305,
      author: {
        name: 'Corner Cup team',
        slug: 'corner-cup-team',
        url: 'https://example.com/about',
        bio: 'We roast.',
        image: IMAGE,
      },
      related: [
        { title: 'BOTH', slug: 'both' },
        { title: 'ONE-AND-CATEGORY', slug: 'one-and-category' },
        { title: 'ONE', slug: 'one' },
        { title: 'NEWEST-CATEGORY', slug: 'newest-category' },
        { title: 'NEWER-CATEGORY', slug: 'newer-category' },
      ],
      lang: null,
    };
    expect(extras).toEqual(expected);
    expect(Object.keys(extras)).toEqual(Object.keys(expected));
    expect(extras.excerpt.length).toBeLessThanOrEqual(200);
  });

  it('is the same of each post in the list, with the content where that is asked for', async () => {
    const include = POST_EXTRAS.join(',');
    const all = (await list({ include })).body as Extended[];
    expect(all.map(({ slug }) => slug)).toEqual(((await list({})).body as Post[]).map(({ slug }) => slug));
    for (const { content: text, ...rest } of all) {
      const { content: own, ...single } = (await one(rest.slug, { include })).body as Extended;
      expect(rest).toEqual(single);
      expect(text).toBe(own);
    }
    expect(all.find(({ slug }) => slug === 'nothing')).toMatchObject({
      image: { url: 'https://images.example.com/a.png', width: null, height: null, alt: null, formats: [] },
      excerpt: '日本語です',
      words: 3,
      readingMinutes: 1,
      author: null,
      related: [],
    });
    expect(all.find(({ slug }) => slug === 'one')).toMatchObject({
      image: null,
      excerpt: '',
      words: 0,
      readingMinutes: 0,
    });
  });

  it('changes nothing that is not asked for', async () => {
    for (const query of [{ include: '' }, {}] as Query[]) {
      expectAnswer(await one('first', query), (await one('first')).body);
      expectAnswer(await list(query), (await list({})).body);
    }
    // It has that anyway.
    expect((await one('first', { include: 'content' })).text).toBe((await one('first')).text);
    // Routes that do not know it ignore it.
    for (const path of ['/api/taxonomies', '/api/internal-links', '/api/redirects']) {
      const plain = await api.get(path, { apiKey: website.key });
      expect((await api.get(path, { apiKey: website.key, include: 'x', limit: 'x' })).text).toBe(plain.text);
    }
  });

  it('refuses what it does not know', async () => {
    const message = /"include" takes some of id, image, excerpt/;
    for (const response of [await list({ include: 'x' }), await one('first', { include: 'x' })]) {
      expectError(response, 400, 'ValidationError', message);
    }
  });

  it('is refused in any form but one plain value', async () => {
    for (const query of ['include=id&include=words', 'include[]=id', 'limit[a]=1&limit=2']) {
      const response = await api.get('/api/blog', `apiKey=${website.key}&${query}`);
      expectError(response, 400, 'ValidationError', /"(include|limit)"/);
    }
  });

  it('is current with whatever it is made of', async () => {
    const related = async () =>
      ((await one('first', { include: 'related' })).body as PostExtras).related.map(({ slug }) => slug);
    const before = await related();
    const made = await content.post(website.documentId, { slug: 'new-one', title: 'New' });
    const tags = (await server.strapi.db.query(UID.tag).findMany({
      where: { website: { documentId: website.documentId } },
    })) as { documentId: string }[];
    await content.update(UID.post, made.documentId, { tags: tags.map((tag) => tag.documentId) }, 'published');
    expect((await related())[0]).toBe('new-one');
    await content.remove(UID.post, made.documentId);
    expect(await related()).toEqual(before);

    const { id } = (await server.strapi.db
      .query('plugin::upload.file')
      .findOne({ where: { url: '/uploads/pot.webp' } })) as { id: number };
    await server.strapi.plugin('upload').service('upload').updateFileInfo(id, { alternativeText: 'A tin' });
    const { image } = (await one('first', { include: 'image' })).body as PostExtras;
    expect(image?.alt).toBe('A tin');
  });

  it('has the language of a post, else of its website', async () => {
    const own = await content.website({ language: 'PT-br' });
    const portuguese = await content.post(own.documentId, { slug: 'a' });
    await content.post(own.documentId, { slug: 'b', language: 'ja' });
    const languages = async () =>
      ((await api.blog(own.key, { include: 'lang' })).body as Extended[]).map(({ slug, lang }) => [
        slug,
        lang,
      ]);
    expect((await languages()).sort()).toEqual([
      ['a', 'pt-BR'],
      ['b', 'ja'],
    ]);
    await content.update(UID.website, own.documentId, { language: 'en' });
    await content.update(UID.post, portuguese.documentId, { language: ' pt ' }, 'published');
    expect((await languages()).sort()).toEqual([
      ['a', 'pt'],
      ['b', 'ja'],
    ]);
    await expect(content.update(UID.website, own.documentId, { language: 'english please' })).rejects.toThrow(
      'code of a language',
    );
    await expect(content.post(own.documentId, { language: 'x_y' })).rejects.toThrow('code of a language');
    await content.update(UID.website, own.documentId, { language: '' });
    await content.update(UID.post, portuguese.documentId, { language: null }, 'published');
    expect((await languages()).sort()[0]).toEqual(['a', null]);
  });

  it('has an author without more than a name', async () => {
    const own = await content.website();
    const { documentId: author } = await content.author(own.documentId, { name: 'Ada', bio: '', url: '' });
    await content.post(own.documentId, { slug: 'post', author });
    const expected = { name: 'Ada', slug: 'ada', url: null, bio: null, image: null };
    for (const query of [{ slug: 'post' }, { limit: '1' }, {}] as Query[]) {
      const { body } = await api.blog(own.key, { ...query, include: 'author' });
      expect([body].flat()[0]).toMatchObject({ author: expected });
    }
  });

  it('has the five related posts with most in common, the newest first where that is the same', async () => {
    const own = await content.website();
    const documentIds = async (made: Promise<{ documentId: string }>[]) =>
      (await Promise.all(made)).map(({ documentId }) => documentId);
    const tags = await documentIds(['a', 'b', 'c'].map((name) => content.tag(own.documentId, name)));
    const categories = await documentIds(['x', 'y'].map((name) => content.category(own.documentId, name)));
    for (let at = 0; at < 24; at++) {
      await content.post(own.documentId, {
        slug: `post-${at}`,
        // Neither in the order of creation nor in the one of what they share.
        publishDate: new Date(Date.UTC(2025, 0, 1 + ((at * 7) % 24))).toISOString(),
        tags: tags.filter((_, tag) => (at >> tag) & 1),
        category: categories[at % 3] ?? null,
      });
    }
    const list = (await api.blog(own.key, { include: 'related' })).body as Extended[];
    const shared = (a: Extended, b: Extended): number =>
      2 * a.tags.filter((tag) => b.tags.includes(tag)).length +
      Number(a.category !== null && a.category === b.category);
    for (const post of list) {
      const expected = list
        .filter((other) => other !== post && shared(other, post) > 0)
        // The list is newest first, and sorting is stable.
        .sort((a, b) => shared(b, post) - shared(a, post))
        .slice(0, 5)
        .map(({ slug }) => slug);
      expect([post.slug, post.related.map(({ slug }) => slug)]).toEqual([post.slug, expected]);
    }
  });

  it.each(['withhold', 'include'])(
    'has related posts when the clock brings them (%s)',
    async (scheduledPosts) => {
      const own = await content.website({ scheduledPosts });
      const tag = await content.tag(own.documentId);
      stopClockAt('2025-08-01T00:00:00.000Z');
      const tags = [tag.documentId];
      await content.post(own.documentId, { slug: 'now', tags });
      await content.post(own.documentId, { slug: 'soon', tags, scheduleDate: '2025-09-01T12:00:00.000Z' });
      const related = async () => {
        const { body: one } = await api.blog(own.key, { slug: 'now', include: 'related' });
        const { body: list } = await api.blog(own.key, { include: 'related' });
        const item = (list as (PostExtras & { slug: string })[]).find(({ slug }) => slug === 'now');
        expect(item?.related).toEqual((one as PostExtras).related);
        return (one as PostExtras).related;
      };
      expect(await related()).toEqual([]);
      stopClockAt('2025-09-01T12:00:00.000Z');
      expect(await related()).toMatchObject([{ slug: 'soon' }]);
      stopClockAt('2025-08-31T00:00:00.000Z');
      expect(await related()).toEqual([]);
    },
  );

  it('has the texts of pSEO pages in their list', async () => {
    const campaign = await content.campaign(website.documentId, {
      htmlTemplate: '<h1>{{ city }}</h1>',
      metaTitleTemplate: 'In {{ city }}',
      internalLinks: [{ keyword: 'tea', url: '/tea' }],
    });
    await content.page(campaign.documentId, { slug: 'a', variables: { city: 'Köln' } });
    await content.page(campaign.documentId, {
      slug: 'b',
      variables: { city: 'Bonn' },
      html: '<p>Own</p>',
      internalLinks: [{ keyword: 'bonn', url: '/bonn', anchor: 'Bonn' }],
    });
    const include = 'internalLinks,fields,html';
    const pages = (await api.pseoPages(website.key, { include })).body as { slug: string }[];
    expect(pages).toHaveLength(2);
    for (const page of pages) {
      const single = await api.pseoPages(website.key, { slug: page.slug });
      expect(JSON.stringify(page)).toBe(single.text);
      expect((await api.pseoPages(website.key, { slug: page.slug, include })).text).toBe(single.text);
    }
    const [page] = (await api.pseoPages(website.key, { include: 'fields', limit: '1' })).body as object[];
    expect(page).toMatchObject({ slug: 'a', fields: { metaTitle: 'In Köln' } });
    expect(page).not.toHaveProperty('html');
    expectError(
      await api.pseoPages(website.key, { include: 'words' }),
      400,
      'ValidationError',
      /html, fields/,
    );
  });
});

describe('an API key in a header', () => {
  const { content, api, withWebsite } = withServer();
  const website = withWebsite();
  let other: TestWebsite;

  beforeAll(async () => {
    other = await content.website();
    await content.post(website.documentId, { slug: 'post' });
  });

  const ask = (headers: Record<string, string>, query: Query = {}, path = '/api/blog') =>
    api.get(path, query, headers);
  const PRIVATE = {
    'cache-control': 'private, no-cache',
    vary: 'Authorization, X-API-Key, Accept-Encoding',
  };

  it.each([
    ['X-API-Key', (key: string) => ({ 'X-API-Key': key })],
    ['Authorization', (key: string) => ({ Authorization: `Bearer ${key}` })],
    ['Authorization in small letters', (key: string) => ({ authorization: `bearer  ${key} ` })],
    ['both', (key: string) => ({ 'X-API-Key': key, Authorization: `Bearer ${key}` })],
  ])('%s opens what the parameter opens, for one caller only', async (_name, headers) => {
    for (const path of [
      '/api/blog',
      '/api/taxonomies',
      '/api/pseo-pages',
      '/api/internal-links',
      '/api/redirects',
    ]) {
      // The second time from what is kept, by either lane.
      for (let time = 0; time < 2; time += 1) {
        const plain = await api.get(path, { apiKey: website.key });
        const response = await ask(headers(website.key), {}, path);
        expectAnswer(response, plain.body, 'private, no-cache');
        expect(response.headers).toMatchObject({ ...PRIVATE, etag: plain.headers['etag'] });
        expect((await ask(headers(other.key), {}, path)).text).not.toBe(
          path === '/api/blog' ? plain.text : null,
        );
      }
    }
    const { headers: found } = await ask(headers(website.key));
    const again = await ask({ ...headers(website.key), 'If-None-Match': String(found['etag']) });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect(again.headers).toMatchObject(PRIVATE);
    expect((await ask(headers(website.key), { slug: 'post', apiKey: '' })).status).toBe(200);
    expectError(await ask(headers('unknown')), 401, 'UnauthorizedError', /not known/);
    expect((await ask(headers(website.key), {}, '/api/changes')).status).toBe(200);
  });

  it('is one key: two that differ are refused, also where the address was answered before', async () => {
    const both = { 'X-API-Key': website.key, Authorization: `Bearer ${other.key}` };
    expectError(await ask(both), 400, 'ValidationError', /X-API-Key and Authorization/);
    for (let time = 0; time < 3; time += 1) {
      expect((await ask({}, { apiKey: website.key })).status).toBe(200);
      const refused = await ask({ 'X-API-Key': other.key }, { apiKey: website.key });
      expectError(refused, 400, 'ValidationError', /"apiKey" is another key/);
      expect(refused.text).not.toContain(website.key);
      expect((await ask({ 'X-API-Key': website.key }, { apiKey: website.key })).headers).toMatchObject({
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: 'Accept-Encoding',
      });
    }
  });

  it('is not looked for in Authorization beside the parameter, which may be a token of something else', async () => {
    const response = await ask({ Authorization: `Bearer ${other.key}` }, { apiKey: website.key });
    expect(response.text).toBe((await ask({}, { apiKey: website.key })).text);
    expectError(await ask({ Authorization: 'Basic dXNlcjpwYXNz' }), 401, 'UnauthorizedError', /is needed/);
  });

  it('may have any character, as bytes of UTF-8', async () => {
    const own = await content.website({ apiKey: 'schlüssel-日本語' });
    const bytes = Buffer.from(own.key).toString('latin1');
    expect((await ask({ 'X-API-Key': bytes })).status).toBe(200);
  });
});
