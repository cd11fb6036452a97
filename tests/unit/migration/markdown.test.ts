import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import {
  createMarkdownIncoming,
  type MarkdownOptions,
} from '../../../src/plugins/content-delivery/server/src/migration/markdown';
import { createReport } from '../../../src/plugins/content-delivery/server/src/migration/report';
import type { IncomingPost } from '../../../src/plugins/content-delivery/server/src/migration/incoming';
import { PIXEL } from '../../fixtures/pixel';
import { temporaryFolder } from '../../support/temporary-folder';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const home = temporaryFolder();

type Files = Record<string, string | Buffer>;

const folderOf = async (files: Files): Promise<string> => {
  const folder = await mkdtemp(path.join(home, 'posts-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
};
const bring = async (files: Files, options: Partial<MarkdownOptions> = {}) => {
  const report = createReport();
  const all: MarkdownOptions = {
    folder: await folderOf(files),
    fileFolders: [],
    address: new URL('https://quayside.example.com'),
    oldPaths: null,
    otherCategories: 'drop',
    authors: false,
    linksTo: null,
    linkedFiles: false,
    ...options,
  };
  const incoming = await createMarkdownIncoming(all, report, NOW);
  const posts: IncomingPost[] = [];
  for await (const post of incoming.posts()) if (post) posts.push(post);
  incoming.finish();
  return {
    posts,
    terms: incoming.terms().map(({ kind, name }) => `${kind} ${name}`),
    authors: incoming.authors().map(({ name }) => name),
    lines: report.report.lines.map(({ loss, where, what }) => `${loss} [${where}] ${what}`),
    localFile: incoming.localFile,
  };
};
const bringOne = async (text: string, options: Partial<MarkdownOptions> = {}, name = 'a.md') => {
  const brought = await bring({ [name]: text }, options);
  return { ...brought, post: brought.posts[0] };
};
const content = async (text: string, options: Partial<MarkdownOptions> = {}, name = 'a.md') => {
  const { post, lines } = await bringOne(`---\ndate: 2024-03-09\n---\n${text}`, options, name);
  return { html: post?.content, lines };
};

describe('what becomes of a file', () => {
  it('is a post with all that stands above its text', async () => {
    const { posts, terms, lines } = await bring({
      'blog/true-a-wheel.md': [
        '---',
        'title: "True a wheel"',
        'pubDate: 2024-03-09T17:20:00Z',
        'updatedDate: 2024-04-01',
        'description: Round.',
        'categories: [Wheels]',
        'tags: [Rain, Snow]',
        'heroImage: { src: ./wheel.png, alt: A wheel }',
        '---',
        'One *two*',
        '',
      ].join('\n'),
      'blog/wheel.png': PIXEL,
    });
    expect(posts).toEqual([
      {
        sourceId: 'file blog/true-a-wheel.md',
        id: null,
        version: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        reading: expect.objectContaining({ by: 2, lacks: 0 }),
        title: 'True a wheel',
        slug: 'true-a-wheel',
        status: 'published',
        content: '<p>One <em>two</em></p>\n',
        category: 'Wheels',
        tags: ['Rain', 'Snow'],
        featuredImage: { url: 'https://quayside.example.com/blog/wheel.png', alternativeText: 'A wheel' },
        metaTitle: null,
        metaDescription: 'Round.',
        createdAt: new Date('2024-03-09T17:20:00.000Z'),
        updatedAt: new Date('2024-04-01T00:00:00.000Z'),
        scheduleDate: null,
      },
    ]);
    expect(terms).toEqual(['category Wheels', 'tag Rain', 'tag Snow']);
    expect(lines).toEqual([]);
  });

  it.each([
    ['Jekyll', '_posts/2024-03-09-a-wheel.markdown', '---\ntitle: A\ntags: rain snow\n---\n'],
    [
      'Hugo',
      'posts/a-wheel/index.md',
      '+++\ntitle = "A"\ndate = 2024-03-09T00:00:00\ntags = ["rain", "snow"]\n+++\n',
    ],
    [
      'Hugo in JSON',
      'posts/a-wheel.md',
      '{\n"title": "A",\n"date": "2024-03-09",\n"tags": "rain, snow"\n}\n',
    ],
    [
      'Zola',
      'a-wheel.md',
      '+++\ntitle = "A"\ndate = 2024-03-09\n[taxonomies]\ntags = ["rain", "snow"]\n+++\n',
    ],
    ['Next.js', 'a-wheel.mdx', '---\ntitle: A\ndate: "Mar 9 2024"\ntags:\n  - rain\n  - name: snow\n---\n'],
    [
      'Eleventy on Windows',
      'x.md',
      '\ufeff---\r\ntitle: A\r\nslug: a-wheel\r\ndate: 2024-03-09\r\ntags: [rain, snow]\r\n---\r\n',
    ],
  ])('is read as %s has it', async (_, name, above) => {
    const { post } = await bringOne(`${above}Text`, {}, name);
    expect(post).toMatchObject({
      title: 'A',
      slug: 'a-wheel',
      status: 'published',
      createdAt: new Date('2024-03-09T00:00:00.000Z'),
      tags: ['rain', 'snow'],
      content: '<p>Text</p>\n',
    });
  });

  it.each([
    ['draft: true\n', 'a.md'],
    ['published: false\n', 'a.md'],
    ['status: draft\n', 'a.md'],
    ['private: yes\n', 'a.md'],
    ['visibility: members\n', 'a.md'],
    ['draft: on\n', 'a.md'],
    ['draft: [true]\n', 'a.md'],
    ['Draft: true\n', 'a.md'],
    ['isDraft: true\n', 'a.md'],
    ['published: off\n', 'a.md'],
    ['publish: 0\n', 'a.md'],
    ['state: in review\n', 'a.md'],
    ['access: members\n', 'a.md'],
    ['password: x\n', 'a.md'],
    ['members_only: true\n', 'a.md'],
    ['permalink: false\n', 'a.md'],
    ['expiryDate: 2020-01-01\n', 'a.md'],
    ['build: { render: never }\n', 'a.md'],
    ['', '_drafts/a.md'],
    ['', 'drafts/a.md'],
    ['', '_posts/_2024-01-01-a.md'],
  ])('is a draft where it was none that readers saw: %j in %s', async (field, name) => {
    const { post, lines } = await bringOne(`---\ntitle: A\ndate: 2024-03-09\n${field}---\nText`, {}, name);
    expect(post).toMatchObject({ status: 'draft', createdAt: null });
    const isPlain = /^(?:draft|Draft|published)|^$/.test(field) && !name.includes('/_2');
    expect(lines.filter((line) => !line.includes('Fields above'))).toEqual(
      isPlain ? [] : [expect.stringMatching(/^note .* It is a draft here, as readers/)],
    );
  });

  it.each([
    'draft: false',
    'published: true',
    'status: public',
    'unlisted: no',
    'state: California',
    'password: ""',
  ])('is live where that says nothing else: %s', async (field) => {
    const { post } = await bringOne(`---\ntitle: A\ndate: 2024-03-09\n${field}\n---\nText`);
    expect(post?.status).toBe('published');
  });

  it('is one that waits where its date is past and the day of its appearance is not', async () => {
    const { post } = await bringOne('---\ndate: 2024-03-09\npublishDate: 2099-01-01\n---\nText');
    expect(post?.scheduleDate).toEqual(new Date('2099-01-01T00:00:00.000Z'));
  });

  it.each([
    ['blank lines before it', '\n\n---\ntitle: A\ndraft: true\n---\nText'],
    ['its language named', '---yaml\ntitle: A\ndraft: true\n---\nText'],
    ['JSON in one line', '{ "title": "A", "draft": true, "x": { "y": "}" } }\nText'],
    ['JSON that is named', '---json\n{ "title": "A", "draft": true }\n---\nText'],
    ['dates as texts', '---\ntitle: A\npublished: 2024-03-09\ndraft: true\n---\nText'],
  ])('has fields with %s', async (_, text) => {
    const { post } = await bringOne(text, {}, '2024-03-09-b.md');
    expect(post).toMatchObject({ title: 'A', status: 'draft', content: '<p>Text</p>\n' });
  });

  it.each([
    'title: A\nstatus: draft\n\nText',
    '<!-- x -->\n---\ndraft: true\n---\nText',
    '{ "draft": true\nText',
  ])('is left out where its fields stand elsewhere than they should: %j', async (text) => {
    const { posts, lines } = await bring({ '2024-03-09-a.md': text });
    expect(posts).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/^left-out .*above its text cannot be read/)]);
  });

  it('is left out, and does not stop the others, where it cannot be read or made a post', async () => {
    const { posts, lines } = await bring({
      'a.md': Buffer.from('---\ndate: 2024-03-09\n---\nK\xe4se', 'latin1'),
      'b.md':
        '---\ndate: 2024-03-09\npermalink: "blog:my post"\nimage: "\\\\\\\\my server\\\\pic.png"\n---\n<img src="\\\\My Server\\pic.png"> [x](y)',
      'c.md': Buffer.from('\ufeff---\ndate: 2024-03-09\n---\nKäse', 'utf16le'),
    });
    expect(posts.map(({ slug, content: html }) => [slug, html.includes('Käse')])).toEqual([
      ['b', false],
      ['c', true],
    ]);
    expect(lines).toContain('left-out [a.md] It is not in UTF-8. Save it in that encoding.');
  });

  it.each([
    ['', /It has no date/],
    ['date: soon\n', /Its date cannot be read/],
    ['date: 12\n', /Its date cannot be read/],
    ['date: 2024-02-30\n', /Its date cannot be read/],
    ['date: 2024-13-45\n', /Its date cannot be read/],
    ['date: 0000-01-01\n', /Its date cannot be read/],
    ['date: 9 Mar 2024 10:00 WEST\n', /Its date cannot be read/],
  ])('is a draft, and said to be one, without a date that can be read: %j', async (field, what) => {
    const { post, lines } = await bringOne(`---\ntitle: A\n${field}---\nText`);
    expect(post?.status).toBe('draft');
    expect(lines).toEqual([expect.stringMatching(what)]);
  });

  it.each([
    ['2016-10-06 11:10:38 -0700', '2016-10-06T18:10:38.000Z'],
    ['2016-10-06 11:10:38 +02:00', '2016-10-06T09:10:38.000Z'],
    ['2016-10-06T11:10', '2016-10-06T11:10:00.000Z'],
    ['2016-10-06 11:10:38 UTC', '2016-10-06T11:10:38.000Z'],
    ['2016-10-06T11:10:38.123Z', '2016-10-06T11:10:38'],
    ['2016/10/06 11:10:38', '2016-10-06T11:10:38.000Z'],
    ['2016-10-06 5:20 PM', '2016-10-06T17:20:00.000Z'],
    ['Mar 9, 2024 10:00 PST', '2024-03-09T18:00:00.000Z'],
    ['2024-03-09 17:20:00 EST', '2024-03-09T22:20:00.000Z'],
    ['Sat Mar 09 2024 10:00:00 GMT+0100 (Central European Standard Time)', '2024-03-09T09:00:00.000Z'],
    ['March 9th, 2024', '2024-03-09T00:00:00.000Z'],
    ['2016-1-6', '2016-01-06T00:00:00.000Z'],
    ["'2016-10-06'", '2016-10-06T00:00:00.000Z'],
    ['Jul 08 2022', '2022-07-08T00:00:00.000Z'],
    ['July 8, 2022', '2022-07-08T00:00:00.000Z'],
    ['Fri, 08 Jul 2022 10:00:00 +0200', '2022-07-08T08:00:00.000Z'],
  ])('has the date that %s is', async (date, moment) => {
    const { post } = await bringOne(`---\ntitle: A\ndate: ${date}\n---\n`);
    expect(post?.createdAt?.toISOString()).toContain(moment);
  });

  it('waits for a date that is to come', async () => {
    const { post } = await bringOne('---\ntitle: A\ndate: 2099-01-01\n---\n');
    expect(post).toMatchObject({ status: 'published', scheduleDate: new Date('2099-01-01T00:00:00.000Z') });
  });

  it('has the heading that it begins with as its title, or its name', async () => {
    const headed = await bringOne('---\ndate: 2024-03-09\n---\n\n# A wheel #\n\nText');
    expect(headed.post).toMatchObject({ title: 'A wheel', content: '<p>Text</p>\n' });
    const twice = await bringOne('---\ntitle: A wheel\ndate: 2024-03-09\n---\n# A wheel\n\nText');
    expect(twice.post).toMatchObject({ title: 'A wheel', content: '<p>Text</p>\n' });
    expect(twice.lines).toEqual([expect.stringMatching(/^note .*began with its title/)]);
    const bare = await bringOne('Text', {}, '2024-03-09-true-a-wheel.md');
    const marked = await bringOne('---\ndate: 2024-03-09\n---\n# A *b* [c](x) C# {#d}\n\nText');
    expect(marked.post?.title).toBe('A b c C#');
    const code = await bringOne('---\ndate: 2024-03-09\n---\n\n    # comment\n');
    expect(code.post).toMatchObject({ title: 'A', content: '<pre><code># comment\n</code></pre>\n' });
    const long = await bringOne(`---\ndate: 2024-03-09\n---\n# x${' '.repeat(100_000)}y`);
    expect(long.post?.title).toBe('x y');
    expect(bare.post).toMatchObject({ title: 'True a wheel', status: 'published' });
  });

  it('is left out, and named, where what stands above its text cannot be read', async () => {
    const { posts, lines } = await bring({
      'a.md': '---\ntitle: "A\n---\nText',
      'b.md': '---\ntitle: A\n',
      'c.md': '---\n- a\n---\n',
      'd.md': '---\ntitle: !!js/function "function () {}"\n---\n',
    });
    expect(posts).toEqual([]);
    const cannotBeRead = (name: string): unknown =>
      expect.stringMatching(`^left-out \\[${name}\\.md\\] What stands above its text cannot be read: .`);
    expect(lines).toEqual(['a', 'b', 'c', 'd'].map(cannotBeRead));
  });

  it('says which fields do not come', async () => {
    const { lines } = await bringOne('---\ntitle: A\ndate: 2024-03-09\nlayout: post\nrating: 5\n---\n\nText');
    expect(lines).toEqual([expect.stringMatching(/^left-out \[a\.md\] Fields .* here: rating\.$/)]);
    const pictures = await bringOne(
      '---\ntitle: A\ndate: 2024-03-09\ncover: /a.png\nogImage: /b.png\nimage: false\n---\n\nText',
    );
    expect(pictures.post?.featuredImage?.url).toBe('/a.png');
    expect(pictures.lines).toEqual([expect.stringMatching(/here: ogImage\.$/)]);
    const moved = await bringOne('---\ntitle: A\ndate: 2024-03-09\naliases: [/old/, /older/]\n---\nText');
    expect(moved.lines).toEqual(['left-out [a.md] Other addresses led to it: /old/, /older/.']);
  });

  it('leaves files out that are no posts, and says so of those that look like some', async () => {
    const { posts, lines } = await bring({
      'a.md': '---\ndate: 2024-03-09\n---\nText',
      'README.md': 'About',
      '_index.md': 'About',
      '.hidden.md': 'No',
      'node_modules/x/index.md': 'No',
      'notes.txt': 'No',
    });
    expect(posts).toHaveLength(1);
    expect(lines.map((line) => line.slice(0, 21))).toEqual([
      'note [README.md] It w',
      'note [_index.md] It w',
    ]);
  });
});

