import fc from 'fast-check';
import { createClient, type Fetch } from '../src/index.js';
import { feed } from '../src/feed/index.js';
import { llmsTxt } from '../src/llms-txt/index.js';
import { toMarkdown } from '../src/markdown/index.js';
import { createSearch, searchIndex, type SearchIndex } from '../src/search-index/index.js';
import { sitemap } from '../src/sitemap/index.js';
import { AT, post } from './support/posts';
import { readXml } from './support/xml';

const ORIGIN = 'https://www.example.com';
/** What a content server would answer, by path. */
const clientFor = (answers: Record<string, unknown>) => {
  const fetch: Fetch = async (url) => {
    const body = answers[new URL(url).pathname];
    const status = body === undefined ? 500 : 200;
    return { status, headers: { get: () => null }, text: async () => JSON.stringify(body ?? {}) };
  };
  return createClient({ baseUrl: 'https://cms.example.com', apiKey: 'key', retries: 0, fetch });
};
const withPosts = (...posts: object[]) =>
  clientFor({
    '/api/blog': posts,
    '/api/taxonomies': {
      categories: [
        { id: 'a', name: 'Web & Dev' },
        { id: 'b', name: 'Empty' },
      ],
      tags: [{ id: 'c', name: 'Tea' }],
    },
    '/api/pseo-pages': [
      { slug: 'coffee/köln', updatedAt: '2025-04-01T00:00:00.000Z' },
      { slug: 'x', updatedAt: AT },
    ],
  });
const PATHS = {
  origin: `${ORIGIN}/`,
  post: ({ slug }: { slug: string }) => `/blog/${encodeURIComponent(slug)}`,
  page: ({ slug }: { slug: string }) => `/${slug.split('/').map(encodeURIComponent).join('/')}`,
};
const FUTURE = '2999-01-01T00:00:00.000Z';

/** Texts that XML, Markdown and JSON would stumble over. */
const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(']]>', '<script>', '&amp;', '\u0000\ud800', '[a](b)', '\n\n# heading', '"\'', '\u2028'),
);

describe('sitemap', () => {
  const options = {
    ...PATHS,
    list: '/blog',
    category: ({ name }: { name: string }) => `/category/${encodeURIComponent(name)}`,
    tag: ({ name }: { name: string }) => `/tag/${encodeURIComponent(name)}`,
    more: [{ path: '/about', lastModified: null }],
    file: (number: number) => `/sitemaps/${number}.xml`,
  };
  type Url = { loc: string; lastmod?: string };
  const urlsIn = (xml: string): Url[] => {
    const { urlset } = readXml(xml) as { urlset: { url?: Url | Url[] } };
    return [urlset.url ?? []].flat();
  };

  it('has visible posts, terms that have some, and pages, each with its last change', async () => {
    const client = withPosts(
      post('a&b', { category: 'Web & Dev', tags: ['Tea'], updatedAt: '2025-05-01T00:00:00.000Z' }),
      post('later', { scheduleDate: FUTURE }),
      post('ü'),
    );
    const { main, files } = await sitemap(client, options);
    expect(files).toEqual([]);
    expect(urlsIn(main)).toEqual([
      { loc: `${ORIGIN}/about` },
      { loc: `${ORIGIN}/blog`, lastmod: '2025-05-01T00:00:00.000Z' },
      { loc: `${ORIGIN}/blog/a%26b`, lastmod: '2025-05-01T00:00:00.000Z' },
      { loc: `${ORIGIN}/blog/%C3%BC`, lastmod: AT },
      { loc: `${ORIGIN}/category/Web%20%26%20Dev`, lastmod: '2025-05-01T00:00:00.000Z' },
      { loc: `${ORIGIN}/tag/Tea`, lastmod: '2025-05-01T00:00:00.000Z' },
      { loc: `${ORIGIN}/coffee/k%C3%B6ln`, lastmod: '2025-04-01T00:00:00.000Z' },
      { loc: `${ORIGIN}/x`, lastmod: AT },
    ]);
  });

  it('is divided where there are more addresses than a file may have', async () => {
    const more = Array.from({ length: 100_001 }, (_, at) => ({ path: `/${at}`, lastModified: null }));
    const { main, files } = await sitemap(withPosts(), {
      origin: ORIGIN,
      post: PATHS.post,
      file: options.file,
      more,
    });
    expect(files.map((file) => urlsIn(file).length)).toEqual([50_000, 50_000, 1]);
    expect(new Set(files.flatMap((file) => urlsIn(file).map(({ loc }) => loc))).size).toBe(100_001);
    expect(readXml(main)).toMatchObject({
      sitemapindex: { sitemap: [1, 2, 3].map((number) => ({ loc: `${ORIGIN}/sitemaps/${number}.xml` })) },
    });
  });

  it('and where they take more bytes', async () => {
    const more = Array.from({ length: 18 }, (_, at) => ({
      path: `/${at}${'ü'.repeat(500_000)}`,
      lastModified: null,
    }));
    const { files } = await sitemap(withPosts(), {
      origin: ORIGIN,
      post: PATHS.post,
      file: options.file,
      more,
    });
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect(Buffer.byteLength(file)).toBeLessThanOrEqual(50 * 1024 * 1024);
  });

  it('is whole or an error', async () => {
    await expect(sitemap(clientFor({ '/api/blog': [] }), options)).rejects.toMatchObject({
      name: 'ContentDeliveryError',
      path: '/api/pseo-pages',
    });
    await expect(sitemap(withPosts(), { ...options, origin: 'example' })).rejects.toThrow('origin must be');
  });
});

