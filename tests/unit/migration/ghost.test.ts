import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  createGhostIncoming,
  readGhostExport,
  type GhostOptions,
} from '../../../src/plugins/content-delivery/server/src/migration/ghost';
import { createReport } from '../../../src/plugins/content-delivery/server/src/migration/report';
import { ghostExport, ghostPost, type GhostParts } from '../../fixtures/ghost';
import { zipOf } from '../../support/zip';
import { temporaryFolder } from '../../support/temporary-folder';

const OPTIONS: GhostOptions = {
  address: new URL('https://quayside.example.com'),
  types: new Set(['post']),
  isFirstTagCategory: false,
  authors: false,
  excerptsAsDescriptions: false,
  linksTo: null,
  linkedFiles: false,
};
const folder = temporaryFolder();

const fileOf = async (content: string | Buffer, name = 'export.json'): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};
const bring = async (parts: GhostParts, options: Partial<GhostOptions> = {}) => {
  const report = createReport();
  const all = await readGhostExport([await fileOf(ghostExport(parts))]);
  const incoming = createGhostIncoming(all, { ...OPTIONS, ...options }, report);
  const posts = [...incoming.posts()];
  incoming.finish();
  return {
    posts,
    terms: incoming.terms().map(({ kind, name }) => `${kind} ${name}`),
    authors: incoming.authors().map(({ name }) => name),
    lines: report.report.lines.map(({ loss, where, what }) => `${loss} [${where}] ${what}`),
  };
};
const bringOne = async (post: Record<string, unknown>, options: Partial<GhostOptions> = {}) => {
  const brought = await bring({ posts: [ghostPost('1', post)] }, options);
  return { ...brought, post: brought.posts[0] };
};

