import type { ExportOptions } from '../../../../src/plugins/content-delivery/server/src/migration/wordpress';
import { categoryOf, exportOf, itemOf, tagOf, type ItemParts } from '../../../fixtures/wordpress';
import { bringExport } from '../../../support/wordpress-export';

const bring = (items: string[], options: Partial<ExportOptions> = {}, link?: string) =>
  bringExport(exportOf({ parts: items, ...(link === undefined ? {} : { link }) }), options);
const bringOne = async (
  item: Partial<ItemParts>,
  options: Partial<ExportOptions> = {},
  parts: string[] = [],
) => {
  const brought = await bring([...parts, itemOf({ id: 1, title: 'A', slug: 'a', ...item })], options);
  return { ...brought, post: brought.posts[0] };
};
const date = (text: string): Date => new Date(text);

describe('what becomes of an item', () => {
  it('is a post with all that it had', async () => {
    const { post, lines, counts } = await bringOne(
      {
        id: 12,
        title: 'Wheels &amp; tyres: &#8220;true&#8221; them',
        slug: 'true-a-wheel',
        content: 'One\n\nTwo',
        dateGmt: '2024-03-09 17:20:00',
        date: '2024-03-09 18:20:00',
        modifiedGmt: '2024-04-01 08:00:00',
        terms: [
          ['category', 'wheels', 'Wheels &amp; tyres'],
          ['post_tag', 'rain', 'Rain'],
          ['post_tag', 'snow', 'Snow'],
        ],
        meta: {
          _thumbnail_id: '9',
          _yoast_wpseo_title: '%%title%% %%page%% %%sep%% %%sitename%%',
          _yoast_wpseo_metadesc: 'Straight &amp; round.',
        },
      },
      {},
      [
        itemOf({
          id: 9,
          title: 'wheel',
          type: 'attachment',
          status: 'inherit',
          url: 'https://quayside.example.com/wp-content/uploads/w.jpg',
          meta: { _wp_attachment_image_alt: 'A &quot;true&quot; wheel' },
        }),
      ],
    );
    expect(post).toEqual({
      sourceId: 'post 12',
      id: null,
      version: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      reading: expect.objectContaining({ by: 4, lacks: 0 }),
      title: 'Wheels & tyres: “true” them',
      slug: 'true-a-wheel',
      status: 'published',
      content: '<p>One</p>\n<p>Two</p>\n',
      category: 'Wheels & tyres',
      tags: ['Rain', 'Snow'],
      featuredImage: {
        url: 'https://quayside.example.com/wp-content/uploads/w.jpg',
        alternativeText: 'A "true" wheel',
      },
      metaTitle: 'Wheels & tyres: “true” them - Quayside Cycle Works',
      metaDescription: 'Straight & round.',
      createdAt: date('2024-03-09T17:20:00.000Z'),
      updatedAt: date('2024-04-01T08:00:00.000Z'),
      scheduleDate: null,
      oldAddress: '/true-a-wheel/',
    });
    expect(counts.post.leftOut).toBe(0);
    expect(lines.filter((line) => line.startsWith('altered'))).toEqual([]);
  });

  it('has its author on request, by the name that readers see', async () => {
    const parts = [
      '<wp:author><wp:author_login>jane</wp:author_login><wp:author_display_name>Jane &amp; co</wp:author_display_name></wp:author>',
      '<wp:author><wp:author_login>idle</wp:author_login></wp:author>',
    ];
    const without = await bringOne({ author: 'jane' }, {}, parts);
    expect(without.post).not.toHaveProperty('author');
    expect(without.authors).toEqual([]);
    expect(without.lines).toContainEqual(expect.stringContaining('The export has Jane & co (1).'));
    const { post, authors, lines } = await bringOne({ author: 'jane' }, { authors: true }, parts);
    expect(post?.author).toBe('author jane');
    expect(authors).toEqual([{ sourceId: 'author jane', version: 'Jane & co', id: null, name: 'Jane & co' }]);
    expect(lines.filter((line) => line.includes('Authors'))).toEqual([]);
    const unnamed = await bringOne({ author: 'idle' }, { authors: true }, parts);
    expect(unnamed.authors).toMatchObject([{ name: 'idle' }]);
    expect(unnamed.post?.version).not.toBe((await bringOne({ author: 'idle' }, {}, parts)).post?.version);
  });

  it.each<[string, Partial<ItemParts>, string | null, string | undefined]>([
    ['another path', { link: 'https://quayside.example.com/2019/05/a/' }, '/blog/', '/2019/05/a/'],
    ['the same path', { link: 'https://quayside.example.com/blog/a' }, '/blog/', undefined],
    [
      'the same path in other letters',
      { slug: 'ü', link: 'https://quayside.example.com/Blog/%C3%BC/' },
      '/blog/',
      undefined,
    ],
    ['a number', { link: 'https://quayside.example.com/?p=1' }, '/', '/?p=1'],
    ['nobody knows which', { link: 'https://quayside.example.com/a/' }, null, '/a/'],
    ['none, as it was never live', { status: 'draft' }, '/blog/', undefined],
    ['none that can be read', { link: 'a' }, '/blog/', undefined],
  ])('has its old address where readers find it at %s now', async (_what, item, linksTo, expected) => {
    const { post } = await bringOne(item, { linksTo });
    expect(post?.oldAddress).toBe(expected);
  });

  it('has a version that changes with anything of it, and with nothing else', async () => {
    const version = async (item: Partial<ItemParts>, options: Partial<ExportOptions> = {}) =>
      (await bringOne(item, options)).post?.version;
    const plain = await version({});
    expect(await version({ comments: 3, status: 'publish' })).toBe(plain);
    const others = [
      await version({ content: 'x' }),
      await version({ modifiedGmt: '2025-01-01 00:00:00' }),
      await version({ meta: { rank_math_title: 'x' } }),
      await version({ status: 'draft' }),
      await version({ excerpt: 'x' }, { excerptsAsDescriptions: true }),
    ];
    expect(new Set([plain, ...others]).size).toBe(others.length + 1);
  });

  it.each([
    ['publish', {}, { status: 'published', createdAt: date('2024-03-09T17:20:00Z'), scheduleDate: null }],
    [
      'future',
      { dateGmt: '2031-01-02 03:04:05', modifiedGmt: '2026-01-01 00:00:00' },
      {
        status: 'published',
        createdAt: date('2031-01-02T03:04:05Z'),
        updatedAt: null,
        scheduleDate: date('2031-01-02T03:04:05Z'),
      },
    ],
    ['draft', { dateGmt: '0000-00-00 00:00:00', slug: '' }, { status: 'draft', slug: null, createdAt: null }],
    ['pending', {}, { status: 'draft', createdAt: null, scheduleDate: null }],
    ['publish', { password: 'secret' }, { status: 'draft', createdAt: date('2024-03-09T17:20:00Z') }],
    ['draft', { password: 'secret' }, { status: 'draft', createdAt: null }],
    ['future', { password: 'secret' }, { status: 'draft', createdAt: null, scheduleDate: null }],
  ] as const)('is by its status: %s %j', async (status, item, expected) => {
    expect((await bringOne({ status, ...item })).post).toMatchObject(expected);
  });

  it.each([
    ['private', /private/],
    ['trash', /in the trash/],
    ['auto-draft', /never saved/],
    ['inherit', /older version/],
    ['wc-on-hold', /status "wc-on-hold" of a plugin/],
    ['constructor', /status "constructor" of a plugin/],
  ])('is nothing, with a line in the report: %s', async (status, words) => {
    const { posts, lines, counts } = await bringOne({ status });
    expect(posts).toEqual([]);
    expect(counts.post.leftOut).toBe(1);
    expect(lines.find((line) => line.startsWith('left-out post 1 ["A" (post 1)]'))).toMatch(words);
  });

  it('has those blocks that posts share which everybody may read', async () => {
    const shared = (id: number, more: Partial<ItemParts>) =>
      itemOf({ id, title: 'Shared', type: 'wp_block', content: `text ${id};`, ...more });
    const { post, lines } = await bringOne(
      { content: [21, 22, 23, 24].map((ref) => `<!-- wp:block {"ref":${ref}} /-->`).join('') },
      {},
      [
        shared(21, {}),
        shared(22, { status: 'draft' }),
        shared(23, { password: 'open-sesame' }),
        shared(24, { status: 'private' }),
      ],
    );
    expect(post?.content).toBe('text 21;');
    for (const ref of [22, 23, 24]) {
      expect(lines.join('\n')).toMatch(
        new RegExp(`altered post 1 .*\\(wp:block ${ref}\\).* not published or has a password`),
      );
    }
  });

  it('says that a password is gone, and never what it was', async () => {
    const { lines } = await bringOne({ password: 'open-sesame' });
    expect(lines.join('\n')).toMatch(/altered post 1 .*protected by a password/);
    expect(lines.join('\n')).not.toContain('open-sesame');
  });

  it('takes a date without time zone for UTC, and says so', async () => {
    const { post, lines } = await bringOne({ dateGmt: '0000-00-00 00:00:00', date: '2019-05-06 07:08:09' });
    expect(post?.createdAt).toEqual(date('2019-05-06T07:08:09Z'));
    expect(lines.join('\n')).toMatch(/no time zone/);
    const { post: dateless } = await bringOne({ dateGmt: '2024-02-31 00:00:00', date: 'soon' });
    expect(dateless?.createdAt).toBeNull();
  });

  it('comes when its type is asked for; all other types are counted', async () => {
    const parts = [
      itemOf({ id: 1, title: 'Post', slug: 'p' }),
      itemOf({ id: 2, title: 'About', slug: 'about', type: 'page' }),
      itemOf({ id: 3, title: 'Menu', type: 'nav_menu_item' }),
      itemOf({ id: 4, title: 'Order', type: 'shop_order' }),
      itemOf({ id: 5, title: 'Order', type: 'shop_order' }),
      itemOf({ id: 6, title: 'Words', type: 'constructor' }),
    ];
    const plain = await bring(parts);
    expect(plain.posts.map(({ title }) => title)).toEqual(['Post']);
    expect(plain.lines.filter((line) => line.includes('Entries of the type'))).toEqual([
      expect.stringMatching(/^left-out website 1 .*type "page"/) as string,
      expect.stringMatching(/^note website 1 .*"nav_menu_item"/) as string,
      expect.stringMatching(/^left-out website 2 .*"shop_order"/) as string,
      expect.stringMatching(/^left-out website 1 .*"constructor" were not brought in\.$/) as string,
    ]);
    const both = await bring(parts, { types: new Set(['post', 'page']) });
    expect(both.posts.map(({ sourceId }) => sourceId)).toEqual(['post 1', 'page 2']);
  });

  it('is the first of two with one number', async () => {
    const { posts, counts, lines } = await bring([
      itemOf({ id: 1, title: 'A', slug: 'a' }),
      itemOf({ id: 1, title: 'B', slug: 'b' }),
    ]);
    expect(posts.map(({ title, slug }) => [title, slug])).toEqual([['A', 'a']]);
    expect(counts.post.leftOut).toBe(1);
    expect(lines.join('\n')).toContain('second post 1');
  });

  it('keeps its slug, and a gallery its images, when two exports with it were put together', async () => {
    const parts = [
      itemOf({ id: 1, title: 'A', slug: 'a', content: '[gallery]' }),
      itemOf({ id: 1, title: 'Page', slug: 'p', type: 'page' }),
      itemOf({
        id: 9,
        title: 'wheel',
        type: 'attachment',
        parent: 1,
        url: 'https://quayside.example.com/wp-content/uploads/w.jpg',
      }),
    ];
    const { posts, lines } = await bring([...parts, ...parts], { types: new Set(['post', 'page']) });
    expect(posts.map(({ sourceId, slug }) => [sourceId, slug])).toEqual([
      ['post 1', 'a'],
      ['page 1', 'p'],
    ]);
    expect(posts[0]?.content.match(/<img/g)).toHaveLength(1);
    expect(lines.join('\n')).not.toContain('Another entry of the export has the slug');
  });
});