describe('feed', () => {
  const options = { ...PATHS, title: 'A & B', list: '/blog', paths: { rss: '/feed.xml' }, language: 'en' };

  it('has the newest visible posts with picture, categories and content', async () => {
    const image = { url: 'https://cms.example.com/a.webp', width: 1, height: 1, alt: null, formats: [] };
    const author = { name: 'A & team', slug: 'a', url: 'https://example.com/a', bio: null, image: null };
    const client = withPosts(
      post('later', { scheduleDate: FUTURE }),
      { ...post('a', { category: 'Tea', tags: ['x', 'y'], metaDescription: 'Own' }), image, author },
      post('b', { content: '<p>]]> & more</p>' }),
      post('c'),
    );
    const made = await feed(client, { ...options, length: 2, html: ({ content }) => content });
    const rss = made.rss();
    const { channel } = (readXml(rss) as { rss: { channel: Record<string, unknown> } }).rss;
    expect(channel).toMatchObject({
      title: 'A & B',
      link: `${ORIGIN}/blog`,
      language: 'en',
      item: [
        {
          title: 'Title of a',
          link: `${ORIGIN}/blog/a`,
          pubDate: 'Sat, 01 Mar 2025 09:30:00 GMT',
          description: 'Own',
          'content:encoded': '<p>Text</p>',
          category: ['Tea', 'x', 'y'],
          'dc:creator': 'A & team',
          enclosure: { '@url': image.url, '@type': 'image/webp' },
        },
        { title: 'Title of b', description: 'An excerpt', 'content:encoded': '<p>]]> & more</p>' },
      ],
    });
    expect(readXml(made.atom())).toMatchObject({
      feed: { entry: [{ author: { name: 'A & team', uri: author.url } }, {}] },
    });
    const { items } = JSON.parse(made.json()) as { items: object[] };
    expect(items).toMatchObject([
      { url: `${ORIGIN}/blog/a`, authors: [{ name: 'A & team', url: author.url }] },
      {},
    ]);
    expect(items[1]).not.toHaveProperty('authors');
    // The same content gives the same bytes.
    expect((await feed(client, { ...options, length: 2, html: ({ content }) => content })).rss()).toBe(rss);
  });

  it('asks for no part of the list that it does not need', async () => {
    const asked: string[] = [];
    const fetch: Fetch = async (url) => {
      asked.push(url);
      const headers = {
        get: (name: string) => (/^link$/i.test(name) ? `<${url}&cursor=x>; rel="next"` : null),
      };
      return { status: 200, headers, text: async () => JSON.stringify([post('a'), post('b')]) };
    };
    const client = createClient({ baseUrl: 'https://cms.example.com', apiKey: 'key', retries: 0, fetch });
    const made = await feed(client, { ...options, length: 2 });
    expect(JSON.parse(made.json())).toMatchObject({ items: [{}, {}] });
    expect(asked).toHaveLength(1);
  });

  it('can be read whatever editors write', async () => {
    await fc.assert(
      fc.asyncProperty(HOSTILE, HOSTILE, HOSTILE, async (title, content, name) => {
        const author = { name, slug: 'a', url: `https://example.com/${name}`, bio: name, image: null };
        const client = withPosts({
          ...post('a', { title, content, tags: [name], metaDescription: name }),
          author,
        });
        const made = await feed(client, { ...options, title: name, html: (one) => one.content });
        expect(() => readXml(made.rss())).not.toThrow();
        expect(() => readXml(made.atom())).not.toThrow();
        expect(() => JSON.parse(made.json()) as unknown).not.toThrow();
      }),
    );
  });
});