describe('what becomes of a post of Ghost', () => {
  it('is a post with all that it had', async () => {
    const { posts, lines, terms } = await bring({
      posts: [
        ghostPost('1', {
          title: 'True a wheel',
          slug: 'true-a-wheel',
          html: '<p><img src="__GHOST_URL__/content/images/w.jpg"></p>',
          feature_image: '__GHOST_URL__/content/images/wheel.jpg',
        }),
      ],
      meta: [
        { post_id: '1', meta_title: 'Wheels', meta_description: 'Round.', feature_image_alt: 'A wheel' },
      ],
      tags: [
        { id: 't1', name: 'Rain', visibility: 'public' },
        { id: 't2', name: '#newsletter', visibility: 'internal' },
        { id: 't3', name: 'Wheels', visibility: 'public' },
      ],
      postTags: [
        ['1', 't3'],
        ['1', 't2'],
        ['1', 't1'],
      ],
    });
    expect(posts).toEqual([
      {
        sourceId: 'post 1',
        id: null,
        version: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        reading: expect.objectContaining({ by: 2, lacks: 0 }),
        title: 'True a wheel',
        slug: 'true-a-wheel',
        status: 'published',
        content: '<p><img src="https://quayside.example.com/content/images/w.jpg"></p>',
        category: null,
        tags: ['Wheels', 'Rain'],
        featuredImage: {
          url: 'https://quayside.example.com/content/images/wheel.jpg',
          alternativeText: 'A wheel',
        },
        metaTitle: 'Wheels',
        metaDescription: 'Round.',
        createdAt: new Date('2024-03-09T17:20:00.000Z'),
        updatedAt: new Date('2024-03-12T09:30:00.000Z'),
        scheduleDate: null,
        oldAddress: '/true-a-wheel/',
      },
    ]);
    expect(terms).toEqual(['tag Wheels', 'tag Rain']);
    expect(lines).toEqual([]);
  });

  it('is a post of a version before 2 as well', async () => {
    const { posts, lines } = await bring({
      posts: [
        ghostPost('1', {
          type: undefined,
          page: 0,
          image: '/content/images/a.jpg',
          published_at: '2016-03-09 17:20:00',
          updated_at: 1_457_600_000_000,
          meta_title: 'In the post',
          author_id: 'u1',
        }),
        ghostPost('2', { type: undefined, page: 1 }),
      ],
      meta: [{ post_id: '1', meta_title: null }],
      users: [{ id: 'u1', name: 'Harbour desk' }],
    });
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatchObject({
      featuredImage: { url: '/content/images/a.jpg', alternativeText: null },
      createdAt: new Date('2016-03-09T17:20:00.000Z'),
      updatedAt: new Date(1_457_600_000_000),
      metaTitle: 'In the post',
    });
    expect(lines).toEqual([
      'note [Harbour desk] Posts came without their authors.',
      'left-out [quayside.example.com] Entries of the type "page" were not brought in.',
    ]);
  });

  it.each<[unknown, Record<string, unknown>, RegExp]>([
    ['members', {}, /It is for members only, and everybody can read/],
    ['paid', {}, /It is for some members only/],
    ['tiers', {}, /It is for some members only/],
    ['public', { html: '<p>a</p><!--members-only--><p>b</p>' }, /A part of it is for members only/],
    ['public', { status: 'sent' }, /It is an e-mail and on no page/],
    ['public', { status: 'published', email_only: 1 }, /It is an e-mail and on no page/],
    ['public', { html: '<p>a</p><!-- members-only -->b' }, /A part of it is for members only/],
    [
      'public',
      { html: '<!--kg-gated-block:begin nonMember:false memberSegment:"" -->b<!--kg-gated-block:end-->' },
      /A part of it is for members only/,
    ],
    [['members'], {}, /It is for some members only/],
    ['public', { published_at: '5' }, /Its date cannot be read/],
    ['public', { published_at: 'soon' }, /Its date cannot be read/],
    ['members', { status: 'scheduled' }, /members only/],
  ])(
    'is a draft, and said to be one, where not everybody could read it: %s %j',
    async (visibility, more, what) => {
      const { post, lines } = await bringOne({ visibility, ...more });
      expect(post).toMatchObject({ status: 'draft', scheduleDate: null });
      expect(post?.oldAddress).toBeUndefined();
      expect(lines).toEqual([expect.stringMatching(what)]);
      expect(lines[0]).toMatch(/^altered .* It is a draft here\.$/);
    },
  );

  it('is a draft without a word where it was one, whatever its visibility', async () => {
    const { post, lines } = await bringOne({ status: 'draft', visibility: 'paid', published_at: null });
    expect(post).toMatchObject({ status: 'draft', createdAt: null });
    expect(lines).toEqual([]);
  });

  it('waits for its date where it was to', async () => {
    const { post } = await bringOne({ status: 'scheduled', published_at: '2099-01-01T07:00:00.000Z' });
    expect(post).toMatchObject({
      status: 'published',
      scheduleDate: new Date('2099-01-01T07:00:00.000Z'),
      updatedAt: null,
    });
    expect(post?.oldAddress).toBeUndefined();
  });

  it.each([
    ['2024-03-09 17:20:00', '2024-03-09T17:20:00.000Z'],
    ['2024-03-09T17:20:00', '2024-03-09T17:20:00.000Z'],
    ['2024-03-09 17:20:00.000', '2024-03-09T17:20:00.000Z'],
    ['2024-03-09T17:20:00+02:00', '2024-03-09T15:20:00.000Z'],
    ['1457600000000', '2016-03-10T08:53:20.000Z'],
  ])('has the date that %s is, wherever the command runs', async (published_at, moment) => {
    expect((await bringOne({ published_at })).post?.createdAt?.toISOString()).toBe(moment);
  });

  it('has its text, or is said to have none, where Ghost exported none', async () => {
    const { post, lines } = await bringOne({ html: null });
    expect(post?.content).toBe('');
    expect(lines[0]).toMatch(/^altered .* It came without a text\./);
  });

  it('says what of it does not come', async () => {
    const { lines } = await bringOne({
      codeinjection_foot: '<script></script>',
      canonical_url: 'https://elsewhere.example.com/',
      og_title: 'Social',
      feature_image_caption: 'Below',
      custom_excerpt: 'Short',
    });
    expect(lines.map((line) => line.replace(/^(\S+) \[.*?\] /, '$1 '))).toEqual([
      'left-out Its page has code of its own (code injection).',
      'altered It names another page as the original (canonical address). Front ends do not get to know that.',
      'left-out It has texts or pictures for social networks. Front ends show the meta texts and the featured image.',
      'left-out Its featured image has a caption.',
      'left-out Its excerpt was not brought in.',
    ]);
  });
});