it('gives no draft the slug or the address of what readers know', async () => {
  const { posts } = await bring(
    {
      '_drafts/a.md': 'Draft',
      '_posts/2024-01-01-a.md': 'Live',
      '_posts/2024-01-02-b.md': '[a]({{ site.url }}{% post_url 2024-01-01-a %})',
    },
    { oldPaths: '/:slug/', linksTo: '/blog/' },
  );
  expect(posts.map(({ slug, status }) => [slug, status])).toEqual([
    ['a-2', 'draft'],
    ['a', 'published'],
    ['b', 'published'],
  ]);
  expect(posts[2]?.content).toBe('<p><a href="/blog/a">a</a></p>\n');
});

it('leads to a post by its file only where that file is meant', async () => {
  const above = '---\ndate: 2024-03-09\n---\n';
  const { posts, lines } = await bring(
    {
      'de/a.md': `${above}x`,
      'en/a.md': `${above}x`,
      'de/b.md': `${above}[x]({{< ref "a.md#top" >}}) [y](../none/a.md) [z]({{< relref "/c" >}})`,
      'c/index.md': `${above}x`,
    },
    { linksTo: '/blog/' },
  );
  const german = posts.find(({ sourceId }) => sourceId === 'file de/a.md')?.slug ?? '';
  expect(posts.find(({ slug }) => slug === 'b')?.content).toBe(
    `<p><a href="/blog/${german}#top">x</a> <a href="../none/a.md">y</a> <a href="/blog/c">z</a></p>\n`,
  );
  expect(lines.join('\n')).toContain('may lead nowhere: ../none/a.md.');
});