describe('toMarkdown', () => {
  it('keeps what readers see', () => {
    const html =
      '<h2>Cold <em>brew</em></h2><p>One <strong>two</strong> <a href="/tea">tea</a>.</p><ul><li>a</li><li>b</li></ul>' +
      '<pre><code class="language-js">let a = 1;</code></pre><img src="/a.webp" alt="A pot"><script>hidden()</script>' +
      '<table><tr><th>A</th></tr><tr><td>1</td></tr></table>';
    const markdown = toMarkdown(html);
    expect(markdown).toContain('## Cold _brew_');
    expect(markdown).toContain('One **two** [tea](/tea).');
    expect(markdown).toMatch(/^- a\n- b$/m);
    expect(markdown).toContain('```js\nlet a = 1;\n```');
    expect(markdown).toContain('![A pot](/a.webp)');
    expect(markdown).toMatch(/\| A \|/);
    expect(markdown).not.toContain('hidden');
    expect(toMarkdown('')).toBe('\n');
  });

  it('takes any text', () => {
    fc.assert(fc.property(HOSTILE, (text) => expect(typeof toMarkdown(`<p>${text}</p>`)).toBe('string')));
  });
});

describe('llmsTxt', () => {
  it('lists posts by category and pages, in one line each', async () => {
    const client = withPosts(
      post('a', { title: 'A [b]\n# c', category: 'Tea', metaDescription: 'What\nit is' }),
      post('later', { scheduleDate: FUTURE }),
      post('b', { category: 'Tea' }),
      post('c (d)'),
    );
    const text = await llmsTxt(client, {
      ...PATHS,
      post: (one) => `${PATHS.post(one)}.md`,
      title: 'Site',
      description: 'About',
      headings: { pages: 'Places' },
    });
    expect(text).toBe(
      [
        '# Site',
        '',
        '> About',
        '',
        '## Tea',
        '',
        `- [A \\[b\\] # c](${ORIGIN}/blog/a.md): What it is`,
        `- [Title of b](${ORIGIN}/blog/b.md)`,
        '',
        '## Posts',
        '',
        `- [Title of c (d)](${ORIGIN}/blog/c%20%28d%29.md)`,
        '',
        '## Places',
        '',
        `- [coffee/köln](${ORIGIN}/coffee/k%C3%B6ln)`,
        `- [x](${ORIGIN}/x)`,
        '',
      ].join('\n'),
    );
  });
});

