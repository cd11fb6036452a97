import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  partsOf,
  readExport,
  type ExportEntry,
  type Item,
  type Mistake,
} from '../../../../src/plugins/content-delivery/server/src/migration/wordpress/file';
import { surveyExport } from '../../../../src/plugins/content-delivery/server/src/migration/wordpress';
import { categoryOf, cdata, exportOf, itemOf, tagOf } from '../../../fixtures/wordpress';
import { costOf } from '../../../support/cpu-time';
import { temporaryFolder } from '../../../support/temporary-folder';
import { zipOf } from '../../../support/zip';
import { inPieces } from '../../../support/pieces';
import { problemOf } from '../../../support/refusals';

const read = async (text: string | Uint8Array, size?: number) => {
  const entries: ExportEntry[] = [];
  const mistakes: Mistake[] = [];
  const part = { name: 'export.xml', bytes: () => inPieces(text, size) };
  for await (const entry of readExport([part], (mistake) => mistakes.push(mistake))) {
    entries.push(entry);
  }
  const items = entries.filter((entry): entry is Item => entry.kind === 'item');
  return { entries, items, mistakes };
};
const withItem = (content: string): string => exportOf({ parts: [itemOf({ id: 7, title: 'A', content })] });

describe('an export of WordPress', () => {
  it('is read entry by entry, with all that an item has', async () => {
    const { entries, mistakes } = await read(
      exportOf({
        parts: [
          categoryOf(3, 'wheels', 'Wheels &amp; tyres', 'bikes'),
          tagOf(4, 'rain', 'Rain'),
          '<wp:term><wp:term_id>5</wp:term_id><wp:term_taxonomy>post_tag</wp:term_taxonomy><wp:term_slug>snow</wp:term_slug><wp:term_parent></wp:term_parent><wp:term_name>Snow</wp:term_name></wp:term>',
          itemOf({
            id: 12,
            title: 'True a wheel',
            slug: 'true-a-wheel',
            content: 'One ]]> two',
            excerpt: 'Short',
            password: 'p',
            sticky: true,
            parent: 3,
            terms: [
              ['category', 'wheels', 'Wheels &amp; tyres'],
              ['post_tag', 'rain', 'Rain'],
            ],
            meta: { _thumbnail_id: '9', _yoast_wpseo_title: '%%title%%' },
            comments: 2,
          }),
          itemOf({
            id: 9,
            title: 'wheel.jpg',
            type: 'attachment',
            url: 'https://quayside.example.com/w.jpg',
          }),
        ],
      }),
    );
    expect(mistakes).toEqual([]);
    expect(entries.map(({ kind }) => kind)).toEqual([
      'site',
      'author',
      'term',
      'term',
      'term',
      'item',
      'item',
    ]);
    expect(entries[1]).toEqual({ kind: 'author', login: 'workshop', displayName: '' });
    expect(entries[0]).toEqual({
      kind: 'site',
      title: 'Quayside Cycle Works',
      link: 'https://quayside.example.com',
      description: 'Repairs &amp; advice',
      blogUrl: 'https://quayside.example.com',
    });
    expect(entries.slice(2, 5)).toEqual([
      {
        kind: 'term',
        id: '3',
        taxonomy: 'category',
        nicename: 'wheels',
        name: 'Wheels &amp; tyres',
        parent: 'bikes',
        description: '',
      },
      {
        kind: 'term',
        id: '4',
        taxonomy: 'post_tag',
        nicename: 'rain',
        name: 'Rain',
        parent: '',
        description: '',
      },
      {
        kind: 'term',
        id: '5',
        taxonomy: 'post_tag',
        nicename: 'snow',
        name: 'Snow',
        parent: '',
        description: '',
      },
    ]);
    expect(entries[5]).toMatchObject({
      position: 1,
      id: '12',
      type: 'post',
      status: 'publish',
      title: 'True a wheel',
      link: 'https://quayside.example.com/true-a-wheel/',
      slug: 'true-a-wheel',
      content: 'One ]]> two',
      excerpt: 'Short',
      author: 'workshop',
      dateGmt: '2024-03-09 17:20:00',
      password: 'p',
      isSticky: true,
      parent: '3',
      terms: [
        { taxonomy: 'category', nicename: 'wheels', name: 'Wheels &amp; tyres' },
        { taxonomy: 'post_tag', nicename: 'rain', name: 'Rain' },
      ],
      comments: 2,
    });
    expect([...(entries[5] as Item).meta]).toEqual([
      ['_thumbnail_id', '9'],
      ['_yoast_wpseo_title', '%%title%%'],
    ]);
    expect(entries[6]).toMatchObject({ position: 2, attachmentUrl: 'https://quayside.example.com/w.jpg' });
  });

  it('gives texts as they were, wherever the file is cut into pieces', async () => {
    const part = fc.constantFrom(
      ']]>',
      ']',
      '>',
      '<',
      '&',
      '&amp;',
      '\n',
      ' ',
      'é',
      '自',
      '🚲',
      '<p>',
      'a',
      '\t',
    );
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        fc.boolean(),
        async (posts, size, hasMark) => {
          const parts = posts.map(([title, content], id) => itemOf({ id, title, content, excerpt: content }));
          const { items, mistakes } = await read(`${hasMark ? '\ufeff' : ''}${exportOf({ parts })}`, size);
          expect(items.map(({ title, content }) => [title, content])).toEqual(
            posts.map(([title, content]) => [title.trim(), content]),
          );
          expect(mistakes).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('may have white space in front, and the format of ten years ago', async () => {
    const { items } = await read(
      `\n\n  ${exportOf({ version: '1.1', parts: [itemOf({ id: 1, title: 'A' })] })}`,
    );
    expect(items).toMatchObject([{ id: '1', line: 23 }]);
    expect((await read(exportOf({ version: '1.0' }))).entries).toHaveLength(2);
  });

  it('may lack numbers of items', async () => {
    const item = itemOf({ id: 5, title: 'A', slug: 'a' });
    const text = exportOf({ parts: [item.replace('<wp:post_id>5</wp:post_id>', '')] });
    expect((await read(text)).items).toMatchObject([{ id: 'https://quayside.example.com/a/' }]);
  });

  it('may have elements of any name', async () => {
    const part = '<constructor><name>x</name></constructor>';
    const item = itemOf({ id: 5, title: 'A' }).replace('<title>', `${part}<title>`);
    const { entries, items } = await read(exportOf({ parts: [part, item] }));
    expect(entries.map(({ kind }) => kind)).toEqual(['site', 'author', 'item']);
    const [plain] = (await read(exportOf({ parts: [itemOf({ id: 5, title: 'A' })] }))).items;
    expect(items.map(Object.keys)).toEqual([Object.keys(plain ?? {})]);
  });

  it('loses characters that XML does not allow, and says where', async () => {
    const text = withItem('one\n\u0010two\u0000\u001bthree\n\uffffend');
    for (const size of [1, 7, 65_536]) {
      const { items, mistakes } = await read(text, size);
      expect(items[0]?.content).toBe('one\ntwothree\nend');
      const first = text.slice(0, text.indexOf('\u0010')).split('\n').length;
      expect([...new Set(mistakes.map(({ line }) => line))]).toEqual([first, first + 1]);
      expect(mistakes.map(({ what }) => what).join(' ')).toMatch(/U\+0010.*U\+0000.*U\+001B.*U\+FFFF/);
    }
  });

  it('takes time in proportion to its length when all of it is such characters', async () => {
    const cost = await costOf(async () => {
      const { mistakes } = await read(withItem('\u0001'.repeat(200_000)), 10_000_000);
      expect(mistakes).toMatchObject([
        { what: expect.stringMatching(/: (U\+0001, ){4}U\+0001\.$/) as string },
      ]);
    });
    expect(cost).toBeLessThan(100);
  });

  it('keeps entities that XML does not know as they are written, and says where', async () => {
    const text = withItem('').replace('<title><![CDATA[A]]>', '<title>A &nbsp; B &#x10; C &amp; D');
    const { items, mistakes } = await read(text);
    expect(items[0]?.title).toBe('A &nbsp; B &#x10; C & D');
    expect(mistakes).toHaveLength(2);
  });
});

describe('signs that other programs forget to write as entities', () => {
  it.each([1, 2, 7, 65_536])('are read as what they are, in pieces of %p', async (size) => {
    const text = withItem('a & b &nbsp; &amp; ]] c; & d')
      .replace('<title><![CDATA[A]]>', '<title>Tom & Jerry & AT&T; &lt;b&gt; &#38; &eacute;')
      .replace('</link>', '?a=1&b=2&amp;c</link>');
    const { items, entries, mistakes } = await read(text, size);
    expect(items[0]).toMatchObject({
      title: 'Tom & Jerry & AT&T; &lt;b&gt; & &eacute;',
      content: 'a & b &nbsp; &amp; ]] c; & d',
    });
    expect(entries[0]).toMatchObject({ link: 'https://quayside.example.com?a=1&b=2&c' });
    const line = text.slice(0, text.indexOf('Tom &')).split('\n').length;
    expect(mistakes.filter(({ what }) => what.startsWith('A & ')).map((one) => one.line)).toEqual([
      text.slice(0, text.indexOf('?a=1')).split('\n').length,
      line,
      line,
    ]);
  });
});

describe('HTML without a CDATA section', () => {
  const itemWith = async (element: string) => {
    const text = withItem('').replace(/<(title|content:encoded)><!\[CDATA\[[^]*?<\/\1>/g, (all) =>
      all.startsWith(element.split('>')[0] ?? '') ? element : all,
    );
    return (await read(text, 5)).items[0];
  };

  it.each([
    [
      '<p>Tom &amp; <em class="a&amp;b">Ada</em></p><br/>x',
      '<p>Tom &amp; <em class="a&amp;b">Ada</em></p><br>x',
    ],
    ['<p>a &lt; b</p>\n<![CDATA[<i>c</i>]]>', '<p>a &lt; b</p>\n<i>c</i>'],
    ['&lt;p&gt;a&lt;/p&gt;', '<p>a</p>'],
  ])('is the text of an item: %j', async (written, content) => {
    expect(await itemWith(`<content:encoded>${written}</content:encoded>`)).toMatchObject({ content });
  });

  it.each([
    ['<b>Bold</b> title', '<b>Bold</b> title'],
    ['A<br/>B &lt;canvas&gt;', 'A<br>B &lt;canvas&gt;'],
    ['Caf&eacute; &lt;canvas&gt;', 'Caf&eacute; &lt;canvas&gt;'],
    ['<![CDATA[<i>A</i>]]> &lt;b&gt;', '<i>A</i> &lt;b&gt;'],
  ])('is its title: %j', async (written, title) => {
    expect(await itemWith(`<title>${written}</title>`)).toMatchObject({ title });
  });

  it('does not make the item another one than it was before it was read', async () => {
    const inside = await itemWith('<title><b>A</b> B</title>');
    expect(inside?.digest).toBe((await itemWith('<title> B</title>'))?.digest);
  });
});

describe('a file that is no export', () => {
  it.each([
    ['a ZIP file', Buffer.from('PK\u0003\u0004rest'), /ZIP file.*Unpack/],
    ['nothing', '', /empty/],
    ['white space', ' \n ', /empty/],
    ['JSON', '{"posts": []}', /begins with "\{"posts": \[\]\}" instead of XML.*Tools → Export/],
    ['an SQL dump', '-- MySQL dump', /begins with "-- MySQL dump"/],
    [
      'a login page',
      '<!DOCTYPE html>\n<html lang="en"><head><title>Log In</title></head></html>',
      /web page \(HTML\)/,
    ],
    ['a page without a document type', '<html><body>Log in<br></body></html>', /web page \(HTML\)/],
    ['an Atom feed', '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>', /Atom feed/],
    ['a sitemap', '<?xml version="1.0"?><urlset></urlset>', /sitemap/],
    ['other XML', '<?xml version="1.0"?><note/>', /begins with <note>/],
    ['XML with a name that objects know', '<constructor/>', /begins with <constructor>/],
    ['a message of PHP', '<br />\n<b>Warning</b>: headers', /message of PHP/],
    [
      'an RSS feed',
      '<?xml version="1.0"?><rss version="2.0"><channel><title>A</title><item><title>B</title></item></channel></rss>',
      /RSS feed.*not an export/,
    ],
    ['an empty RSS feed', '<rss version="2.0"><channel><title>A</title></channel></rss>', /RSS feed/],
    ['another format', exportOf({ version: '2.0', parts: [itemOf({ id: 1, title: 'A' })] }), /WXR 2\.0/],
    [
      'Latin letters of Windows',
      Buffer.from(withItem('\u00fcber'), 'latin1'),
      /not UTF-8: near line \d+.*iconv/,
    ],
    [
      'an encoding that nobody knows',
      exportOf().replace('UTF-8', 'x-klingon'),
      /its encoding is x-klingon, which cannot be read/,
    ],
    [
      'bytes that are none of its encoding',
      Buffer.concat([Buffer.from(exportOf().replace('UTF-8', 'EUC-JP')), Buffer.from([0xff, 0xff])]),
      /its encoding is euc-jp, and has bytes that mean nothing there/,
    ],
    [
      'letters of UTF-8 in a file that says something else',
      withItem('\u00fcber').replace('UTF-8', 'ISO-8859-1'),
      /its encoding is iso-8859-1, and its letters are written as UTF-8 has them\. Write encoding="UTF-8"/,
    ],
    ['two roots', `${exportOf()}<rss/>`, /damaged|no XML/],
    ['text behind the end', `${exportOf()}text`, /no XML|damaged/],
  ])('is refused with what to do: %s', async (_, file, message) => {
    expect(await problemOf(read(file))).toMatch(message);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a mark', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16, the other way round', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['ISO-8859-1', (text) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['Windows-1252', (text) => Buffer.from(text.replace('"UTF-8"', "'windows-1252'"), 'latin1')],
    ['UTF-8 by the name that databases have for it', (text) => Buffer.from(text.replace('UTF-8', 'utf8mb4'))],
    // Its first line could not be read if it were.
    ['UTF-8 that says UTF-16', (text) => Buffer.from(text.replace('UTF-8', 'UTF-16'))],
    [
      'UTF-8 with a mark, whatever it says',
      (text) => Buffer.from(`\ufeff${text.replace('UTF-8', 'ISO-8859-1')}`),
    ],
  ])('is read in the encoding that it says: %s', async (_name, encoded) => {
    const bytes = encoded(withItem('\u00fcber \u00e9'));
    for (const size of [7, 65_536]) {
      const { items, mistakes } = await read(bytes, size);
      expect(items.map(({ content }) => content)).toEqual(['\u00fcber \u00e9']);
      expect(mistakes).toEqual([]);
    }
  });

  describe('in pieces and packed', () => {
    const folder = temporaryFolder();
    const stored = async (name: string, bytes: string | Uint8Array): Promise<string> => {
      await writeFile(path.join(folder, name), bytes);
      return path.join(folder, name);
    };
    const partOf = (id: number) =>
      exportOf({ parts: [itemOf({ id, title: `Item ${id}`, slug: `item-${id}` })] });
    const idsIn = async (...files: string[]): Promise<string[]> => {
      const parts = await partsOf(files);
      const ids: string[] = [];
      for await (const entry of readExport(parts, () => undefined)) {
        if (entry.kind === 'item') ids.push(entry.id);
      }
      return ids;
    };

    it('is one export of several files, of gzip and of each XML file of an archive', async () => {
      const plain = await stored('a.xml', partOf(1));
      const packed = await stored('b.xml.gz', gzipSync(partOf(2)));
      const archive = await stored(
        'c.zip',
        zipOf({
          'site/1.xml': partOf(3),
          'site/2.XML': partOf(4),
          '__MACOSX/site/._1.xml': 'x',
          'readme.txt': 'x',
          '../../etc/passwd.xml': partOf(5),
        }),
      );
      expect(await idsIn(plain, packed)).toEqual(['1', '2']);
      // A name that leads out of the archive is refused with it, though nothing is written anywhere.
      await expect(idsIn(archive)).rejects.toThrow(/damaged/);
      const good = await stored('d.zip', zipOf({ 'site/1.xml': partOf(3), 'site/2.XML': partOf(4) }));
      expect(await idsIn(good, plain)).toEqual(['3', '4', '1']);
    });

    it('is surveyed as one: what a post names may be in another file', async () => {
      const post = itemOf({ id: 1, title: 'A', slug: 'a', meta: { _thumbnail_id: '9' } });
      const url = 'https://quayside.example.com/w.jpg';
      const image = itemOf({ id: 9, title: 'w', type: 'attachment', status: 'inherit', url });
      const files = [
        await stored('1.xml', exportOf({ parts: [post] })),
        await stored('2.xml', exportOf({ parts: [image] })),
      ];
      for (const order of [files, [...files].reverse()]) {
        const survey = await surveyExport(await partsOf(order), new Set(['post']));
        expect(survey.attachment('9')?.url).toBe(url);
        expect([...survey.slugs.values()]).toEqual(['a']);
      }
      const other = await stored('3.xml', exportOf({ link: 'https://other.example.com' }));
      const both = await partsOf([files[0] as string, other]);
      await expect(surveyExport(both, new Set(['post']))).rejects.toThrow(/of two websites/);
    });

    it.each<[string, string, () => string | Uint8Array, RegExp]>([
      ['an archive without an export', 'a.zip', () => zipOf({ 'a.txt': 'x' }), /no file of this kind: \.xml/],
      ['one with a password', 'a.zip', () => zipOf({ 'a.xml': partOf(1) }, 1), /has a password/],
      [
        'one that is cut off',
        'a.zip',
        () => zipOf({ 'a.xml': partOf(1) }).subarray(0, 300),
        /damaged or cut off/,
      ],
      ['gzip that is cut off', 'a.gz', () => gzipSync(partOf(1)).subarray(0, 200), /damaged or cut off/],
      ['gzip of no export', 'a.gz', () => gzipSync('hello'), /not an export/],
      [
        'a bomb',
        'a.gz',
        () => gzipSync(`${partOf(1).split('<item>')[0]}<item><title>${' '.repeat(80 * 1024 * 1024)}`),
        /Nothing ends in 64 MB/,
      ],
    ])('is refused with what to do: %s', async (_what, name, bytes, message) => {
      const file = await stored(name, bytes());
      await expect(idsIn(file)).rejects.toThrow(message);
    });

    it('says in which file something is wrong, where there are several', async () => {
      const files = [await stored('a.xml', partOf(1)), await stored('b.xml', '<html>')];
      await expect(idsIn(...files)).rejects.toThrow(/^b\.xml: This is a web page/);
      await expect(idsIn(path.join(folder, 'none.xml'))).rejects.toThrow(/There is no file/);
    });
  });

  it('is refused with the item behind which it is cut off', async () => {
    const text = exportOf({
      parts: [itemOf({ id: 1, title: 'First' }), itemOf({ id: 2, title: 'Second', content: 'long 自 text' })],
    });
    expect(await problemOf(read(text.slice(0, text.indexOf('long'))))).toMatch(
      /cut off: it ends in line \d+, within item 2, which begins in line \d+, after item 1, "First"/,
    );
    expect(await problemOf(read(text.slice(0, text.indexOf('</channel>'))))).toMatch(
      /cut off.*after item 2, "Second"/,
    );
    expect(await problemOf(read(text.slice(0, text.indexOf('<item>'))))).toMatch(
      /cut off.*before the first item/,
    );
    const bytes = Buffer.from(text);
    expect(await problemOf(read(bytes.subarray(0, bytes.indexOf('自') + 1)))).toMatch(/cut off.*Download/);
    for (let end = 40; end < text.length - 3; end += 97) {
      expect(await problemOf(read(text.slice(0, end)))).toMatch(/cut off|RSS feed/);
    }
  });

  it('is refused where it is damaged', async () => {
    const text = exportOf({
      parts: [
        itemOf({ id: 1, title: 'First' }),
        itemOf({ id: 2, title: 'B' }).replace('</content:encoded>', ''),
      ],
    });
    expect(await problemOf(read(text))).toMatch(/damaged in line \d+, within item 2.*after item 1, "First"/);
  });

  it('has no document type, so no entities that grow or reach out', async () => {
    const laughs = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
    const text = withItem('').replace('<rss', `${laughs}<rss`).replace(cdata('A'), '&b;&c;');
    expect(await problemOf(read(text))).toMatch(/document type.*line \d/);
  });
});

describe('a long export', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const held = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  /** 80 MB, in pieces as files are read. */
  async function* longExport(): AsyncGenerator<Uint8Array> {
    const [head = '', tail = ''] = exportOf({ parts: ['<!-- here -->'] }).split('<!-- here -->');
    yield Buffer.from(head);
    for (let id = 1; id <= 800; id += 1) {
      const url = `https://quayside.example.com/wp-content/uploads/${id}.jpg`;
      const item = itemOf({ id, url, title: 'A', type: 'attachment', content: 'x'.repeat(100_000) });
      yield* inPieces(Buffer.from(item), 65_536);
    }
    yield Buffer.from(tail);
  }

  it('is never held as a whole', async () => {
    const before = held();
    let items = 0;
    for await (const entry of readExport([{ name: 'export.xml', bytes: longExport }], () => undefined)) {
      if (entry.kind === 'item') items += 1;
      if (items % 200 === 0) expect(held() - before).toBeLessThan(10);
    }
    expect(items).toBe(800);
  });

  it('is not held by what is remembered of it', async () => {
    const before = held();
    const survey = await surveyExport([{ name: 'export.xml', bytes: longExport }], new Set(['post']));
    expect(held() - before).toBeLessThan(10);
    expect(survey.attachment('800')?.url).toMatch(/800\.jpg$/);
  });
});

describe('the source of an export', () => {
  it.each(['utf-8', 'iso-8859-1'])('is closed where its reading ends early, in %s', async (encoding) => {
    let isClosed = false;
    async function* bytes(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><html>`.padEnd(2_000));
        yield Buffer.from('more');
      } finally {
        isClosed = true;
      }
    }
    const reading = async (): Promise<void> => {
      for await (const entry of readExport([{ name: 'x', bytes }], () => undefined)) void entry;
    };
    await expect(reading()).rejects.toThrow(/web page/);
    expect(isClosed).toBe(true);
  });
});
