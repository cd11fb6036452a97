import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { createReport } from '../../../src/plugins/content-delivery/server/src/migration/report';
import {
  createTableIncoming,
  type TableOptions,
} from '../../../src/plugins/content-delivery/server/src/migration/table';
import type { IncomingPost } from '../../../src/plugins/content-delivery/server/src/migration/incoming';
import { zipOf } from '../../support/zip';
import { MigrationProblem } from '../../../src/plugins/content-delivery/server/src/migration/writer';
import { temporaryFolder } from '../../support/temporary-folder';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const home = temporaryFolder();

let files = 0;
const bring = async (text: string | Buffer, options: Partial<TableOptions> = {}) => {
  const report = createReport();
  const file = path.join(home, `posts-${(files += 1)}`);
  await writeFile(file, text);
  const incoming = await createTableIncoming(
    {
      file,
      read: {},
      address: new URL('https://quayside.example.com'),
      map: new Map(),
      empty: new Map(),
      syntax: 'html',
      otherCategories: 'drop',
      authors: false,
      linksTo: null,
      linkedFiles: false,
      ...options,
    },
    report,
    NOW,
  );
  const posts: IncomingPost[] = [];
  for await (const post of incoming.posts()) posts.push(post);
  return {
    posts,
    count: incoming.count,
    terms: incoming.terms().map(({ kind, name }) => `${kind} ${name}`),
    authors: incoming.authors().map(({ name }) => name),
    lines: report.report.lines.map(({ loss, where, what }) => `${loss} [${where}] ${what}`),
  };
};