describe('options', () => {
  const several =
    '---\ntitle: A\ndate: 2024-03-09\ncategories: [Wheels, Tyres]\nauthors: [{ name: Workshop }, Harbour desk]\n---\nText';

  it('say what becomes of other categories and of authors', async () => {
    const dropped = await bringOne(several);
    expect(dropped.post).toMatchObject({ category: 'Wheels', tags: [] });
    expect(dropped.lines.map((line) => line.slice(0, 30))).toEqual([
      'altered [a.md] It has several ',
      'note [Workshop, Harbour desk] ',
    ]);
    const kept = await bringOne(several, { otherCategories: 'tags', authors: true });
    expect(kept.post).toMatchObject({ category: 'Wheels', tags: ['Tyres'], author: 'author Workshop' });
    expect(kept.terms).toEqual(['category Wheels', 'tag Tyres']);
    expect(kept.authors).toEqual(['Workshop']);
  });

  it('say where posts were and are, for links and redirects', async () => {
    const files = {
      '2024-03-09-one.md': [
        '[a](2024-03-10-two.md#top) [b](/2024/03/10/two.html) [c](https://quayside.example.com/2024/03/10/two/)',
        '[d]({% post_url 2024-03-10-two %}) [e](https://elsewhere.example.com/) [f](#here) [g](/about/) [h](nowhere.md)',
      ].join('\n'),
      '2024-03-10-two.md': 'Text',
    };
    const { posts, lines } = await bring(files, {
      oldPaths: '/:year/:month/:day/:title.html',
      linksTo: '/blog/',
    });
    expect(posts[0]?.content).toBe(
      '<p><a href="/blog/two#top">a</a> <a href="/blog/two">b</a> <a href="/blog/two">c</a>\n' +
        '<a href="/blog/two">d</a> <a href="https://elsewhere.example.com/">e</a> <a href="#here">f</a> <a href="/about/">g</a> <a href="nowhere.md">h</a></p>\n',
    );
    expect(posts.map(({ oldAddress }) => oldAddress)).toEqual([
      '/2024/03/09/one.html',
      '/2024/03/10/two.html',
    ]);
    expect(lines).toEqual([expect.stringMatching(/^altered .*may lead nowhere: nowhere\.md\./)]);
  });

  it('hold for links in HTML as well, and files that it shows are named', async () => {
    const { posts, lines } = await bring(
      {
        'one.md': `---\ndate: 2024-03-09\n---\n<p class=x>\n<a class="y" href="two.md?a=1&amp;b=2#top">a</a> <A HREF='../two/'>b</A> <video src="v.mp4"></video>\n</p>`,
        'two.md': '---\ndate: 2024-03-09\n---\n',
      },
      { oldPaths: '/blog/:slug/', linksTo: '/journal/' },
    );
    expect(posts[0]?.content).toBe(
      `<p class=x>\n<a class="y" href="/journal/two#top">a</a> <A HREF='/journal/two'>b</A> <video src="v.mp4"></video>\n</p>`,
    );
    expect(lines.filter((line) => line.startsWith('altered'))).toEqual([
      expect.stringMatching(/^altered \[one\.md\] Links and files .* may lead nowhere: v\.mp4\.$/),
    ]);
  });

  it('leave links at the old addresses where nothing else is wanted', async () => {
    const { posts, lines } = await bring({
      'one.md': '---\ndate: 2024-03-09\npermalink: /journal/one/\n---\n[a](../two/) [b](two.md)',
      'two.md': '---\ndate: 2024-03-09\nurl: /journal/two/\n---\n',
    });
    expect(posts[0]?.content).toBe(
      '<p><a href="https://quayside.example.com/journal/two/">a</a> <a href="https://quayside.example.com/journal/two/">b</a></p>\n',
    );
    expect(lines.map((line) => line.slice(0, 40))).toContain('note [one.md] It links to posts by their');
  });

  it.each(['constructor', 'tostring', 'hasownproperty'])(
    'have none that a pattern with :%s would make',
    async (name) => {
      const { posts } = await bring({
        'one.md': `---\ndate: 2024-03-09\npermalink: /:${name}/a/\n---\nText`,
      });
      expect(posts[0]?.oldAddress).toBeUndefined();
    },
  );

  it('leave out the old address of what stays where it is', async () => {
    const { posts } = await bring(
      { 'one.md': '---\ndate: 2024-03-09\n---\n' },
      { oldPaths: '/blog/:slug/', linksTo: '/blog/' },
    );
    expect(posts[0]?.oldAddress).toBeUndefined();
  });
});

