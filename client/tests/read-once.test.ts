import { createClient, readOnce, type Fetch } from '../src/index.js';
import { feed } from '../src/feed/index.js';
import { llmsTxt } from '../src/llms-txt/index.js';
import { searchIndex } from '../src/search-index/index.js';
import { sitemap } from '../src/sitemap/index.js';
import { AT, post } from './support/posts';

const POSTS = ['a', 'b', 'c'].map((slug) => post(slug, { category: 'Tea', tags: ['Green'], lang: 'en' }));
const PAGE = { slug: 'x/y', updatedAt: AT, html: '<p>Page</p>', fields: {}, internalLinks: [] };
const ANSWERS: Record<string, unknown> = {
  '/api/blog': POSTS,
  '/api/pseo-pages': [PAGE],
  '/api/internal-links': [],
  '/api/redirects': [],
  '/api/website': { name: 'A', url: null, language: null, description: null, image: null },
  '/api/taxonomies': { categories: [], tags: [] },
};

/** A website of three posts and a page, and what was asked of it. */
const server = () => {
  const asked: URL[] = [];
  let status = 200;
  const fetch: Fetch = async (address) => {
    const url = new URL(address);
    asked.push(url);
    const body = ANSWERS[url.pathname];
    const count = Array.isArray(body) ? String(body.length) : null;
    return {
      status,
      headers: { get: (name) => (name.toLowerCase() === 'x-total-count' ? count : null) },
      text: async () => JSON.stringify(body),
    };
  };
  const client = createClient({ baseUrl: 'https://cms.example.com', apiKey: 'key', retries: 0, fetch });
  return {
    client,
    paths: () => asked.map(({ pathname }) => pathname).sort(),
    includes: () => asked.map(({ searchParams }) => searchParams.get('include')),
    answerWith: (next: number) => (status = next),
  };
};
const PATHS = {
  origin: 'https://www.example.com',
  title: 'A',
  list: '/blog',
  post: ({ slug }: { slug: string }) => `/blog/${slug}`,
  page: ({ slug }: { slug: string }) => `/${slug}`,
  category: ({ name }: { name: string }) => `/category/${name}`,
  file: (number: number) => `/sitemaps/${number}.xml`,
};

describe('readOnce', () => {
  it('asks once for each list, whatever pages, feed, sitemap and search make of it, at the same time too', async () => {
    const { client, paths } = server();
    const content = readOnce(client);
    const [posts] = await Promise.all([
      content.posts.list(),
      content.pseoPages.list(),
      content.internalLinks.list(),
      content.redirects(),
      content.website(),
      feed(content, PATHS),
      sitemap(content, PATHS),
      llmsTxt(content, PATHS),
      searchIndex(content, PATHS),
    ]);
    for (const { slug } of posts)
      expect(await content.posts.get(slug)).toMatchObject({ slug, content: '<p>Text</p>' });
    expect(await content.pseoPages.get('x/y')).toEqual(PAGE);
    expect(await content.posts.get('nothing')).toBeNull();
    expect(paths()).toEqual([
      '/api/blog',
      '/api/internal-links',
      '/api/pseo-pages',
      '/api/redirects',
      '/api/website',
    ]);
  });

  it('reads posts with what else is named', async () => {
    const { client, includes } = server();
    const [post] = await readOnce(client, { include: ['lang'] }).posts.list();
    expect(post?.lang).toBe('en');
    expect(includes()).toEqual(['content,image,excerpt,author,lang']);
  });

  it('gives each page a list of its own to sort', async () => {
    const content = readOnce(server().client);
    (await content.posts.list()).reverse();
    expect((await content.posts.list()).map(({ slug }) => slug)).toEqual(['a', 'b', 'c']);
  });

  it('asks again after a failure', async () => {
    const { client, answerWith } = server();
    const content = readOnce(client);
    answerWith(500);
    await expect(content.posts.list()).rejects.toMatchObject({ status: 500 });
    await expect(content.taxonomies.get()).rejects.toMatchObject({ status: 500 });
    answerWith(200);
    expect(await content.posts.list()).toHaveLength(3);
    expect(await content.taxonomies.get()).toEqual({ categories: [], tags: [] });
  });
});