describe('what becomes of a table', () => {
  it('is a post for each row, of columns as they are often called', async () => {
    const { posts, terms, authors, lines } = await bring(
      [
        'ID;Title;Slug;Body;Publish Date;Updated at;Category;Tags;Author;Image;Image alt;Meta description;SEO title;Lang',
        '7;True a wheel;true-a-wheel;"<p>One;',
        '""two""</p>";2024-03-09T17:20:00.123Z;2024-04-01;Guides;"Wheels, Tools";Harbour desk;/a.png;A wheel;All about it;Wheels;de-CH',
      ].join('\r\n'),
      { authors: true },
    );
    expect(lines).toEqual([]);
    expect(terms).toEqual(['category Guides', 'tag Wheels', 'tag Tools']);
    expect(authors).toEqual(['Harbour desk']);
    expect(posts).toMatchObject([
      {
        sourceId: 'row 7',
        title: 'True a wheel',
        slug: 'true-a-wheel',
        status: 'published',
        content: '<p>One;\r\n"two"</p>',
        category: 'Guides',
        tags: ['Wheels', 'Tools'],
        author: 'author Harbour desk',
        featuredImage: { url: '/a.png', alternativeText: 'A wheel' },
        metaTitle: 'Wheels',
        metaDescription: 'All about it',
        language: 'de-CH',
        createdAt: new Date('2024-03-09T17:20:00.123Z'),
        updatedAt: new Date('2024-04-01T00:00:00.000Z'),
        scheduleDate: null,
      },
    ]);
  });

  it('is the same of JSON, whose lists are lists, an array or an object a line', async () => {
    const entries = [
      { title: 'One', date: '2024-01-01', html: '<p>1</p>', tags: ['a, b', 'c'] },
      { title: 'Two', date: '2024-01-02', html: '<p>2</p>', tags: [] },
    ];
    const array = await bring(JSON.stringify(entries));
    expect(array.posts.map(({ slug, tags }) => [slug, tags])).toEqual([
      ['one', ['a, b', 'c']],
      ['two', []],
    ]);
    expect((await bring(entries.map((entry) => JSON.stringify(entry)).join('\n'))).posts).toEqual(
      array.posts,
    );
  });

  it('is read as pages are: long numbers, one object around all, a header that comes again', async () => {
    const { posts, lines } = await bring(
      '{"data":[{"id":1610521604143693812,"title":"One","date":"2024-03-09"},{"id":1610521604143693813,"title":"Two","date":"2024-03-09"}]}',
    );
    expect(posts.map(({ sourceId }) => sourceId)).toEqual([
      'row 1610521604143693812',
      'row 1610521604143693813',
    ]);
    expect(lines[0]).toBe('note [the file] The file is one object; its rows are those of "data".');

    const again = await bring('|title|date\n0|One|2024-03-09\n|title|date\n', { read: { delimiter: '|' } });
    expect(again.posts).toHaveLength(1);
    expect(again.lines).toContain(
      'left-out [line 3] It has the names of the columns once more, and becomes no post.',
    );
    await expect(bring('title, date;text\nOne, 2024-03-09;x\n')).rejects.toThrow(
      /separated by a comma or by a semicolon.*--delimiter "," or --delimiter ";"/,
    );
  });

  it('takes columns for what the operator says', async () => {
    const { posts, lines } = await bring('Headline,Copy,Notes,When\nA,# B,secret,2024-01-01\n', {
      syntax: 'markdown',
      map: new Map([
        ['Headline', 'title'],
        ['Copy', 'content'],
        ['When', 'date'],
        ['Notes', ''],
      ]),
    });
    expect(posts).toMatchObject([{ title: 'A', content: '<h1 id="b">B</h1>\n', status: 'published' }]);
    expect(lines).toEqual([]);
  });

  it('names what it does not know, and what is missing', async () => {
    const { posts, lines } = await bring('title,rating\nA,5\n');
    expect(posts).toMatchObject([{ status: 'draft', createdAt: null }]);
    expect(lines).toEqual([
      expect.stringMatching(/altered \["A" \(line 2\)\] It has no date/),
      expect.stringMatching(/altered .* It has no text/),
      expect.stringMatching(/left-out .* Columns were not brought in.*: rating\./),
    ]);
  });

  it.each([
    ['status', 'draft', 'draft'],
    ['status', 'private', 'draft'],
    ['status', 'publish', 'published'],
    ['draft', 'true', 'draft'],
    ['draft', 'false', 'published'],
    ['visibility', 'members', 'draft'],
  ])('shows readers only what they saw: %s %s', async (column, value, status) => {
    const { posts } = await bring(`title,date,content,${column}\nA,2024-01-01,x,${value}\n`);
    expect(posts).toMatchObject([{ status }]);
  });

  it.each([
    ['an empty column of publication', 'title,content,published,created_at\nA,x,,2024-01-01\n'],
    ['an empty date of publication', 'title,content,published_at,created_at\nA,x,,2024-01-01\n'],
    ['null for it', '[{"title":"A","content":"x","publishedAt":null,"createdAt":"2024-01-01"}]'],
    ['an empty status', 'title,content,date,status\nA,x,2024-01-01,\n'],
    [
      'a schedule that cannot be read',
      'title,content,created_at,status,publish_at\nA,x,2024-01-01,scheduled,12/31/2026 9h\n',
    ],
    ['is_published', 'title,content,date,is_published\nA,x,2024-01-01,false\n'],
    ['active', 'title,content,date,active\nA,x,2024-01-01,0\n'],
    ['deleted_at', 'title,content,date,deleted_at\nA,x,2024-01-01,2024-02-01\n'],
    ['a state', 'title,content,date,state\nA,x,2024-01-01,trash\n'],
  ])('is a draft where it has %s', async (_, text) => {
    expect((await bring(text)).posts).toMatchObject([{ status: 'draft', createdAt: null }]);
  });

  it.each([
    ['title,content,created_at,published_at\nA,x,2023-01-01,2024-02-01\n', '2024-02-01'],
    ['title,content,date,published\nA,x,2024-01-01,yes\n', '2024-01-01'],
    [
      '[{"title":"A","content":"x","_id":{"$oid":"65a"},"publishedAt":{"$date":"2024-01-01T00:00:00Z"}}]',
      '2024-01-01',
    ],
  ])('takes the date of publication: %s', async (text, date) => {
    const { posts } = await bring(text);
    expect(posts.map(({ status, createdAt }) => [status, createdAt?.toISOString().slice(0, 10)])).toEqual([
      ['published', date],
    ]);
  });

  it('takes a column that the operator names before others that mean the same', async () => {
    const text = 'text,title,status,real,long,date\nteaser,A,published,draft,<p>all</p>,2024-01-01\n';
    const map = new Map([
      ['Real', 'status'],
      ['long', 'content'],
    ]);
    const { posts } = await bring(text, { map });
    expect(posts).toMatchObject([{ status: 'draft', content: '<p>all</p>' }]);
    await expect(bring(text, { map: new Map([['Zustand', 'status']]) })).rejects.toThrow(
      '--map: the file has no column "Zustand".',
    );
  });

  it.each(['a; b', 'a | b', '["a", "b"]', 'a, b'])('has the tags of %s', async (tags) => {
    const { posts } = await bring(`title,tags\nA,"${tags.replaceAll('"', '""')}"\n`);
    expect(posts[0]?.tags).toEqual(['a', 'b']);
  });

  it('takes no post for the home page, and knows both of a host', async () => {
    const { posts } = await bring(
      'title,url,content,date\nA,https://quayside.example.com/?p=1,"<a href=""/"">home</a>",2024-01-01\nB,https://www.quayside.example.com/b,x,2024-01-01\n',
      { linksTo: '/blog/' },
    );
    expect(posts.map(({ content, oldAddress }) => [content, oldAddress])).toEqual([
      ['<a href="/">home</a>', undefined],
      ['x', '/b'],
    ]);
  });

  it('keeps what is to appear scheduled', async () => {
    const { posts } = await bring(
      'title,date,content,status,schedule date\nA,2031-01-01,x,future,\nB,2024-01-01,x,published,2031-02-01\n',
    );
    expect(posts.map(({ status, scheduleDate }) => [status, scheduleDate?.toISOString()])).toEqual([
      ['published', '2031-01-01T00:00:00.000Z'],
      ['published', '2031-02-01T00:00:00.000Z'],
    ]);
  });

  it('gives each row its own slug, those that readers know first', async () => {
    const { posts, lines } = await bring(
      'id,title,slug,date,content,status\n1,A,x y,2024-01-01,a,draft\n2,B,x-y,2024-01-01,b,published\n2,C,c,2024-01-01,c,\n,,,2024-01-01,d,\n',
    );
    expect(posts.map(({ slug }) => slug)).toEqual(['x-y-2', 'x-y']);
    expect(lines).toEqual([
      expect.stringMatching(/left-out \[line 4\] The file has "2" twice/),
      expect.stringMatching(/left-out \[line 5\] It has no title, no slug and no id/),
      expect.stringMatching(/altered \["A" \(line 2\)\] Its slug "x y" does not work here/),
    ]);
  });

  it('leads links to where posts are now', async () => {
    const text =
      'title,url,date,content\nA,https://quayside.example.com/2024/a/,2024-01-01,x\nB,/2024/b,2024-01-01,"<a href=""/2024/a#x"">a</a>"\n';
    const { posts } = await bring(text, { linksTo: '/blog/' });
    expect(posts.map(({ content, oldAddress }) => [content, oldAddress])).toEqual([
      ['x', '/2024/a/'],
      ['<a href="/blog/a#x">a</a>', '/2024/b'],
    ]);
  });

  it.each([
    ['', 'The file is empty'],
    [Buffer.from('caf\xe9', 'latin1'), 'not UTF-8'],
    ['[{"title": "A"}', 'ends before its JSON array'],
    ['[{"title": "A",}]', 'not right as JSON'],
  ])('refuses %j', async (text, message) => {
    await expect(bring(text)).rejects.toThrow(MigrationProblem);
    await expect(bring(text)).rejects.toThrow(message);
  });

  it('names cells that mean nothing, a line a column, and takes them for empty ones where that is asked for', async () => {
    const csv =
      'title,text,date,category,note\nOne,x,2024-03-09,N/A,N/A\nTwo,x,2024-03-09,NULL,\nThree,x,2024-03-09,NA,\n';
    const { terms, lines } = await bring(csv);
    expect(terms).toEqual(['category N/A', 'category NULL', 'category NA']);
    expect(lines.filter((line) => line.includes('as people and programs write'))).toEqual([
      expect.stringMatching(/^note \[the column "category"\] Cells read "N\/A", "NULL"/),
    ]);
    const empty = await bring(csv, { empty: new Map([['Category', ['N/A', 'NULL']]]) });
    expect(empty.terms).toEqual(['category NA']);
    expect(empty.lines.join('\n')).not.toContain('as people and programs write');
    await expect(bring(csv, { empty: new Map([['topic', ['x']]]) })).rejects.toThrow(
      '--empty: the file has no column "topic".',
    );
  });

  it.each([
    ['draft', 'Nein', 'published'],
    ['draft', 'FALSCH', 'published'],
    ['draft', 'Ja', 'draft'],
    ['deleted_at', '\\N', 'published'],
    ['published', 'WAHR', 'published'],
    ['published', 'Nein', 'draft'],
    ['password', '0000', 'draft'],
    ['is_premium', 'true', 'draft'],
    ['audience', 'only_paid', 'draft'],
    ['audience', 'everyone', 'published'],
  ])('knows by %s "%s" whether readers see it', async (column, value, status) => {
    const { posts } = await bring(`title,text,date,${column}\nOne,x,2024-03-09,${value}\n`);
    expect(posts[0]?.status).toBe(status);
  });

  it.each(['/b/amp/', 'https://www.quayside.example.com/b/', '../b/'])(
    'knows a post by a link to %s',
    async (href) => {
      const csv = `title,text,date,url\nA,"<a href=""${href}"">x</a>",2024-03-09,/a/\nB,x,2024-03-09,/b/\n`;
      expect((await bring(csv, { linksTo: '/blog/' })).posts[0]?.content).toBe('<a href="/blog/b">x</a>');
    },
  );

  it('makes no post of the names of the columns', async () => {
    const { posts, lines } = await bring(
      '[{"title":"Title","text":"text"},{"title":"A","text":"x","date":"2024-03-09"}]',
    );
    expect(posts).toHaveLength(1);
    expect(lines.join('\n')).toContain('[line 1] It has the names of the columns once more');
  });

  it('says that a title is no text', async () => {
    const { lines } = await bring('[{"slug":"a","title":{"rendered":"A"},"text":"x","date":"2024-03-09"}]');
    expect(lines.join('\n')).toMatch(/Columns were not brought in, .*: title\./);
  });

  it('is read packed as well, of an archive with one table', async () => {
    const text = 'title,date,text\nOne,2024-03-09,x\n';
    for (const packed of [gzipSync(text), zipOf({ 'a/posts.CSV': text, 'readme.md': 'x' })]) {
      expect((await bring(packed)).posts).toHaveLength(1);
    }
    await expect(bring(zipOf({ 'a.csv': text, 'b.csv': text }))).rejects.toThrow(/several tables/);
    await expect(bring(zipOf({ 'xl/workbook.xml': '<x/>' }))).rejects.toThrow(
      /A workbook of Excel .* CSV UTF-8/,
    );
    await expect(bring(gzipSync(text).subarray(0, 20))).rejects.toThrow(/damaged or cut off/);
  });

  it('is no archive because its first column is called PK', async () => {
    const { posts } = await bring('PK,title,date,text\n7,One,2024-03-09,x\n');
    expect(posts.map(({ title }) => title)).toEqual(['One']);
  });

  it('loses no row and no text, whatever they hold', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replaceAll('\0', '').trim());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), async (rows) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const csv = rows.map(
          ([title, text], n) => `${n},${quoted(`t${title}`)},${quoted(`x${text}`)},2024-01-01`,
        );
        const { posts } = await bring(`id,title,content,date\n${csv.join('\n')}\n`);
        expect(posts.map(({ title, content }) => [title, content])).toEqual(
          rows.map(([title, text]) => [`t${title}`, `x${text}`]),
        );
      }),
      { numRuns: 25 },
    );
  });
});