it('gives every post a slug of its own, and says where it is another one', async () => {
  const { posts, lines } = await bring({
    '2023-01-01-a.md': 'x',
    '2024-01-01-a.md': 'x',
    '2024-01-02-自転車.md': 'x',
    '2024-01-03-a b.md': 'x',
  });
  expect(posts.map(({ slug }) => slug)).toEqual(['a', 'a-2', '自転車', 'a-b']);
  expect(lines).toHaveLength(2);
});

describe('a text', () => {
  it('has tables, footnotes, code, HTML and headings that links lead to', async () => {
    const { html, lines } = await content(
      '## Wheels & tyres\n\n## Own {#round}\n\n## Own {#round}\n\n| a |\n|---|\n| b |\n\n~~c~~ https://a.example.com[^1]\n\n<div data-x>d</div>\n\n```js\n{{ x }} {% y %}\n```\n\n[^1]: Note',
    );
    expect(html).toContain(
      '<h2 id="wheels--tyres">Wheels &amp; tyres</h2>\n<h2 id="round">Own</h2>\n<h2 id="round-1">Own</h2>',
    );
    expect(html).toContain('<td>b</td>');
    expect(html).toContain('<s>c</s> <a href="https://a.example.com">https://a.example.com</a><sup');
    expect(html).toContain('<div data-x>d</div>');
    expect(html).toContain('<pre><code class="language-js">{{ x }} {% y %}\n</code></pre>');
    expect(lines).toEqual([]);
  });

  it('has what templates and shortcodes say that need no generator', async () => {
    const { html, lines } = await content(
      [
        '{% highlight ruby linenos %}\nputs "```"\n{% endhighlight %}',
        '![a]({{ site.baseurl }}/a.png) ![b]({{ "/b.png" | relative_url }}) {% raw %}x{% endraw %} `{{ kept }}`',
        '{{< figure src="/c.png" alt="C" caption="Below" >}}',
        '{{< youtube abc-1 >}}',
      ].join('\n\n'),
    );
    expect(html).toContain('<pre><code class="language-ruby">puts &quot;```&quot;\n</code></pre>');
    expect(html).toContain('<img src="/a.png" alt="a"> <img src="/b.png" alt="b"> x <code>{{ kept }}</code>');
    expect(html).toContain('<figure><img src="/c.png" alt="C"><figcaption>Below</figcaption></figure>');
    expect(html).toContain('href="https://www.youtube.com/watch?v=abc-1"');
    expect(lines).toEqual([]);
  });

  it('shows what is done and what is not', async () => {
    const { html } = await content('- [ ] a\n- [x] b\n- [y] c\n\n[x] d');
    expect(html).toBe('<ul>\n<li>☐ a</li>\n<li>☑ b</li>\n<li>[y] c</li>\n</ul>\n<p>[x] d</p>\n');
  });

  it('shows shortcodes as Hugo shows them', async () => {
    const { html, lines } = await content('{{</* youtube abc */>}}\n\n```\n{{%/* x */%}}\n```', {});
    expect(html).toBe('<p>{{&lt; youtube abc &gt;}}</p>\n<pre><code>{{% x %}}\n</code></pre>\n');
    expect(lines).toEqual([]);
  });

  it('of Jekyll has no marks of what is no template, in code either', async () => {
    const { html, lines } = await content(
      '{% highlight liquid %}\n{% raw %}\n{{ a | b }}\n{% endraw %}\n{% endhighlight %}\n\n```\n{% raw %}{{ c }}{% endraw %}\n```\n',
      {},
      '2024-03-09-a.md',
    );
    expect(html).toBe(
      '<pre><code class="language-liquid">{{ a | b }}\n</code></pre>\n<pre><code>{{ c }}\n</code></pre>\n',
    );
    expect(lines).toEqual([]);
  });

  it('has no comments that readers did not see, and keeps code that is in lists and quotations', async () => {
    const text = [
      'a{% comment %}hidden\n```\nhidden\n```\n{% endcomment %}b {{/* hidden */}}c',
      '1. d\n   - e\n\n     ```\n     {{ code }}\n     ```\n\n> ```\n> {{ code }}\n> ```\n\n{{ site.baseurl }}/f',
    ].join('\n\n');
    const { html, lines } = await content(text, {}, '2024-03-09-a.md');
    expect(html).not.toContain('hidden');
    expect(html).toContain('<p>ab c</p>');
    expect(html?.match(/<pre><code>\{\{ code \}\}\n<\/code><\/pre>/g)).toHaveLength(2);
    expect(html).toContain('<p>/f</p>');
    expect(lines).toEqual([]);
  });

  it('is named where a part of it needs the generator', async () => {
    const { html, lines } = await content(
      '{% include note.html %}\n\n{{< tweet 1 >}}\n\n[a](/x){:target="_blank"}',
      {},
      '2024-03-09-a.md',
    );
    expect(html).toContain('{% include note.html %}');
    expect(lines).toEqual([
      expect.stringMatching(
        /understands: \{% include note\.html %\}, \{\{< tweet 1 >\}\}, \{:target="_blank"\}\./,
      ),
    ]);
  });

  it('keeps braces that are no attributes, and code that shows templates', async () => {
    const elixir =
      'Returns {:ok, pid} or {:error, e}.\n\n1. S:\n\n    ```elixir\n    {:ok, pid} = start()\n    ```';
    const shown =
      '```liquid\n{% highlight js %}\nlet a\n{% endhighlight %}\n```\n\nafter `{% highlight x %}` y';
    const { html, lines } = await content(`${elixir}\n\n${shown}`, {}, '2024-03-09-a.md');
    expect(html).toContain('Returns {:ok, pid} or {:error, e}.');
    expect(html).toContain('{:ok, pid} = start()');
    expect(html).toContain(
      '{% highlight js %}\nlet a\n{% endhighlight %}\n</code></pre>\n<p>after <code>{% highlight x %}</code> y',
    );
    expect(lines).toEqual([]);
  });

  it('of MDX comes without statements of any length, and names what it cannot do', async () => {
    const { html, lines } = await content(
      "export const metadata = {\n  title: 'X',\n\n  list: [1,\n 2],\n}\n\nimport {\n  A,\n} from 'b'\nimport B, { C } from 'c'\nexport * from 'd'\nexport { e }\n\nText {props.title} `{/* kept */}`\nimport taxes (are\nexport duties\nhigh\n\nexport const open = {\n\nEnd",
      {},
      'a.mdx',
    );
    expect(html).toBe(
      '<p>Text {props.title} <code>{/* kept */}</code>\nimport taxes (are\nexport duties\nhigh</p>\n<p>export const open = {</p>\n<p>End</p>\n',
    );
    expect(lines).toEqual([
      expect.stringMatching(
        /code: export const metadata = \{, export \* from 'd', export \{ e \}, export const open = \{, \{props\.title\}\./,
      ),
    ]);
  });

  it('of MDX comes without code, and its components are named', async () => {
    const { html, lines } = await content(
      'import { Chart } from "../chart"\nimport pic from "./a.png";\n\nText\n\n{/* no */}\n\n<Chart data={x}>Inside</Chart>\n\n`<Code>`\n\n```jsx\nimport a from "b"\n<B />\n```',
      {},
      'a.mdx',
    );
    expect(html).not.toMatch(/import (?:\{|pic)|\bno\b/);
    expect(html).toContain('Inside');
    expect(html).toContain('import a from');
    expect(lines).toEqual([expect.stringMatching(/components or code: <Chart>\./)]);
  });
});

describe('pictures', () => {
  it('are those beside the post, and those of other folders, and nothing outside of them', async () => {
    const outside = await folderOf({ 'secret.png': 'secret' });
    const fileFolder = await folderOf({ 'img/b.png': 'b', 'wheel.png': 'other' });
    const folder = await folderOf({
      'a/post.md':
        '---\ndate: 2024-03-09\n---\n![a](wheel.png) ![b](/img/b.png) ![c](img/b.png) ![d](link.png) ![e](../../secret.png) <img src="./wheel.png">',
      'a/wheel.png': 'wheel',
    });
    await symlink(path.join(outside, 'secret.png'), path.join(folder, 'a/link.png'));
    await symlink(outside, path.join(folder, 'more'));
    const { posts, localFile } = await bring({}, { folder, fileFolders: [fileFolder] });
    const addresses = Array.from(
      posts[0]?.content.matchAll(/src="([^"]*)"/g) ?? [],
      ([, address = '']) => address,
    );
    const root = 'https://quayside.example.com';
    expect(addresses).toEqual([
      `${root}/a/wheel.png`,
      '/img/b.png',
      `${root}/img/b.png`,
      `${root}/link.png`,
      `${root}/secret.png`,
      `${root}/a/wheel.png`,
    ]);
    const bytes = await Promise.all(addresses.map((address) => localFile(new URL(address, root))));
    expect(bytes.map((one) => one?.toString() ?? null)).toEqual(['wheel', 'b', 'b', null, null, 'wheel']);
    for (const address of ['/../secret.png', '/%2e%2e/secret.png', '/..%2fsecret.png', '/%00']) {
      expect(await localFile(new URL(address, root))).toBeNull();
    }
    expect(await localFile(new URL('https://elsewhere.example.com/img/b.png'))).toBeNull();
  });
});

it('reads any text in any file without failing', async () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '---\n',
      '+++\n',
      '{\n',
      '}\n',
      'title: a\n',
      'date: 2024-01-01\n',
      '{{<',
      '>}}',
      '{%',
      '%}',
      '{{',
      '}}',
      '```\n',
      '`',
      '[a](b.md)',
      '![a](b)',
      '# ',
      '{#a}',
      '<A',
      'import a from "b"\n',
      '{/*',
      '[^1]',
      '\0',
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 30 }),
      fc.constantFrom('a.md', 'a.mdx', '2024-01-01-a.md'),
      async (pieces, name) => {
        const { posts, lines } = await bring({ [name]: pieces.join('') }, { linksTo: '/blog/' });
        expect(
          posts.length +
            lines.filter((line) => line.startsWith('left-out') && line.includes('cannot be read')).length,
        ).toBe(1);
        for (const { status, createdAt } of posts)
          if (status === 'published') expect(createdAt).not.toBeNull();
      },
    ),
    { numRuns: 150 },
  );
});

it.each([[{}], [{ 'a.txt': 'x' }]])(
  'is refused with what to do where there is no post: %j',
  async (files) => {
    await expect(bring(files)).rejects.toThrow(/There is no post in/);
    await expect(bring(files, { folder: '/nowhere' })).rejects.toThrow(/There is no folder "\/nowhere"/);
  },
);
