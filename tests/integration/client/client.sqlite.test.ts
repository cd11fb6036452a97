import {
  createClient,
  isVisible,
  memoryCache,
  readOnce,
  type Client,
  type Fetch,
} from '../../../client/src/index.js';
import { feed } from '../../../client/src/feed/index.js';
import { linkKeywords } from '../../../client/src/link-keywords/index.js';
import { searchIndex } from '../../../client/src/search-index/index.js';
import { sitemap } from '../../../client/src/sitemap/index.js';
import { UID, type TestWebsite } from '../../fixtures/content';
import { portOf } from '../../support/connections';
import { storeUnfitSlug } from '../../support/unfit-slugs';
import { withServer } from '../../support/with-server';

describe('the client', () => {
  const { server, content } = withServer();
  let website: TestWebsite;
  let baseUrl: string;
  let client: Client;
  const statuses: number[] = [];
  const counting: Fetch = async (url, init) => {
    const answer = await fetch(url, init);
    statuses.push(answer.status);
    return answer;
  };

  beforeAll(async () => {
    website = await content.website();
    baseUrl = `http://127.0.0.1:${await portOf(server.strapi.server.httpServer)}`;
    client = createClient({ baseUrl, apiKey: website.key });
  });

  it('reads posts with whatever is in their slugs', async () => {
    const slugs = [
      'plain',
      'guides/water',
      '100%-arabica',
      'salt+pepper&more=1',
      'кирилиця',
      '☕️?#x',
      ' spaced ',
    ];
    // Front ends that moved in have such slugs; nobody can enter most of them any more.
    for (const slug of slugs) {
      const { documentId } = await content.post(website.documentId, { content: `<p>${slug}</p>` });
      await storeUnfitSlug(server.strapi, UID.post, website.documentId, documentId, slug);
    }
    const posts = await client.posts.list();
    expect(posts.map(({ slug }) => slug).sort()).toEqual([...slugs].sort());
    expect(posts[0]).not.toHaveProperty('content');
    for (const slug of slugs) {
      expect(await client.posts.get(slug)).toMatchObject({ slug, content: `<p>${slug}</p>` });
    }
  });

  it('reads categories and tags', async () => {
    const category = await content.category(website.documentId, 'Guides');
    const tag = await content.tag(website.documentId, 'Water');
    expect(await client.taxonomies.get()).toEqual({
      categories: [{ id: category.documentId, name: 'Guides' }],
      tags: [{ id: tag.documentId, name: 'Water' }],
    });
  });

  it('reads pages, all of them, those of a campaign, and one with links to put into it', async () => {
    const [campaign, other] = [
      await content.campaign(website.documentId),
      await content.campaign(website.documentId),
    ];
    await content.page(campaign.documentId, {
      slug: 'tea/berlin',
      html: '<h1>Green tea</h1><p>Green tea in Berlin</p>',
      internalLinks: [{ keyword: 'green tea', url: 'https://example.com/?a=1&b=2', nofollow: true }],
    });
    await content.page(other.documentId, { slug: 'other' });
    const { documentId: campaignId } = campaign;
    expect((await client.pseoPages.list()).map(({ slug }) => slug)).toEqual(['other', 'tea/berlin']);
    expect((await client.pseoPages.list({ campaignId })).map(({ slug }) => slug)).toEqual(['tea/berlin']);
    expect(await client.pseoPages.list({ campaignId: 'unknown' })).toEqual([]);
    expect(await client.pseoPages.get('other', { campaignId })).toBeNull();
    const page = await client.pseoPages.get('tea/berlin');
    expect(page && linkKeywords(page.html, page.internalLinks)).toBe(
      '<h1>Green tea</h1><p><a href="https://example.com/?a=1&amp;b=2" rel="nofollow">Green tea</a> in Berlin</p>',
    );
  });

  it("puts the account's links into a post, but none to the post itself", async () => {
    const { documentId: account } = await content.defaultAccount();
    await content.link({ account, keyword: 'grinder', url: '/blog/grinder' });
    await content.link({ account, keyword: 'water', url: '/blog/water' });
    await content.post(website.documentId, {
      slug: 'grinder',
      content: '<p>A Grinder, <code>water</code>, water</p>',
    });
    const links = await client.internalLinks.list();
    const post = await client.posts.get('grinder');
    expect(post && linkKeywords(post.content, links, { currentUrl: '/blog/grinder' })).toBe(
      '<p>A Grinder, <code>water</code>, <a href="/blog/water">water</a></p>',
    );
  });

  it('shows a scheduled post from its moment on', async () => {
    const own = await content.website();
    await content.post(own.documentId, { slug: 'later', scheduleDate: '2999-01-01T00:00:00.000Z' });
    const [post] = await createClient({ baseUrl, apiKey: own.key }).posts.list();
    expect(post && isVisible(post)).toBe(false);
    expect(post && isVisible(post, new Date('2999-01-01T00:00:00.000Z'))).toBe(true);
  });

  it('tells a wrong address from a slug that is none', async () => {
    const wrong = createClient({ baseUrl: `${baseUrl}/api`, apiKey: website.key, retries: 0 });
    const calls = [() => wrong.posts.get('a'), () => wrong.pseoPages.get('a'), () => wrong.posts.list()];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ kind: 'status', status: 404 });
    }
    expect(await client.posts.get('nothing-has-this-slug')).toBeNull();
  });

  it('reads lists in parts, with what is included', async () => {
    const own = await content.website({ language: 'en' });
    for (const slug of ['a', 'b', 'c'])
      await content.post(own.documentId, { slug, content: `<p>${slug}</p>` });
    const { posts } = createClient({ baseUrl, apiKey: own.key, cache: memoryCache() });
    const listed = await posts.list({ include: ['content', 'lang'] });
    // The second time from the cache, which the server confirms with the headers of the parts.
    for (let time = 0; time < 2; time += 1) {
      const found: typeof listed = [];
      for await (const post of posts.all({ limit: 2, include: ['content', 'lang'] })) found.push(post);
      expect(found).toEqual(listed);
    }
    expect(listed.map((post) => [post.content, post.lang])).toContainEqual(['<p>a</p>', 'en']);
    expect(await posts.page({ limit: 1 })).toMatchObject({ total: 3, next: expect.any(String) as string });
  });

  it('reads a website of ten posts and 50 pages in five requests, whatever a build makes of it', async () => {
    const own = await content.website();
    for (let at = 0; at < 10; at++) await content.post(own.documentId, { slug: `post-${at}` });
    const { documentId: campaign } = await content.campaign(own.documentId);
    for (let at = 0; at < 50; at++) await content.page(campaign, { slug: `page-${at}` });
    statuses.length = 0;
    const build = readOnce(createClient({ baseUrl, apiKey: own.key, fetch: counting }), {
      include: ['related', 'lang'],
    });
    const paths = {
      origin: 'https://www.example.com',
      title: 'A website',
      list: '/blog',
      post: ({ slug }: { slug: string }) => `/blog/${slug}`,
      page: ({ slug }: { slug: string }) => `/${slug}`,
      tag: ({ name }: { name: string }) => `/blog/tag/${name}`,
      file: (number: number) => `/sitemaps/${number}.xml`,
    };
    const { main } = await sitemap(build, paths);
    expect(main.match(/<loc>/g)).toHaveLength(1 + 10 + 50);
    expect((await feed(build, paths)).rss().match(/<item>/g)).toHaveLength(10);
    await searchIndex(build, paths);
    for (const { slug } of await build.posts.list())
      expect(await build.posts.get(slug)).toMatchObject({ slug, related: [] });
    for (const { slug } of await build.pseoPages.list()) {
      expect(await build.pseoPages.get(slug)).toMatchObject({ slug, html: expect.any(String) as string });
    }
    expect(await build.website()).toMatchObject({ language: null });
    expect([await build.internalLinks.list(), await build.redirects()]).toMatchObject([
      expect.any(Array),
      [],
    ]);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  it('gives null for what is not there, and an error for a key that is not known', async () => {
    for (const slug of ['nowhere', 'PLAIN', '']) {
      expect(await client.posts.get(slug)).toBeNull();
      expect(await client.pseoPages.get(slug)).toBeNull();
    }
    const stranger = createClient({ baseUrl, apiKey: 'no-key-of-anybody' });
    for (const call of [
      () => stranger.posts.list(),
      () => stranger.posts.get('plain'),
      () => stranger.taxonomies.get(),
      () => stranger.internalLinks.list(),
      () => stranger.pseoPages.list(),
      () => stranger.pseoPages.get('other'),
    ]) {
      const failure: unknown = await call().catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'ContentDeliveryError', kind: 'status', status: 401 });
      expect((failure as Error).message).toMatch(/not known/);
      expect((failure as Error).message).not.toContain('no-key-of-anybody');
    }
  });

  it('is not sent again what it keeps, and sees every change at once', async () => {
    const own = await content.website();
    const post = await content.post(own.documentId, { slug: 'kept', title: 'Before' });
    const { posts } = createClient({ baseUrl, apiKey: own.key, cache: memoryCache(), fetch: counting });
    const title = async () => (await posts.get('kept'))?.title;
    statuses.length = 0;
    expect([await title(), await title()]).toEqual(['Before', 'Before']);
    await content.update(UID.post, post.documentId, { title: 'After' }, 'published');
    expect([await title(), await title()]).toEqual(['After', 'After']);
    expect(statuses).toEqual([200, 304, 200, 304]);
    await content.remove(UID.post, post.documentId);
    expect(await posts.get('kept')).toBeNull();
  });
});