describe('the slug', () => {
  it.each([
    ['%e8%87%aa%e8%bb%a2%e8%bb%8a', '自転車'],
    ['caf%c3%a9-tour', 'café-tour'],
    // It could not stand in an address as it is.
    ['100%-wool', '100-wool'],
    ['', null],
  ])('%j is %j', async (slug, expected) => {
    expect((await bringOne({ slug })).post?.slug).toBe(expected);
  });

  it('that could not stand in an address becomes another one, and the report names both', async () => {
    const { posts, lines } = await bring([
      itemOf({ id: 1, title: 'One', slug: 'salt&pepper' }),
      itemOf({ id: 2, title: 'Two', slug: 'salt-pepper' }),
      itemOf({ id: 3, title: 'Nothing but a cup', slug: '%e2%98%95' }),
    ]);
    expect(posts.map(({ slug, proposedSlug }) => slug ?? `? ${proposedSlug}`)).toEqual([
      'salt-pepper',
      'salt-pepper-2',
      '? nothing-but-a-cup',
    ]);
    expect(lines.join('\n')).toMatch(/"salt&pepper" does not work .* It has "salt-pepper" here/);
    expect(lines.join('\n')).toMatch(/"☕" does not work .* It has "nothing-but-a-cup" here/);
  });

  it('of a draft without one is proposed from its title, and is that of no other item', async () => {
    const drafts = [
      itemOf({ id: 1, title: 'Hello world', status: 'draft' }),
      itemOf({ id: 2, title: 'Hello &amp; <b>world</b>', status: 'draft' }),
      itemOf({ id: 3, title: 'Hello world', status: 'draft' }),
      itemOf({ id: 4, title: '', status: 'draft' }),
    ];
    const alone = await bring(drafts);
    const proposed = ({ posts }: typeof alone) =>
      posts.map(({ slug, proposedSlug }) => slug ?? `? ${proposedSlug}`);
    expect(proposed(alone)).toEqual(['? hello-world', '? hello-and-world', '? hello-world-2', '? undefined']);
    const behind = [
      itemOf({ id: 5, title: 'Other', slug: 'hello-world' }),
      itemOf({ id: 6, title: 'Left', slug: 'hello-and-world', status: 'trash' }),
    ];
    const together = await bring([...drafts, ...behind]);
    expect(proposed(together)).toEqual([
      '? hello-world-2',
      '? hello-and-world',
      '? hello-world-3',
      '? undefined',
      'hello-world',
    ]);
    // A post counts as changed when another one takes its slug.
    const versions = ({ posts }: typeof alone) => posts.map(({ version }) => version);
    const [first, second] = [versions(alone), versions(together)];
    expect(first.map((version, index) => version === second[index])).toEqual([false, true, false, true]);
  });

  it('is another one for the second of two items with the same', async () => {
    const { posts, lines } = await bring(
      [
        itemOf({ id: 1, title: 'A', slug: 'same' }),
        itemOf({ id: 2, title: 'B', slug: 'same', type: 'page' }),
        itemOf({ id: 3, title: 'C', slug: 'same', status: 'trash' }),
        itemOf({ id: 4, title: 'D', slug: 'same', status: 'draft' }),
      ],
      { types: new Set(['post', 'page']) },
    );
    expect(posts.map(({ slug }) => slug)).toEqual(['same', 'same-2', 'same-3']);
    expect(lines.join('\n')).toContain('"same-2"');
  });
});