describe('a post of Ghost', () => {
  it.each([
    ['lexical', '{"root":{"children":[{"text":"Hi"}]}}'],
    ['mobiledoc', '{"sections":[[1,"p",[[0,[],0,"Hi"]]]]}'],
    ['markdown', 'Hi'],
  ])('is a draft where readers saw a text that is there in another form only: %s', async (form, text) => {
    const { post, lines } = await bringOne({ html: null, lexical: null, [form]: text });
    expect(post?.status).toBe('draft');
    expect(lines).toEqual([
      expect.stringContaining('Readers saw a text that the export does not have as HTML.'),
    ]);
  });

  it('is published where it has none in any form', async () => {
    const { post, lines } = await bringOne({ html: null, lexical: '{"root":{"children":[]}}' });
    expect(post?.status).toBe('published');
    expect(lines.join('')).toContain('It came without a text.');
  });

  it.each(['/post-2/amp/', 'https://www.quayside.example.com/post-2/', '../post-2/'])(
    'is known by a link to %s',
    async (href) => {
      const posts = [ghostPost('1', { html: `<a href="${href}">x</a>` }), ghostPost('2')];
      expect((await bring({ posts }, { linksTo: '/blog/' })).posts[0]?.content).toContain(
        'href="/blog/post-2"',
      );
    },
  );
});

describe('options', () => {
  const tagged: GhostParts = {
    posts: [ghostPost('1'), ghostPost('2')],
    tags: [
      { id: 't1', name: 'Wheels' },
      { id: 't2', name: 'Rain' },
    ],
    postTags: [
      ['1', 't1'],
      ['1', 't2'],
      ['2', 't2'],
    ],
    users: [
      { id: 'u1', name: 'Harbour desk', slug: 'harbour' },
      { id: 'u2', name: 'Workshop', slug: 'workshop' },
    ],
    postAuthors: [
      ['1', 'u2'],
      ['1', 'u1'],
      ['2', 'u1'],
    ],
  };

  it('make the first tag a category', async () => {
    const { posts, terms } = await bring(tagged, { isFirstTagCategory: true });
    expect(posts.map(({ category, tags }) => [category, tags])).toEqual([
      ['Wheels', ['Rain']],
      ['Rain', []],
    ]);
    expect(terms).toEqual(['category Wheels', 'tag Rain', 'category Rain']);
  });

  it('keep authors', async () => {
    const { posts, authors, lines } = await bring(tagged, { authors: true });
    expect(posts.map(({ author }) => author)).toEqual(['author u2', 'author u1']);
    expect(authors).toEqual(['Workshop', 'Harbour desk']);
    expect(lines).toEqual([expect.stringMatching(/several authors: Workshop, Harbour desk/)]);
  });

  it('take excerpts as descriptions where there are none', async () => {
    const { post } = await bringOne({ custom_excerpt: 'Short' }, { excerptsAsDescriptions: true });
    expect(post?.metaDescription).toBe('Short');
  });

  it('let links lead to the new addresses, and leave others', async () => {
    const html =
      '<a href="__GHOST_URL__/post-2/#top">a</a><a href="/post-2">b</a><a href="https://quayside.example.com/about/">c</a>';
    const parts = { posts: [ghostPost('1', { html }), ghostPost('2')] };
    const { posts, lines } = await bring(parts, { linksTo: '/blog/' });
    expect(posts[0]?.content).toBe(
      '<a href="/blog/post-2#top">a</a><a href="/blog/post-2">b</a><a href="https://quayside.example.com/about/">c</a>',
    );
    const staying = expect.stringMatching(/^note \[\/about\/\] Links to other pages of quayside/);
    expect(lines).toEqual([staying]);
    expect((await bring(parts)).lines).toEqual([staying, expect.stringMatching(/^note .*links to posts/)]);
  });

  it('know a website in a folder, and addresses that stay', async () => {
    const address = new URL('https://quayside.example.com/journal');
    const { posts } = await bring(
      { posts: [ghostPost('1', { html: '<a href="/journal/post-1/">a</a><a href="/post-1/">b</a>' })] },
      { address, linksTo: '/journal/' },
    );
    expect(posts[0]?.content).toBe('<a href="/journal/post-1">a</a><a href="/post-1/">b</a>');
    expect(posts[0]?.oldAddress).toBeUndefined();
  });
});