describe('searchIndex', () => {
  const searchIn = async (locale: string | undefined, ...posts: object[]) => {
    const index = await searchIndex(withPosts(...posts), { ...PATHS, ...(locale ? { locale } : {}) });
    // As it travels to the browser.
    return createSearch(JSON.parse(JSON.stringify(index)) as SearchIndex);
  };

  it('finds by beginnings, without accents, and with a slip, titles first', async () => {
    const search = await searchIn(
      undefined,
      post('a', { title: 'Tea', metaDescription: 'About coffee' }),
      post('b', { title: 'Coffee in Köln', tags: ['Espresso'] }),
      post('later', { title: 'Coffee', scheduleDate: FUTURE }),
    );
    expect(search('coffee').map(({ path }) => path)).toEqual(['/blog/b', '/blog/a']);
    expect(search('koln')[0]).toEqual({
      path: '/blog/b',
      title: 'Coffee in Köln',
      description: 'An excerpt',
    });
    for (const query of ['cof', 'espreso', 'KÖLN']) expect(search(query)[0]?.path).toBe('/blog/b');
    expect(search('nothing')).toEqual([]);
    expect(search('')).toEqual([]);
  });

  const TITLES = [
    'L’art du café',
    "Un verre d'eau",
    "Qu'est-ce que le moka ?",
    'D’Angelo and Node.js',
    'Made in the U.S. for 3.14',
    'I don’t know',
    'Straße, Æther, Smørrebrød, Łódź, Đà Nẵng, cœur, Diyarbakır',
  ];
  const found = async (query: string): Promise<string | undefined> => {
    const search = await searchIn(undefined, ...TITLES.map((title, at) => post(`${at}`, { title })));
    return search(query)[0]?.title;
  };
  it.each([
    ['art', TITLES[0]],
    ['eau', TITLES[1]],
    ['moka', TITLES[2]],
    ['est', TITLES[2]],
    ['angelo', TITLES[3]],
    ['js', TITLES[3]],
    // Typed as it is written.
    ['L’art', TITLES[0]],
    ["l'art", TITLES[0]],
    ["d'eau", TITLES[1]],
    ["qu'est-ce", TITLES[2]],
    ['node.js', TITLES[3]],
    ['U.S.', TITLES[4]],
    ['3.14', TITLES[4]],
    ["don't", TITLES[5]],
    ['don’t', TITLES[5]],
  ])('finds a word behind an elision or a full stop: %s', async (query, title) => {
    expect(await found(query)).toBe(title);
  });
  it('takes what is left of an elision for no beginning', async () => {
    const search = await searchIn(undefined, post('a', { title: 'L’art' }), post('b', { title: 'Latte' }));
    expect(search("l'art").map(({ path }) => path)).toEqual(['/blog/a']);
    expect(search('l').map(({ path }) => path)).toEqual(['/blog/a', '/blog/b']);
  });
  it.each([
    'strasse',
    'STRASSE',
    'straße',
    'aether',
    'smorrebrod',
    'lodz',
    'łódź',
    'da nang',
    'coeur',
    'diyarbakir',
  ])('finds letters as people type them who do not have them: %s', async (query) => {
    expect(await found(query)).toBe(TITLES[6]);
  });
  it('finds the same words where there are no dictionaries', async () => {
    const { Segmenter } = Intl;
    const queries = ['art', 'eau', 'angelo', 'js', 'node.js', "don't", '3.14', "l'art"];
    const all = () => Promise.all(queries.map(found));
    const withDictionaries = await all();
    try {
      Reflect.deleteProperty(Intl, 'Segmenter');
      expect(await all()).toEqual(withDictionaries);
    } finally {
      Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true });
    }
  });

  it('finds words of languages without spaces', async () => {
    const search = await searchIn('ja', post('a', { title: '自転車のチェーン入門' }), post('b'));
    expect(search('チェーン').map(({ path }) => path)).toEqual(['/blog/a']);
    expect(search('自転車').map(({ path }) => path)).toEqual(['/blog/a']);
  });
});