describe('categories and tags', () => {
  const terms: ItemParts['terms'] = [
    ['category', 'a', 'A'],
    ['category', 'b', 'B &amp; C'],
    ['post_tag', 't', 'T'],
    ['post_format', 'post-format-aside', 'Aside'],
  ];
  const listed = [
    categoryOf(7, 'a', 'A'),
    categoryOf(8, 'b', 'B &amp; C', 'a'),
    tagOf(9, 't', 'T'),
    tagOf(10, 'u', 'U'),
  ];

  it.each([
    [{}, 'A'],
    [{ _yoast_wpseo_primary_category: '8' }, 'B & C'],
    [{ rank_math_primary_category: '8' }, 'B & C'],
    [{ _yoast_wpseo_primary_category: '99' }, 'A'],
    [{ _yoast_wpseo_primary_category: '' }, 'A'],
  ])('the category is the main one, or the first: %j', async (meta, category) => {
    const { post } = await bringOne({ terms, meta: meta as Record<string, string> }, {}, listed);
    expect(post).toMatchObject({ category, tags: ['T'] });
  });

  it('the others are lost with a line, or become tags', async () => {
    const dropped = await bringOne({ terms }, {}, listed);
    expect(dropped.lines.join('\n')).toMatch(/altered post 1 .*several categories/);
    const kept = await bringOne({ terms }, { otherCategories: 'tags' }, listed);
    expect(kept.post).toMatchObject({ category: 'A', tags: ['T', 'B & C'] });
    expect(kept.lines.join('\n')).toMatch(/note post 1 .*All but the main one are tags/);
  });

  it('lose their descriptions, with a line that counts them', async () => {
    const described = categoryOf(7, 'news', 'News').replace(
      '</wp:category>',
      '<wp:category_description><![CDATA[<b>What</b> is new]]></wp:category_description></wp:category>',
    );
    const { lines } = await bring([described, tagOf(8, 'rain', 'Rain')]);
    expect(lines).toEqual([
      expect.stringMatching(/^left-out category 1 .*Descriptions of categories and tags/),
    ]);
  });

  it('are read from the oldest format too', async () => {
    const { post, lines } = await bringOne({
      terms: [
        ['', '', 'A'],
        ['category', 'a', 'A'],
        ['', '', 'T'],
        ['tag', 't', 'T'],
      ],
    });
    expect(post).toMatchObject({ category: 'A', tags: ['T'] });
    expect(lines.join('\n')).not.toContain('taxonomies');
  });

  it('are no twins of themselves where the oldest format names them twice', async () => {
    const { post, terms: all } = await bringOne({
      terms: [
        ['tag', '', 'T'],
        ['tag', 't', 'T'],
        ['category', 'a', 'A'],
        ['category', '', 'A'],
        ['tag', '', 'Only named'],
      ],
    });
    expect(post).toMatchObject({ category: 'A', tags: ['T', 'Only named'] });
    expect(all.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'category A',
      'tag Only named',
      'tag T',
    ]);
  });

  it('come without posts too, and from posts alone when the export lists none', async () => {
    const { terms: all, lines } = await bringOne({ terms }, {}, listed);
    expect(all.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'category A',
      'category B & C',
      'tag T',
      'tag U',
    ]);
    expect(lines.join('\n')).toMatch(/altered category 1 .*WordPress subcategories/);
    expect(lines.join('\n')).toMatch(/left-out post 1 .*Terms of other taxonomies.*post_format \(1\)/);
    const { terms: own } = await bringOne({ terms });
    expect(own.map(({ sourceId }) => sourceId)).toEqual(['category a', 'category b', 'tag t']);
  });
});