it('gives every post a slug of its own, and says where it is another one', async () => {
  const { posts, lines } = await bring({
    posts: [
      ghostPost('1', { slug: 'a' }),
      ghostPost('2', { slug: 'a' }),
      ghostPost('3', { slug: '', title: 'A wheel' }),
      ghostPost('4', { slug: '%E8%87%AA' }),
    ],
  });
  expect(posts.map(({ slug }) => slug)).toEqual(['a', 'a-2', 'a-wheel', '自']);
  expect(lines).toEqual([expect.stringMatching(/Its slug "a" does not work here, or another post has it/)]);
});

describe('what a post is known by', () => {
  it('is its id, without one its slug, then its title', async () => {
    const { posts, lines } = await bring({
      posts: [
        ghostPost('a'),
        ghostPost('', { title: 'By slug', slug: 'a' }),
        ghostPost('', { title: 'By slug', slug: 'b', id: undefined }),
        ghostPost('', { title: 'a', slug: '' }),
      ],
    });
    expect(posts.map(({ sourceId, slug }) => [sourceId, slug])).toEqual([
      ['post a', 'post-a'],
      ['post /a', 'a'],
      ['post /b', 'b'],
      ['post "a"', 'a-2'],
    ]);
    expect(lines).toEqual([]);
  });

  it('is that of one post: the report names the second, and links lead to the first', async () => {
    const { posts, lines } = await bring(
      {
        posts: [
          ghostPost('1', { title: 'First', slug: 'first', html: '<a href="/first/">x</a>' }),
          ghostPost('1', { title: 'Second', slug: 'first' }),
          ghostPost('', { title: 'Third', slug: 'third' }),
          ghostPost('', { title: 'Fourth', slug: 'third' }),
        ],
      },
      { linksTo: '/blog/' },
    );
    expect(posts.map(({ title, slug }) => [title, slug])).toEqual([
      ['First', 'first'],
      ['Third', 'third'],
    ]);
    expect(posts[0]?.content).toBe('<a href="/blog/first">x</a>');
    expect(lines).toEqual([
      'left-out ["Second" (post first)] The export has a second post 1. The first one was taken.',
      'left-out ["Fourth" (post third)] The export has a second post /third. The first one was taken.',
    ]);
  });

  it('holds in several files, none of which loses a post without an id', async () => {
    const files = [
      await fileOf(
        ghostExport({
          posts: [
            ghostPost('', { slug: 'a', title: 'Old' }),
            ghostPost('', { slug: 'b' }),
            ghostPost('1', { title: 'One' }),
            ghostPost('1', { title: 'Another' }),
          ],
        }),
        'first.json',
      ),
      await fileOf(ghostExport({ posts: [ghostPost('', { slug: 'a', title: 'New' })] }), 'second.json'),
    ];
    const report = createReport();
    const incoming = createGhostIncoming(await readGhostExport(files), OPTIONS, report);
    expect([...incoming.posts()].map(({ sourceId, title }) => [sourceId, title])).toEqual([
      ['post /a', 'New'],
      ['post /b', 'Post'],
      ['post 1', 'One'],
    ]);
    incoming.finish();
    expect(report.report.lines.map(({ what }) => what)).toEqual([
      'The export has a second post 1. The first one was taken.',
    ]);
  });
});

it('takes any values in any column without failing, and never publishes what is restricted', async () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('published', 'public', 'members', '%', '%E0%A4%A', '__GHOST_URL__', '$&'),
    fc.integer(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.boolean(),
  );
  const columns = Object.keys(ghostPost('1'));
  const post = fc.dictionary(fc.constantFrom(...columns, 'page', 'author_id'), value, {
    noNullPrototype: true,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(post, { maxLength: 5 }), async (posts) => {
      const brought = await bring({ posts, postTags: [['1', 'x']] }, { authors: true });
      for (const { status, createdAt } of brought.posts) {
        if (status === 'published') expect(createdAt).not.toBeNull();
      }
      const restricted = await bring({ posts: posts.map((one) => ({ ...one, visibility: 'paid' })) });
      expect(restricted.posts.filter(({ status }) => status === 'published')).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

describe('a file that is no export of Ghost', () => {
  it.each([
    ['{', /no JSON, or it was cut off/],
    ['[]', /no export of Ghost/],
    ['{"db":[{"data":{}}]}', /no export of Ghost: it has no posts/],
    ['PK\u0003\u0004', /packed file is damaged or cut off/],
  ])('is refused with what to do: %s', async (content, message) => {
    await expect(readGhostExport([await fileOf(content)])).rejects.toThrow(message);
  });

  it.each<[string, Buffer, RegExp]>([
    ['Windows-1252', Buffer.from('{"title": "Café"}', 'latin1'), /not UTF-8: near line 1/],
    ['UTF-16', Buffer.from('\ufeff{"title": "Café"}', 'utf16le'), /UTF-16, not UTF-8/],
    ['half a character', Buffer.from('{"title": "Café').subarray(0, -1), /cut off/],
  ])('is refused in %s, with the reason', async (_what, content, message) => {
    await expect(readGhostExport([await fileOf(content)])).rejects.toThrow(message);
  });

  it('keeps the digits of numbers', async () => {
    const text = '{"data":{"posts":[{"id":12345678901234567812,"title":4.50,"page":1}]}}';
    const { posts } = await readGhostExport([await fileOf(`\ufeff${text}`)]);
    expect(posts).toEqual([{ id: '12345678901234567812', title: '4.50', page: 1 }]);
  });

  it('is read packed', async () => {
    const text = ghostExport({ posts: [ghostPost('1')] });
    for (const packed of [
      gzipSync(text),
      zipOf({ 'content/ghost.json': text, '__MACOSX/ghost.json': 'x', 'redirects.yaml': 'x' }),
    ]) {
      expect((await readGhostExport([await fileOf(packed)])).posts).toHaveLength(1);
    }
    const without = await fileOf(zipOf({ 'a.txt': text }));
    await expect(readGhostExport([without])).rejects.toThrow(/no file of this kind: \.json/);
    const cut = await fileOf(gzipSync(text).subarray(0, 60));
    await expect(readGhostExport([cut])).rejects.toThrow(/damaged/);
  });

  it('is one of several files, in any order, where the last has a row that several have', async () => {
    const tags = [{ id: 't1', name: 'Rain', visibility: 'public' }];
    const first = ghostExport({ posts: [ghostPost('1'), ghostPost('2', { title: 'Old' })], tags });
    const second = ghostExport({
      posts: [ghostPost('2', { title: 'New' })],
      postTags: [
        ['2', 't1'],
        ['2', 't1'],
      ],
      tags,
    });
    const files = [
      await fileOf(first, 'first.json'),
      await fileOf(zipOf({ 'b/second.json': second }), 'second.zip'),
    ];
    const report = createReport();
    const incoming = createGhostIncoming(await readGhostExport(files), OPTIONS, report);
    const posts = [...incoming.posts()];
    expect(posts.map(({ title, tags: names }) => [title, names])).toEqual([
      ['Post 1', []],
      ['New', ['Rain']],
    ]);
    const reversed = await readGhostExport([...files].reverse());
    expect(reversed.posts.map(({ id, title }) => `${String(id)} ${String(title)}`).sort()).toEqual([
      '1 Post 1',
      '2 Old',
    ]);
    const broken = await fileOf('{', 'broken.json');
    await expect(readGhostExport([files[0] ?? '', broken])).rejects.toThrow(/^broken\.json: This is no JSON/);
  });

  it('is refused where there is none', async () => {
    await expect(readGhostExport([path.join(folder, 'none.json')])).rejects.toThrow(/There is no file/);
    await expect(readGhostExport([folder])).rejects.toThrow(/There is no file/);
  });
});