describe('texts of SEO plugins', () => {
  it.each([
    [{ _yoast_wpseo_title: 'Mine' }, 'Mine', null],
    [{ _yoast_wpseo_title: '%%title%% | %%sitename%%' }, 'A | Quayside Cycle Works', null],
    [
      { _yoast_wpseo_title: '%%primary_category%%: %%title%%', _yoast_wpseo_metadesc: '%%sitedesc%%' },
      'Wheels: A',
      'Repairs & advice',
    ],
    [{ _yoast_wpseo_title: '%%title%% %%cf_price%%', _yoast_wpseo_metadesc: 'x' }, null, 'x'],
    [
      { _yoast_wpseo_title: '', rank_math_title: '%title% %sep% %sitename%' },
      'A - Quayside Cycle Works',
      null,
    ],
    [{ rank_math_title: '50% off, 20% more', rank_math_description: '%excerpt%' }, '50% off, 20% more', null],
    [{ rank_math_description: '%currentdate(Y)% sale' }, null, null],
    [
      { _aioseo_title: '#post_title #separator_sa #site_title', _aioseo_description: 'No #1' },
      'A - Quayside Cycle Works',
      'No #1',
    ],
    [{ _aioseop_title: '%post_title%', _aioseop_description: 'Old' }, 'A', 'Old'],
    [{ _seopress_titles_title: '%%post_title%%', _seopress_titles_desc: 'Press' }, 'A', 'Press'],
    [{ _yoast_wpseo_title: '  ' }, null, null],
    [{ _yoast_wpseo_title: '%%cf_my-price%%', _yoast_wpseo_metadesc: '%%cf_price2%% €' }, null, null],
    [{ _yoast_wpseo_title: '%%constructor%%', _yoast_wpseo_metadesc: '100%% wool' }, null, '100%% wool'],
    [{ rank_math_title: '%constructor%', rank_math_description: '20%-30%' }, null, '20%-30%'],
    [{ _seopress_titles_title: '%%_cf_my-field%%', _seopress_titles_desc: '%%TITLE%%' }, null, 'A'],
    [
      { _aioseo_title: '#tagline', _aioseo_description: '#taglines #permalinks' },
      'Repairs & advice',
      '#taglines #permalinks',
    ],
    [{ _aioseo_title: '#categories', _aioseo_description: '#permalink' }, null, null],
    [{ _aioseop_title: '%cf_my-price%', _aioseop_description: '%tax_a-1%' }, null, null],
  ])('%j', async (meta, metaTitle, metaDescription) => {
    const { post } = await bringOne({
      meta: meta as Record<string, string>,
      terms: [['category', 'w', 'Wheels']],
    });
    expect(post).toMatchObject({ metaTitle, metaDescription });
  });

  it('are left empty with the name of the variable that is not known', async () => {
    const { lines } = await bringOne({ meta: { _yoast_wpseo_title: '%%title%% %%cf_price%%' } });
    expect(lines.join('\n')).toMatch(/altered post 1 .*meta title has the variable %%cf_price%%/);
    const { lines: ofField } = await bringOne({ meta: { _aioseo_title: '#custom_field-my-price' } });
    expect(ofField.join('\n')).toMatch(/the variable #custom_field-my-price,/);
  });

  it('may be the excerpt, when that is asked for', async () => {
    const item = { excerpt: 'Short &amp; <b>sweet</b>' };
    const plain = await bringOne(item);
    expect(plain.post?.metaDescription).toBeNull();
    expect(plain.lines.join('\n')).toMatch(/left-out post 1 .*Excerpts that/);
    const { post, lines } = await bringOne(item, { excerptsAsDescriptions: true });
    expect(post?.metaDescription).toBe('Short & sweet');
    expect(lines.join('\n')).not.toContain('Excerpts');
  });
});

describe('links to the old website', () => {
  const parts = [
    itemOf({
      id: 1,
      title: 'A',
      link: 'https://quayside.example.com/2024/03/true-a-wheel/',
      slug: 'true-a-wheel',
    }),
    itemOf({ id: 2, title: 'About', slug: 'about', type: 'page' }),
    itemOf({
      id: 3,
      title: 'C',
      slug: 'c',
      content: [
        '<a class="x" title="https://quayside.example.com/2024/03/true-a-wheel/" href="https://quayside.example.com/2024/03/true-a-wheel/#top">1</a>',
        '<a href=http://www.quayside.example.com/2024/03/True-A-Wheel>2</a>',
        "<a href='/2024/03/true-a-wheel/?utm=1&amp;x=2'>3</a>",
        '<a href="https://quayside.example.com/?p=1">4</a>',
        '<a href="https://quayside.example.com/about/">5</a>',
        '<a href="https://quayside.example.com/wp-content/uploads/x.jpg">6</a>',
        '<a href="https://other.example.com/2024/03/true-a-wheel/">7</a>',
        '<a href="#top">8</a> <a name="x">9</a> <a href="mailto:a@example.com">10</a>',
        '<a href="https://quayside.example.com/shop/?p=1">12</a>',
        '<pre><a href="https://quayside.example.com/?p=1">11</a></pre>',
      ].join('\n'),
    }),
  ];

  it('stay, with a line that counts them', async () => {
    const { posts, lines } = await bring(parts);
    expect(posts[1]?.content).toContain('href="https://quayside.example.com/?p=1">4');
    expect(lines.join('\n')).toMatch(/note post 1 \["C" \(post 3\)\] It links to posts/);
    expect(lines.join('\n')).toMatch(
      /note website 2 \[\/about\/, \/shop\/\?p=1\] Links to other pages of quayside/,
    );
  });

  it('lead to the new place of posts when that is given', async () => {
    const { posts, lines } = await bring(parts, { linksTo: '/blog/' });
    expect(posts[1]?.content).toBe(
      `<p>${[
        '<a class="x" title="https://quayside.example.com/2024/03/true-a-wheel/" href="/blog/true-a-wheel#top">1</a>',
        '<a href=/blog/true-a-wheel>2</a>',
        "<a href='/blog/true-a-wheel'>3</a>",
        '<a href="/blog/true-a-wheel">4</a>',
        '<a href="https://quayside.example.com/about/">5</a>',
        '<a href="https://quayside.example.com/wp-content/uploads/x.jpg">6</a>',
        '<a href="https://other.example.com/2024/03/true-a-wheel/">7</a>',
        '<a href="#top">8</a> <a name="x">9</a> <a href="mailto:a@example.com">10</a>',
        '<a href="https://quayside.example.com/shop/?p=1">12</a></p>',
      ].join('<br />\n')}\n<pre><a href="https://quayside.example.com/?p=1">11</a></pre>\n`,
    );
    expect(lines.join('\n')).not.toContain('It links to posts');
  });
});

describe('files of the old website', () => {
  const uploads = 'https://quayside.example.com/wp-content/uploads';

  it('that stay there are in the report, each once for a post', async () => {
    const content = [
      `<a href="${uploads}/x.pdf">1</a> <a href="/wp-content/uploads/x.pdf">again</a>`,
      `<a href="${uploads}/large.jpg"><img src="${uploads}/large-300x200.jpg" /></a>`,
      `[video mp4="${uploads}/a.mp4" poster="${uploads}/poster.jpg"][/video]`,
      `[audio src="${uploads}/a.mp3"]`,
      `<video src="${uploads}/b.mp4" poster='/p.png'></video>`,
      `<div style="color: red; background-image: url(&quot;${uploads}/back.jpg&quot;)">2</div>`,
      `<div style='background: url( "${uploads}/back2.jpg" )'>2</div>`,
      `<area href="https://files.example.com/y.pdf"> <object data="https://files.example.com/z.swf"></object>`,
      `<a href="https://files.example.com/">no file</a> <video src="https://other.example.com/x.mp4"></video>`,
      `<div style="background: url(https://other.example.com/x.jpg)" title="${uploads}/t.jpg">3</div>`,
    ].join('\n');
    const { lines } = await bring([
      itemOf({ id: 1, title: 'A', slug: 'a', content }),
      itemOf({ id: 2, title: 'B', slug: 'b', content: `<a href="${uploads}/x.pdf">1</a>` }),
      itemOf({ id: 3, title: 'F', type: 'attachment', url: 'https://files.example.com/f.jpg' }),
    ]);
    const paths = 'a.mp3 a.mp4 b.mp4 back.jpg back2.jpg large.jpg poster.jpg'.split(' ');
    const line = lines.find((one) => one.includes('Files of quayside'));
    expect(line).toMatch(/^left-out website 10 \[\/wp-content\/uploads\/x\.pdf, .*are linked to, played/);
    for (const path of [...paths.map((name) => `/wp-content/uploads/${name}`), '/p.png']) {
      expect(line).toContain(path);
    }
    expect(lines.find((one) => one.includes('Files of files.example'))).toMatch(
      /^left-out website 2 \[\/y\.pdf, \/z\.swf\]/,
    );
    expect(lines.find((one) => one.includes('Addresses of'))).toMatch(/ 1 \[\/wp-content\/uploads\/t\.jpg\]/);
    expect(lines.join('\n')).not.toContain('other.example.com');
  });

  it('are not named when there are none', async () => {
    const { lines } = await bringOne({ content: `<img src="${uploads}/a.jpg" /> <a href="/about/">b</a>` });
    expect(lines.join('\n')).not.toMatch(/Files of|Addresses of/);
  });
});

describe('links by number', () => {
  it.each([
    ['https://quayside.example.com/blog', '/blog/?p=1'],
    ['https://quayside.example.com/blog/', '/blog?p=1'],
    ['https://quayside.example.com/blog/', '/blog/index.php?p=1'],
    ['https://quayside.example.com', '/index.php?p=1'],
  ])('are known by the front page of %s: %s', async (website, address) => {
    const content = `<a href="https://quayside.example.com${address}">A</a>`;
    const { posts } = await bring(
      [itemOf({ id: 1, title: 'A', slug: 'a', content })],
      { linksTo: '/b/' },
      website,
    );
    expect(posts[0]?.content).toContain('<a href="/b/a">');
  });
});

describe('the report', () => {
  it('says what else posts had', async () => {
    const { lines, posts } = await bringOne({
      title: 'A <em>b</em>',
      sticky: true,
      comments: 3,
      content: '[my_form]\n\n[my_form]\n\n<!--nextpage-->',
      meta: {
        _thumbnail_id: '404',
        _yoast_wpseo_canonical: 'https://other.example.com/',
        '_yoast_wpseo_meta-robots-noindex': '1',
        _elementor_edit_mode: 'builder',
        _wp_old_slug: ['before', 'caf%c3%a9', 'a', 'before', ''],
      },
    });
    const text = lines.join('\n');
    for (const words of [
      /altered post 1 \["A b" \(post 1\)\] Its title has HTML/,
      /altered post 1 .*The shortcode \[my_form\]/,
      /note post 1 .*several pages/,
      /altered post 1 .*does not have its featured image/,
      /altered post 1 .*canonical/,
      /altered post 1 .*noindex/,
      /altered post 1 .*page builder/,
      /note post 1 .*stays on top/,
      /left-out post 3 \[all posts\] Comments/,
      /note post 1 \[all posts\] Authors were.*workshop \(1\)/,
    ]) {
      expect(text).toMatch(words);
    }
    expect(posts[0]?.earlierSlugs).toEqual(['before', 'café']);
  });

  it.each<[string, Partial<ItemParts>, string]>([
    ['Members', { meta: { _members_access_role: 'subscriber' } }, 'Members'],
    ['Restrict Content Pro', { meta: { rcp_subscription_level: 'any-paid' } }, 'Restrict Content Pro'],
    ['Jetpack', { meta: { _jetpack_newsletter_access: 'paid_subscribers' } }, 'Jetpack'],
    [
      'Ultimate Member',
      {
        meta: {
          um_content_restriction:
            'a:2:{s:26:"_um_custom_access_settings";s:1:"1";s:14:"_um_accessible";s:1:"2";}',
        },
      },
      'Ultimate Member',
    ],
    ['a shortcode', { content: 'a [membership level="1"]secret[/membership]' }, 'Paid Memberships Pro'],
    ['a shortcode with brackets', { content: '[restrict message="See [x]"]secret[/restrict]' }, 'Restrict'],
    [
      'a name that says it',
      { content: '[acme_members_area]secret[/acme_members_area]' },
      'a membership plugin',
    ],
    ['a level of WishList', { content: '[wlm_private_gold]secret[/wlm_private_gold]' }, 'WishList Member'],
    ['a block', { content: 'a <!-- wp:jetpack/paywall /--> secret' }, 'wp:jetpack/paywall'],
    [
      'a block that is marked',
      { content: '<!-- wp:group {"um_is_restrict":true} --><p>a</p><!-- /wp:group -->' },
      'Ultimate',
    ],
    ['Passster', { content: '[content_protector password="a"]secret[/content_protector]' }, 'Passster'],
    ['WP-Members', { meta: { _wpmem_block: '1' } }, 'WP-Members'],
    [
      'Paid Member Subscriptions',
      { meta: { 'pms-content-restrict-user-status': 'loggedin' } },
      'Paid Member Subscriptions',
    ],
    ['Profile Builder', { meta: { 'wppb-content-restrict-user-status': 'loggedin' } }, 'Profile Builder'],
    ['an older Ultimate Member', { meta: { _um_accessible: '2' } }, 'Ultimate Member'],
    ['Indeed Membership Pro', { meta: { ihc_mb_who: 'reg,3' } }, 'Indeed Membership Pro'],
    ['Memberium', { meta: { _is4wp_any_loggedin_user: '1' } }, 'Memberium'],
    ['a field that says it', { meta: { _llms_is_restricted: 'yes' } }, 'the field _llms_is_restricted'],
    ['a locker', { content: '[sociallocker id="1"]secret[/sociallocker]' }, 'a locker'],
    ['a level in the name', { content: '[private_gold]secret[/private_gold]' }, 'WishList Member'],
    ['a value of the shortcode itself', { content: '[hidepost=1]secret[/hidepost]' }, 'a membership plugin'],
    ['Steady', { content: 'a ___STEADY_PAYWALL___ secret' }, 'a paywall'],
    ['Substack', { content: '<div class="paywall-jump"></div><p>secret</p>' }, 'a paywall'],
    [
      'a block that says it',
      { content: '<!-- wp:acme/members-only --><p>a</p><!-- /wp:acme/members-only -->' },
      'acme/members-only',
    ],
    ['s2Member', { meta: { s2member_ccaps_req: 'a:1:{i:0;s:4:"gold";}' } }, 's2Member'],
    [
      'Leaky Paywall',
      { meta: { _issuem_leaky_paywall_visibility: 'a:1:{s:15:"visibility_type";s:4:"only";}' } },
      'Leaky Paywall',
    ],
  ])('is a draft where not everybody could read it, by %s', async (_what, item, plugin) => {
    const { post, lines } = await bringOne(item);
    expect(post).toMatchObject({ status: 'draft', createdAt: date('2024-03-09T17:20:00.000Z') });
    expect(lines.find((line) => line.includes('Not everybody could read it'))).toContain(plugin);
  });

  it.each<[string, Partial<ItemParts>]>([
    ['roles that are all', { meta: { rcp_user_level: 'a:1:{i:0;s:3:"all";}' } }],
    ['a newsletter for everybody', { meta: { _jetpack_newsletter_access: 'everybody' } }],
    ['levels that are none', { meta: { rcUserLevel: 'None', _members_access_role: '' } }],
    ['a shortcode without an end', { content: '[restrict] as a word' }],
    ['a word that only sounds so', { content: '[remember]a[/remember] [hideaway]b[/hideaway]' }],
    ['a word in brackets', { content: '[member] and [/other]' }],
    ['people of a team', { content: '[team_member name="Ada"]Wheels[/team_member]' }],
    ['a field that says no', { meta: { _llms_is_restricted: 'no', _um_accessible: '0', ihc_mb_who: 'all' } }],
    ['a field for something else', { meta: { team_members: '3', protection: 'SPF 30' } }],
  ])('is published with %s', async (_what, item) => {
    expect((await bringOne(item)).post?.status).toBe('published');
  });

  /** A rule of MemberPress. */
  const ruleOf = (id: number, type: string, of: string) =>
    itemOf({
      id,
      title: 'Rule',
      type: 'memberpressrule',
      meta: { _mepr_rules_type: type, _mepr_rules_content: of },
    });

  it('is a draft by the rules of MemberPress, wherever they stand in the export', async () => {
    const parts = [
      categoryOf(7, 'gold', 'Gold'),
      itemOf({ id: 1, title: 'Single', slug: 'single' }),
      itemOf({ id: 2, title: 'Gold', slug: 'gold', terms: [['category', 'gold', 'Gold']] }),
      itemOf({ id: 3, title: 'Open', slug: 'open' }),
      ruleOf(50, 'single_post', '1'),
      ruleOf(51, 'category', '7'),
    ];
    const { posts } = await bring(parts);
    expect(posts.map(({ slug, status }) => [slug, status])).toEqual([
      ['single', 'draft'],
      ['gold', 'draft'],
      ['open', 'published'],
    ]);
    const all = await bring([...parts, ruleOf(52, 'all_posts', '')]);
    expect(all.posts.every(({ status }) => status === 'draft')).toBe(true);
    expect(all.lines.join('\n')).not.toMatch(/left-out .*memberpressrule/);
  });

  it.each([
    ['all_posts', '', ['post', 'below', 'news']],
    ['all_pages', '', ['page', 'child']],
    ['all_article', '', ['article']],
    ['all_tax_category', '7', ['news']],
    ['tax_category||cpt_post', 'news', ['news']],
    ['tax_category||cpt_page', 'news', []],
    ['parent_page', '2', ['child']],
    ['custom', '/members/', ['below']],
    ['all', '', ['post', 'page', 'child', 'article', 'below', 'news']],
    ['of a later version', '', ['post', 'page', 'child', 'article', 'below', 'news']],
  ])('is a draft by the rule of MemberPress "%s" of "%s"', async (kind, of, drafts) => {
    const at = (path: string) => ({ link: `https://quayside.example.com${path}` });
    const { posts } = await bring(
      [
        categoryOf(7, 'news', 'News'),
        itemOf({ id: 1, title: 'A', slug: 'post' }),
        itemOf({ id: 2, title: 'A', slug: 'page', type: 'page' }),
        itemOf({ id: 3, title: 'A', slug: 'child', type: 'page', parent: 2 }),
        itemOf({ id: 4, title: 'A', slug: 'article', type: 'article' }),
        itemOf({ id: 5, title: 'A', slug: 'below', ...at('/members/below/') }),
        itemOf({ id: 6, title: 'A', slug: 'news', terms: [['category', 'news', 'News']] }),
        ruleOf(50, kind, of),
      ],
      { types: new Set(['post', 'page', 'article']) },
    );
    expect(posts.filter(({ status }) => status === 'draft').map(({ slug }) => slug)).toEqual(drafts);
  });

  it('is a draft where a page builder has left shortcodes, or nothing', async () => {
    const built = { _elementor_edit_mode: 'builder' };
    const unfinished: Partial<ItemParts>[] = [
      { content: '[et_pb_section][et_pb_text]Hi[/et_pb_text][/et_pb_section]' },
      { content: '', meta: built },
      { content: '<div> &nbsp; </div>', meta: { _bricks_page_content_2: 'a:1:{}' } },
      { content: '', meta: { _breakdance_data: '{}' } },
      // Of a plugin that nobody knows here.
      { content: '', meta: { acme_page: 'x'.repeat(500) } },
    ];
    for (const item of unfinished) {
      const { post, lines } = await bringOne(item);
      expect([item, post?.status]).toEqual([item, 'draft']);
      expect(lines.join('\n')).toMatch(/made with a page builder, .* It is a draft here/);
    }
    expect((await bringOne({ content: '<p>Hi</p>', meta: built })).post?.status).toBe('published');
    expect((await bringOne({ content: '<img src="/a.webp">', meta: built })).post?.status).toBe('published');
    expect((await bringOne({ content: '' })).post?.status).toBe('published');
    const nested = '[row][col span="6"]Text[/col][/row]';
    expect((await bringOne({ content: nested })).post?.status).toBe('draft');
    expect((await bringOne({ content: `Look: ${nested}` })).post?.status).toBe('published');
  });

  it.each([
    ['<!-- wp:divi/text {"content":"Hello"} /-->', /Nothing of its text can be shown here/],
    ['a<!-- wp:acf/hero {"data":{"title":"b"}} /-->', /Readers saw other text/],
    [
      '<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta"}}}} --><p>a</p><!-- /wp:paragraph -->',
      /Readers saw other text/,
    ],
  ])('is a draft where the export does not have the text that readers saw: %j', async (content, words) => {
    const { post, lines } = await bringOne({ content });
    expect(post?.status).toBe('draft');
    expect(lines.join('\n')).toMatch(words);
  });

  it('is published for readers of a text that is for those who are not members', async () => {
    const { post } = await bringOne({ content: 'a [not_logged_in]Join us[/not_logged_in]' });
    expect(post?.status).toBe('published');
  });

  it('says which fields, social texts, ends and redirects it loses', async () => {
    const { lines } = await bringOne({
      meta: {
        price: '3',
        _price: 'field_5f0c',
        rows: '2',
        _rows: 'field_5f0d',
        rows_0_name: 'Ada',
        empty: '',
        rank_math_internal_links: '3',
        '_yoast_wpseo_opengraph-title': 'Social',
        '_yoast_wpseo_opengraph-image': 'https://example.com/a.png',
        _yoast_wpseo_redirect: 'https://example.com/new',
        _seopress_robots_index: 'yes',
        '_expiration-date': '1767225600',
      },
    });
    const text = lines.join('\n');
    expect(text).toContain('The custom field "price" was not brought in');
    expect(text).toContain('The custom field "rows_0_name" was not brought in');
    expect(text).toContain('It redirects to another page.');
    expect(text).toContain('(noindex)');
    expect(text).toContain('It was to end by itself on 2026-01-01.');
  });

  it('has one line for each field, with how many posts have it, and names of people are no plugins', async () => {
    const people = [
      'amplifier',
      'theme_color',
      'ocean_depth',
      'generated_by',
      'import_note',
      'site-note',
      'sf_text',
      'never',
    ];
    const meta = {
      ...Object.fromEntries(people.map((name) => [name, 'x'])),
      _wp_page_template: 'recipe.php',
    };
    const { lines } = await bring([
      itemOf({ id: 1, title: 'A', slug: 'a', author: '', meta }),
      itemOf({
        id: 2,
        title: 'B',
        slug: 'b',
        author: '',
        meta: { never: 'y', neve_x: '1', td_post_views: '3' },
      }),
    ]);
    expect(lines.filter((line) => line.includes('The custom field'))).toEqual(
      ['never', ...people.slice(0, -1)].map((name) =>
        expect.stringMatching(
          new RegExp(`^left-out post ${name === 'never' ? 2 : 1} \\[all posts\\] .*"${name}"`),
        ),
      ),
    );
    expect(lines.filter((line) => line.includes('that plugins and themes keep'))).toEqual([
      expect.stringContaining('_wp_page_template (1), neve_x (1)'),
    ]);
  });

  it('has texts and the picture for social networks where there are no others, and names what it cannot use', async () => {
    const meta = {
      '_yoast_wpseo_opengraph-title': 'For sharing: %%title%%',
      '_yoast_wpseo_opengraph-image': 'https://quayside.example.com/share.png',
    };
    const alone = await bringOne({ author: '', meta });
    expect(alone.post).toMatchObject({
      metaTitle: 'For sharing: A',
      featuredImage: { url: 'https://quayside.example.com/share.png' },
    });
    expect(alone.lines).toEqual([]);
    const beside = await bringOne({
      author: '',
      meta: { ...meta, _yoast_wpseo_title: 'Own', _yoast_wpseo_metadesc: 'Own' },
    });
    expect(beside.post).toMatchObject({ metaTitle: 'Own' });
    expect(beside.lines).toEqual([expect.stringContaining('It has texts for social networks.')]);
  });

  it.each([
    ['The SEO Framework', { _genesis_title: 'Own %%title%%', _genesis_description: 'Text' }, 'Own %%title%%'],
    ['Jetpack', { jetpack_seo_html_title: 'Own', advanced_seo_description: 'Text' }, 'Own'],
    ['SmartCrawl', { _wds_title: '%%title%%!', _wds_metadesc: 'Text' }, 'A!'],
    [
      'SmartCrawl for sharing',
      { _wds_opengraph: 'a:2:{s:5:"title";s:4:"Caf\u00e9";s:11:"description";s:4:"Text";}' },
      'Café',
    ],
    [
      'Slim SEO',
      { slim_seo: 'a:2:{s:5:"title";s:5:"Caf\u00e9";s:11:"description";s:4:"Text";}' },
      'Caf\u00e9',
    ],
    ['Squirrly', { _sq_title: '{{title}}!', _sq_description: 'Text' }, 'A!'],
    ['WP Meta SEO', { _metaseo_metatitle: '%title%!', _metaseo_metadesc: 'Text' }, 'A!'],
    ['a theme', { seo_title: 'Own', seo_description: 'Text' }, 'Own'],
  ])('has the texts of %s', async (_plugin, meta, title) => {
    expect((await bringOne({ meta })).post).toMatchObject({ metaTitle: title, metaDescription: 'Text' });
  });

  it('has the featured image that a plugin knows by its address', async () => {
    const meta = {
      fifu_image_url: 'https://pictures.example.net/a.png',
      fifu_image_alt: 'A wheel',
      _thumbnail_id: '9',
    };
    const { post, lines } = await bringOne({ author: '', meta });
    expect(post?.featuredImage).toEqual({ url: meta.fifu_image_url, alternativeText: 'A wheel' });
    expect(lines).toEqual([]);
  });

  it.each<[Record<string, string>, RegExp | null]>([
    [{ _links_to: 'https://example.com/' }, /It redirects to another page/],
    [{ _pprredirect_url: 'https://example.com/', _pprredirect_active: '1' }, /It redirects to another page/],
    [{ redirect: 'https://example.com/' }, /It redirects to another page/],
    [{ _seopress_redirections_value: 'https://example.com/', _seopress_redirections_enabled: '' }, null],
    [{ 'expiration-date': '1767225600' }, /It was to end by itself on 2026-01-01/],
    [{ '_cs-expire-date': '2026-01-01 10:00:00' }, /It was to end by itself on 2026-01-01/],
    [{ '_yoast_wpseo_meta-robots-nofollow': '1' }, /\(nofollow, noarchive, nosnippet\)/],
    [{ rank_math_robots: 'a:2:{i:0;s:5:"index";i:1;s:8:"nofollow";}' }, /\(nofollow, noarchive, nosnippet\)/],
    [{ slim_seo: 'a:1:{s:7:"noindex";i:1;}' }, /\(noindex\)/],
    [{ slim_seo: 'a:1:{s:7:"noindex";i:0;}' }, null],
    [{ rank_math_twitter_image: 'https://example.com/a.png' }, /a picture for social networks/],
    [{ _wds_twitter: 'a:1:{s:5:"title";s:1:"T";}' }, /texts for social networks/],
    [{ _wds_twitter: 'a:1:{s:5:"title";s:0:"";}' }, null],
    [{ _yoast_wpseo_focuskw: 'rye bread' }, /_yoast_wpseo_focuskw \(1\)/],
  ])('says of the fields %j what is lost', async (meta, words) => {
    const { lines } = await bringOne({ author: '', meta });
    if (words === null) expect(lines.join('\n')).not.toMatch(/redirects|noindex|social/);
    else expect(lines.join('\n')).toMatch(words);
    expect(lines.join('\n')).not.toContain('The custom field "redirect"');
  });

  it('never has the date of the import: a date that cannot be read is said, and a draft has that of its beginning', async () => {
    const odd = { dateGmt: '0000-00-00 00:00:00', date: '2024-13-45 00:00:00' };
    for (const modifiedGmt of ['2024-04-01 08:00:00', '']) {
      const { post, lines } = await bringOne({ ...odd, modifiedGmt });
      expect(post).toMatchObject({ status: 'draft', createdAt: null });
      expect(lines.join('\n')).toContain('Its date cannot be read ("2024-13-45 00:00:00").');
      expect(lines.join('\n')).toContain('It is a draft here.');
    }
    const none = { dateGmt: '0000-00-00 00:00:00', date: '', pubDate: '' };
    const changed = await bringOne({ ...none, modifiedGmt: '2024-04-01 08:00:00' });
    expect(changed.post).toMatchObject({ status: 'published', createdAt: date('2024-04-01T08:00:00Z') });
    expect(changed.lines.join('\n')).toContain('It has no date. The date of its last change was taken.');
    const unknown = await bringOne({ ...none, modifiedGmt: '' });
    expect(unknown.post).toMatchObject({ status: 'draft', createdAt: null });
    expect(unknown.lines.join('\n')).toContain('It has no date. It would stand above all others');
    const draft = await bringOne({
      status: 'draft',
      dateGmt: '0000-00-00 00:00:00',
      date: '2019-05-06 07:08:09',
      modifiedGmt: '0000-00-00 00:00:00',
    });
    expect(draft.post).toMatchObject({ createdAt: null, updatedAt: date('2019-05-06T07:08:09Z') });
  });

  it.each([
    [{ dateGmt: '2021-05-02T10:00:00' }, '2021-05-02T10:00:00Z'],
    [{ dateGmt: '2021-05-03T10:00:00+02:00' }, '2021-05-03T08:00:00Z'],
    [{ dateGmt: '', date: '2021-05-03T10:00:00+02:00' }, '2021-05-03T08:00:00Z'],
    [{ dateGmt: '2021-05-04 10:00' }, '2021-05-04T10:00:00Z'],
    [{ dateGmt: '', date: '', pubDate: 'Wed, 05 May 2021 10:00:00 +0000' }, '2021-05-05T10:00:00Z'],
    [{ dateGmt: '-0001-11-30 00:00:00', date: '2021-05-06T10:00:00Z' }, '2021-05-06T10:00:00Z'],
  ])('reads the date %j', async (dates, expected) => {
    const { post, lines } = await bringOne({ author: '', modifiedGmt: '', ...dates });
    expect(post).toMatchObject({ status: 'published', createdAt: date(expected) });
    expect(lines).toEqual([]);
  });

  it('says that one of two dates, or that of the last change, cannot be read', async () => {
    const { post, lines } = await bringOne({
      dateGmt: 'soon',
      date: '2021-05-02 10:00:00',
      modifiedGmt: '?',
    });
    expect(post).toMatchObject({ status: 'published', createdAt: date('2021-05-02T10:00:00Z') });
    expect(lines.join('\n')).toContain('One of its two dates cannot be read ("soon").');
    expect(lines.join('\n')).toContain('The date of its last change cannot be read ("?").');
  });

  it('says where the text of the file had mistakes', async () => {
    const { lines } = await bringOne({ content: 'a\u0007b' });
    expect(lines.join('\n')).toMatch(/altered website 1 \[line \d+ of the file\].*U\+0007/);
  });

  it('has a few lines for mistakes without number', async () => {
    const kinds = Array.from({ length: 26 }, (_, n) =>
      String.fromCharCode(n < 8 ? n + 1 : n < 18 ? n + 14 : 31),
    );
    const content = kinds.flatMap((one) => kinds.map((other) => `${one}${other}\n`)).join('');
    const { lines } = await bringOne({ content });
    const mistakes = lines.filter((line) => line.includes('The text of the file has mistakes'));
    expect(mistakes.length).toBeLessThan(60);
    const counts = mistakes.map((line) => Number(/^altered website (\d+)/.exec(line)?.[1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(26 * 26);
    expect(mistakes.at(-1)).toMatch(/\[line \d+, \d+, \d+ and \d+ more of the file\]/);
  });
});

describe('an export without address', () => {
  it('is refused', async () => {
    await expect(bring([itemOf({ id: 1, title: 'A' })], {}, 'about:blank')).rejects.toThrow(
      /address of its website/,
    );
  });
});

describe('links between posts', () => {
  const post = (id: number, slug: string, more: Partial<ItemParts> = {}): string =>
    itemOf({ id, title: slug, slug, author: '', ...more });
  const linked = async (href: string, others: string[]) => {
    const content = `<a href="${href}">x</a>`;
    const link = 'https://quayside.example.com/2024/02/first/';
    const { posts } = await bring([post(1, 'first', { content, link }), ...others], { linksTo: '/blog/' });
    return posts[0]?.content;
  };
  const second = post(2, 'second', {
    link: 'https://quayside.example.com/2024/03/second/',
    guid: 'https://before.example.net/?p=77',
    meta: { _wp_old_slug: 'former' },
  });

  it.each([
    '/2024/03/second/',
    'https://quayside.example.com/2024/03/second',
    '/index.php/2024/03/second/',
    '/2024/03/second/amp/',
    '/2024/03/second/comment-page-2/#comment-7',
    '/second/',
    '/2024/03/former/',
    '/former/',
    '/?p=2',
    '/index.php?p=2',
    '/?name=second',
    'https://quayside.example.com/?p=2',
    '//quayside.example.com//2024/03/second/',
    '../../03/second/',
    '?p=2',
    '/2024/03/second/3/',
    '/2024/03/second/embed/',
    'http://before.example.net/?p=77',
  ])('are known by %s', async (href) => {
    expect(await linked(href, [second])).toContain('href="/blog/second');
  });

  it('are known on the host that most posts have, whatever the website calls itself', async () => {
    const at = (path: string) => ({ link: `https://new.example.org${path}` });
    const items = [
      post(1, 'first', { ...at('/first/'), content: '<a href="https://www.new.example.org/second/">x</a>' }),
      post(2, 'second', at('/second/')),
      // A plugin lets it lead elsewhere.
      post(3, 'third', { link: 'https://example.net/second/' }),
    ];
    const { posts, survey } = await bring(items, { linksTo: '/blog/' });
    expect(posts[0]?.content).toContain('href="/blog/second"');
    expect(survey.hosts.has('new.example.org')).toBe(true);
    expect(survey.hosts.has('example.net')).toBe(false);
  });

  it('are known where addresses are relative', async () => {
    const relative = post(2, 'second', { link: '/journal/second' });
    expect(await linked('/journal/second', [relative])).toContain('href="/blog/second"');
  });

  it('lead nowhere where two posts may be meant, and to the one that has the address now', async () => {
    const third = post(3, 'third', {
      link: 'https://quayside.example.com/2024/03/third/',
      meta: { _wp_old_slug: 'former' },
    });
    expect(await linked('/former/', [second, third])).toContain('href="/former/"');
    const now = post(4, 'former', { link: 'https://quayside.example.com/2024/03/former/' });
    expect(await linked('/2024/03/former/', [second, now])).toContain('href="/blog/former"');
    expect(await linked('/shop/?p=2', [second])).toContain('href="/shop/?p=2"');
    expect(await linked('http://before.example.net/?p=2', [second])).toContain('before.example.net');
    expect(await linked('#part', [second])).toContain('href="#part"');
  });
});

describe('slugs that several want', () => {
  it('stay those of published posts, whatever comes first', async () => {
    const { posts } = await bring([
      itemOf({ id: 1, title: 'Draft', slug: 'same', status: 'draft' }),
      itemOf({ id: 2, title: 'Live', slug: 'same' }),
    ]);
    expect(posts.map(({ title, slug }) => [title, slug])).toEqual([
      ['Draft', 'same-2'],
      ['Live', 'same'],
    ]);
  });

  it.each([
    ['slugs', { slug: 'same' }],
    ['titles', { title: 'Same', status: 'draft' }],
  ])('are found without beginning again for each of many with one of their %s', async (_, same) => {
    const looksFor = async (item: (id: number) => Partial<ItemParts>): Promise<number> => {
      const has = jest.spyOn(Set.prototype, 'has');
      try {
        const items = Array.from({ length: 300 }, (_item, id) => itemOf({ id, title: `${id}`, ...item(id) }));
        await bring(items);
        return has.mock.calls.length;
      } finally {
        has.mockRestore();
      }
    };
    const different = await looksFor((id) => ({ ...same, slug: `different-${id}` }));
    expect((await looksFor(() => same)) - different).toBeLessThan(10 * 300);
  });

  it('are cut where they are longer than a slug can be, and are said to be', async () => {
    const { posts, lines } = await bring([itemOf({ id: 1, title: 'A', slug: 'x'.repeat(300) })]);
    expect(posts[0]?.slug).toBe('x'.repeat(255));
    expect(lines.join('\n')).toContain('does not work in a web address as it is');
  });
});

describe('the status of an item of another program', () => {
  it.each([
    ['Published', 'published'],
    ['PUBLISH', 'published'],
    ['Draft', 'draft'],
  ])('is understood: %s', async (status, here) => {
    expect((await bringOne({ status })).post?.status).toBe(here);
  });

  it('is left as it is where nobody knows it', async () => {
    expect((await bringOne({ status: 'acme-hidden' })).post).toBeUndefined();
  });
});

describe('items of nothing', () => {
  it('are no posts, and neither are those of nothing but "null"', async () => {
    const nothing = itemOf({ id: 3, title: 'null', slug: 'null', content: 'null' });
    const undefinedOne = itemOf({ id: 4, title: 'undefined', slug: 'undefined' });
    const { posts, lines } = await bring([post('a'), '<item />', nothing, undefinedOne]);
    expect(posts.map(({ slug }) => slug)).toEqual(['a']);
    expect(lines).toEqual([expect.stringMatching(/^note website 3 .* are empty/)]);
  });
  const post = (slug: string): string => itemOf({ id: 1, title: slug, slug, author: '' });

  it('without a type are not advised to be one', async () => {
    const { lines } = await bring([post('a'), itemOf({ id: 2, title: 'B', type: '' })]);
    expect(lines).toEqual([expect.stringContaining('Entries without a type were not brought in.')]);
  });
});

describe('what is remembered of an item', () => {
  const readingOf = async (item: Partial<ItemParts>, options: Partial<ExportOptions> = {}) =>
    (await bringOne(item, options)).post?.reading;

  it('changes with the item and the choices, and not with comments and counters', async () => {
    const content = 'One';
    const first = (await readingOf({ content }))?.source;
    expect(
      (await readingOf({ content, comments: 2, meta: { _edit_lock: '7:1', post_views: '9' } }))?.source,
    ).toBe(first);
    for (const other of [
      readingOf({ content: 'Two' }),
      readingOf({ content, title: 'B' }),
      readingOf({ content, meta: { subtitle: 'x' } }),
      readingOf({ content, terms: [['post_tag', 'rain', 'Rain']] }),
      readingOf({ content }, { linksTo: '/blog/' }),
    ]) {
      expect((await other)?.source).not.toBe(first);
    }
  });

  it('counts what an export lacks that has only a part of all, and knows what another item keeps from readers', async () => {
    const item = {
      content:
        '<a href="https://quayside.example.com/b/">B</a>\n\n<!-- wp:block {"ref":7} /-->\n\n[gallery ids="9"]',
      meta: { _thumbnail_id: '9' },
    };
    const others = [
      itemOf({ id: 2, title: 'B', slug: 'b' }),
      itemOf({ id: 7, title: 'Shared', type: 'wp_block', content: 'Shared' }),
      itemOf({ id: 9, title: 'Image', type: 'attachment', url: 'https://quayside.example.com/a.jpg' }),
      itemOf({
        id: 30,
        title: 'Rule',
        type: 'memberpressrule',
        meta: { _mepr_rules_type: 'single_post', _mepr_rules_content: '1' },
      }),
    ];
    const whole = await bring([itemOf({ id: 1, title: 'A', slug: 'a', ...item }), ...others]);
    const part = await bring([itemOf({ id: 1, title: 'A', slug: 'a', ...item })]);
    expect(whole.posts[0]?.reading).toMatchObject({ lacks: 0, lacksInText: 0, isHeldByOthers: true });
    expect([whole.posts[0]?.isImageMissing, part.posts[0]?.isImageMissing]).toEqual([undefined, true]);
    expect(part.posts[0]?.reading).toMatchObject({
      lacks: 4,
      lacksInText: 2,
      isHeldByOthers: false,
      source: whole.posts[0]?.reading?.source,
    });
  });
});
