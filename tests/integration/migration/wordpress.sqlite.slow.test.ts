import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { PostListItem } from '../../../src/plugins/content-delivery/contracts/delivery';
import type { Report } from '../../../src/plugins/content-delivery/server/src/migration';
import { UID, unique } from '../../fixtures/content';
import { cdata, exportOf, itemOf } from '../../fixtures/wordpress';
import { apiKeysOf } from '../../support/api-keys';
import { portOf } from '../../support/connections';
import { PIXEL } from '../../fixtures/pixel';
import { commandsOf } from '../../support/commands';
import { everythingAt, tablesOf } from '../../support/migration';
import { withServer } from '../../support/with-server';
import { temporaryFolder } from '../../support/temporary-folder';

const FIXTURES = path.resolve(__dirname, '..', '..', 'fixtures', 'wordpress');
const EXPORT = path.join(FIXTURES, 'quayside.xml');
const OLD = 'https://quayside.example.com';
const { server, content } = withServer();
const commands = commandsOf('import-wordpress');
const folder = temporaryFolder();
let here: string;

beforeAll(async () => {
  here = `http://127.0.0.1:${await portOf(server.strapi.server.httpServer)}`;
});

const tables = () => tablesOf(server.strapi);
const fileOf = async (text: string | Buffer): Promise<string> => {
  const file = path.join(folder, `${unique('export')}.xml`);
  await writeFile(file, text);
  return file;
};
const websiteNamed = async (name: string) => {
  const website: { documentId: string } = await server.strapi.db
    .query(UID.website)
    .findOne({ where: { name } });
  return { ...website, key: await apiKeysOf(server.strapi).reveal(website.documentId) };
};
const answersOf = async (name: string) => everythingAt(here, (await websiteNamed(name)).key);
const postsOf = async (name: string) =>
  JSON.parse((await answersOf(name))['/api/blog {}'] ?? '') as PostListItem[];
const contentAt = async (name: string, slug: string): Promise<string> => {
  const answer = JSON.parse((await answersOf(name))[`/api/blog ${JSON.stringify({ slug })}`] ?? '{}') as {
    content: string;
  };
  return answer.content;
};
const expectedText = (name: string) => readFile(path.join(FIXTURES, 'quayside', `${name}.html`), 'utf8');
const draftsOf = (name: string) =>
  server.strapi.db.query(UID.post).findMany({
    where: { website: { name }, publishedAt: null },
    select: ['title', 'slug', 'content', 'publishDate', 'scheduleDate'],
    orderBy: { title: 'asc' },
  }) as Promise<Record<string, unknown>[]>;

/** Live posts with texts worth comparing, and the files that have them. */
const TEXTS = [
  ['why-brakes-squeal', 'why-brakes-squeal'],
  ['how-long-does-a-chain-last', 'how-long-does-a-chain-last'],
  ['everything-at-once', 'everything-at-once'],
  ['自転車', 'chains-in-japanese'],
] as const;

describe('an export of WordPress', () => {
  const options = (...more: string[]) => [
    ...['--file', EXPORT, '--website', 'Quayside', '--images', 'leave', ...more],
  ];

  it('changes nothing in a dry run, and says what would happen', async () => {
    const before = await tables();
    const report = path.join(folder, 'dry.json');
    const { code, out, err } = await commands.execute(options('--dry-run', '--report', report));
    expect(code).toBe(1);
    expect(out).toMatch(/2 attachment, 9 post, 1 page, 1 wp_block, 1 nav_menu_item, 1 product/);
    expect(out).toContain('The website "Quayside" would be made.');
    expect(out).toMatch(/Posts: 7 made, 0 changed, 0 left as they are, 2 left out\./);
    expect(err).toMatch(/left out: post "Keys and codes" \(post 107\): It is private/);
    expect(`${out}${err}`).not.toContain('peloton');
    const written = JSON.parse(await readFile(report, 'utf8')) as Report;
    expect(written.counts.post.made).toBe(7);
    // Of what was published: the front end is to redirect it.
    expect(written.oldAddresses).toEqual([
      { from: '/2023/04/how-long-does-a-chain-last/', slug: 'how-long-does-a-chain-last' },
      { from: '/2023/05/why-brakes-squeal/', slug: 'why-brakes-squeal' },
      { from: '/%e8%87%aa%e8%bb%a2%e8%bb%8a/', slug: '自転車' },
      { from: '/everything-at-once/', slug: 'everything-at-once' },
    ]);
    expect(out).toMatch(/post \/2023\/04\/how-long.*another address now.*oldAddresses/);
    expect(await tables()).toEqual(before);
  });

  it('becomes a website whose front end gets what WordPress showed', async () => {
    const report = path.join(folder, 'report.json');
    const { code } = await commands.execute(options('--report', report, '--url', 'https://new.example.com'));
    expect(code).toBe(1);
    const uploads = `${OLD}/wp-content/uploads/2023/04`;
    expect(await postsOf('Quayside')).toEqual([
      {
        title: 'Winter opening hours',
        slug: 'winter-opening-hours',
        category: null,
        tags: [],
        featuredImage: null,
        metaTitle: 'Winter opening hours',
        metaDescription: '',
        createdAt: '2099-11-01T07:00:00.000Z',
        updatedAt: '2099-11-01T07:00:00.000Z',
        scheduleDate: '2099-11-01T07:00:00.000Z',
      },
      {
        title: 'Everything at once',
        slug: 'everything-at-once',
        category: null,
        tags: [],
        featuredImage: null,
        metaTitle: 'Everything at once',
        metaDescription: '',
        createdAt: '2023-07-01T12:00:00.000Z',
        updatedAt: '2023-07-01T12:00:00.000Z',
        scheduleDate: null,
      },
      {
        title: '自転車のチェーン – <入門>',
        slug: '自転車',
        category: 'Uncategorized',
        tags: [],
        featuredImage: null,
        metaTitle: '自転車のチェーン – <入門>',
        metaDescription: '',
        createdAt: '2023-06-01T00:00:00.000Z',
        updatedAt: '2023-06-01T00:00:00.000Z',
        scheduleDate: null,
      },
      {
        title: 'Why brakes squeal',
        slug: 'why-brakes-squeal',
        category: 'Maintenance',
        tags: [],
        featuredImage: `${uploads}/brake.png`,
        metaTitle: 'Why brakes squeal - Quayside Cycle Works',
        metaDescription: '',
        createdAt: '2023-05-20T06:00:00.000Z',
        updatedAt: '2023-05-20T06:00:00.000Z',
        scheduleDate: null,
      },
      {
        title: 'How long does a chain last?',
        slug: 'how-long-does-a-chain-last',
        category: 'Parts & tools',
        tags: ['Chains', 'Rain'],
        featuredImage: `${uploads}/gauge.png`,
        metaTitle: 'How long does a chain last? - Quayside Cycle Works',
        metaDescription: 'Measure your chain & save your cassette.',
        createdAt: '2023-04-12T08:30:00.000Z',
        updatedAt: '2024-01-05T10:00:00.000Z',
        scheduleDate: null,
      },
    ]);
    for (const [slug, file] of TEXTS) {
      expect(await contentAt('Quayside', slug)).toBe(await expectedText(file));
    }

    const answers = await answersOf('Quayside');
    const { categories, tags } = JSON.parse(answers['/api/taxonomies {}'] ?? '') as Record<
      'categories' | 'tags',
      { name: string }[]
    >;
    expect(categories.map(({ name }) => name)).toEqual(['Maintenance', 'Parts & tools', 'Uncategorized']);
    expect(tags.map(({ name }) => name)).toEqual(['Chains', 'Nobody uses it', 'Rain']);
    expect(answers['/api/pseo-pages {}']).toBe('[]');

    expect(await draftsOf('Quayside')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          title: 'Ideas for spring',
          slug: 'ideas-for-spring',
          content: '<p>Tubes?</p>\n<p>Tyres?</p>\n',
          publishDate: null,
        }),
        expect.objectContaining({
          title: 'Prices for clubs',
          slug: 'prices-for-clubs',
          publishDate: '2024-03-09T17:20:00.000Z',
        }),
      ]),
    );
    expect(await draftsOf('Quayside')).toHaveLength(7);

    const { counts, lines } = JSON.parse(await readFile(report, 'utf8')) as Report;
    expect(counts).toMatchObject({
      category: { made: 3, leftOut: 1 },
      tag: { made: 3 },
      post: { made: 7, updated: 0, unchanged: 0, leftOut: 2 },
    });
    expect(lines).toContainEqual({
      loss: 'altered',
      kind: 'post',
      where: '"Everything at once" (post 110)',
      what: 'The shortcode [contact-form-7] is filled by a plugin or a theme. It stays as text.',
      whatToDo: 'Write in its place what it showed.',
      count: 1,
    });
    const said = lines.map(({ loss, kind, what, count }) => `${loss} ${kind} ${count} ${what}`).join('\n');
    for (const words of [
      /left-out category 1 "maintenance" would have the same address/,
      /left-out post 1 It is private/,
      /left-out post 1 It is in the trash/,
      /altered post 1 It is protected by a password/,
      /altered post 1 .*%currentyear%/,
      /altered post 1 The block wp:latest-posts/,
      /altered post 1 .*www\.youtube\.com/,
      /left-out post 2 Comments/,
      /left-out website 1 Entries of the type "product"/,
      /altered website 1 .*U\+0007/,
      /note image 5 Images stay on quayside\.example\.com/,
    ]) {
      expect(said).toMatch(words);
    }
  });

  it('takes pages as posts, other categories as tags and excerpts as descriptions, and lets links lead to posts', async () => {
    const name = unique('options');
    const { code } = await commands.execute([
      ...['--file', EXPORT, '--website', name, '--images', 'leave', '--types', 'post,page'],
      ...['--other-categories', 'tags', '--excerpts-as-descriptions', '--links-to', '/journal'],
    ]);
    expect(code).toBe(1);
    const posts = await postsOf(name);
    expect(posts.map(({ slug }) => slug)).toContain('about');
    expect(posts.find(({ slug }) => slug === 'how-long-does-a-chain-last')).toMatchObject({
      tags: ['Chains', 'Rain', 'Maintenance'],
      metaDescription: 'Measure your chain & save your cassette.',
    });
    const text = await contentAt(name, 'how-long-does-a-chain-last');
    expect(text).toContain('<a href="/journal/why-brakes-squeal">why brakes squeal</a>');
    expect(text).toContain('<a href="/journal/about">about us</a>');
  });
});

describe('the images of an export', () => {
  let images: Server;
  let host: string;
  let asked: string[] = [];
  const missing = new Set<string>();

  beforeAll(async () => {
    images = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (missing.has(request.url ?? '')) response.writeHead(404).end();
      else response.writeHead(200, { 'Content-Type': 'image/png' }).end(PIXEL);
    });
    await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${await portOf(images)}`;
  });
  afterAll(() => new Promise((resolve) => images.close(resolve)));
  beforeEach(() => {
    asked = [];
    missing.clear();
  });
  const ours = async () => fileOf((await readFile(EXPORT, 'utf8')).replaceAll(OLD, `http://${host}`));

  it('are copied, featured ones and those in the content, each once, and tried again where that failed', async () => {
    const name = unique('images');
    missing.add('/wp-content/uploads/2023/04/brake.png');
    const file = await ours();
    const options = ['--file', file, '--website', name, '--image-host', host];
    const first = await commands.execute(options);
    expect(first.out).toMatch(/Images: 2 copied\./);
    expect(first.err).toMatch(/altered: image http:\/\/127\S+brake\.png: It was not copied.*404/);
    expect([...asked].sort()).toEqual([
      '/wp-content/uploads/2023/04/brake.png',
      '/wp-content/uploads/2023/04/gauge-300x200.png',
      '/wp-content/uploads/2023/04/gauge.png',
    ]);
    const post = async (slug: string) => (await postsOf(name)).find((one) => one.slug === slug);
    expect((await post('how-long-does-a-chain-last'))?.featuredImage).toMatch(/\/uploads\/gauge\S*\.png$/);
    expect((await post('why-brakes-squeal'))?.featuredImage).toBe(
      `http://${host}/wp-content/uploads/2023/04/brake.png`,
    );
    const text = await contentAt(name, 'how-long-does-a-chain-last');
    expect(text).toMatch(
      /<img class="alignright size-medium wp-image-201" src="http\S+\/uploads\/gauge_300x200\S*\.png"/,
    );
    expect(text).not.toContain(`${host}/wp-content/uploads/2023/04/gauge-300x200.png`);
    const files: { alternativeText: string }[] = await server.strapi.db
      .query('plugin::upload.file')
      .findMany({ where: { name: { $contains: 'gauge' } } });
    expect(files.map(({ alternativeText }) => alternativeText)).toContain('A chain gauge');

    missing.clear();
    asked = [];
    const second = await commands.execute(options);
    expect(second.out).toMatch(/Images: 1 copied\./);
    expect(asked).toContain('/wp-content/uploads/2023/04/brake.png');
    expect((await post('why-brakes-squeal'))?.featuredImage).toMatch(/\/uploads\/brake\S*\.png$/);
  });

  it('are not taken from private networks, as anybody may have written the export', async () => {
    const name = unique('private');
    const { err } = await commands.execute(['--file', await ours(), '--website', name]);
    expect(err).toMatch(/gauge\.png.*It was not copied.*private network.*--image-host/);
    expect(asked).toEqual([]);
  });
});

describe('a second run with fewer files', () => {
  it('takes no picture away from posts that were changed since, and brings what is new when it has all', async () => {
    const name = unique('parts');
    const media = await fileOf(
      exportOf({
        parts: [itemOf({ id: 9, title: 'Wheel', type: 'attachment', url: `${OLD}/wheel.png` })],
      }),
    );
    const run = async (title: string, status: string, ...files: string[]) => {
      const posts = exportOf({
        parts: [
          itemOf({ id: 1, title, slug: 'featured', content: title, meta: { _thumbnail_id: '9' } }),
          itemOf({ id: 2, title, slug: 'gallery', content: '[gallery ids="9"]' }),
          itemOf({ id: 3, title, slug: 'gone', content: '[gallery ids="9"]', status }),
        ],
      });
      const given = [await fileOf(posts), ...files].flatMap((file) => ['--file', file]);
      return commands.execute([...given, '--website', name, '--images', 'leave']);
    };
    const here = async () =>
      Promise.all(
        (await postsOf(name)).map(async ({ slug, title, featuredImage }) => ({
          ...{ slug, title, featuredImage },
          hasGallery: (await contentAt(name, slug)).includes('wheel.png'),
        })),
      );
    const picture = `${OLD}/wheel.png`;
    const featured = { slug: 'featured', featuredImage: picture, hasGallery: false };
    const gallery = { slug: 'gallery', featuredImage: null, hasGallery: true };
    const sorted = async () => (await here()).sort((a, b) => (a.slug < b.slug ? -1 : 1));

    await run('First', 'publish', media);
    expect(await sorted()).toMatchObject([
      { ...featured, title: 'First' },
      { ...gallery, title: 'First' },
      { slug: 'gone' },
    ]);
    for (const title of ['Second', 'Third']) {
      const { code, err } = await run(title, 'draft');
      expect(code).toBe(1);
      expect(err).toMatch(/altered: post gallery: It was changed at the source, but this export/);
      expect(await sorted()).toEqual([
        { ...featured, title },
        { ...gallery, title: 'First' },
      ]);
    }
    await run('Fourth', 'publish', media);
    expect(await sorted()).toMatchObject([
      { ...featured, title: 'Fourth' },
      { ...gallery, title: 'Fourth' },
      { slug: 'gone', hasGallery: true },
    ]);
  });
});

describe('what cannot be used', () => {
  let before: Record<string, string>;
  beforeEach(async () => {
    before = await tables();
  });
  afterEach(async () => expect(await tables()).toEqual(before));

  it('is refused: wrong options, a file that is not there', async () => {
    expect(await commands.execute(['--file', EXPORT])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--website\.\n\nUsage: npm run import:wordpress/) as string,
    });
    expect(await commands.execute(['--file', '/nowhere.xml', '--website', 'x'])).toMatchObject({
      code: 2,
      err: 'There is no file "/nowhere.xml".\n',
    });
  });

  it('is refused before anything is written: a file that is cut off, a feed, an export with a document type', async () => {
    const text = await readFile(EXPORT, 'utf8');
    for (const [file, message] of [
      [text.slice(0, text.indexOf('Ten per cent')), /cut off.*after item 7, "Ideas for spring"/],
      [text.replace(/<wp:wxr_version>.*/, ''), /RSS feed/],
      [text.replace('<rss', '<!DOCTYPE rss [<!ENTITY x "y">]><rss'), /document type/],
      [text.replace(cdata('Ten per cent less.'), '<b>'), /damaged in line \d+/],
    ] as const) {
      const { code, err } = await commands.execute(['--file', await fileOf(file), '--website', unique('no')]);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) as string });
    }
  });
});

describe('a website that leaves as files for other systems, and comes back', () => {
  const exporting = commandsOf('export');
  const importing = commandsOf('import-export');
  const importingMarkdown = commandsOf('import-markdown');
  const importingTable = commandsOf('import-table');
  let website: Awaited<ReturnType<typeof content.website>>;
  let original: Record<string, unknown>[];

  /** What came back has no sizes of pictures, and dates to the second where the format has no more. */
  const comparable = async (key: string, isExact: boolean): Promise<Record<string, unknown>[]> => {
    const answers = await everythingAt(here, key);
    const posts = JSON.parse(answers['/api/blog {}'] ?? '') as PostListItem[];
    return posts.map(({ slug }) => {
      const text = answers[`/api/blog ${JSON.stringify({ slug })}`] ?? '';
      const whole = isExact ? text : text.replace(/(T\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1.000Z');
      return JSON.parse(whole) as Record<string, unknown>;
    });
  };
  const outcome = ({ code, err }: { code: number | null; err: string }) => ({ code, err });

  beforeAll(async () => {
    website = await content.website({ name: 'Leaving', url: 'https://leaving.example.com' });
    const { documentId: id } = website;
    const author = (await content.author(id, { name: 'Harbour & co' })).documentId;
    const tags = [await content.tag(id, 'Z & a'), await content.tag(id, 'Café')].map(
      ({ documentId }) => documentId,
    );
    await content.post(id, {
      title: 'A "quoted" <title> & more ]]>',
      slug: 'largo-größe',
      category: (await content.category(id, 'Guides & more')).documentId,
      tags,
      author,
      content:
        '<h2>Wheels</h2>\n\n<p>One<br>two &amp; [three] *four* <code>]]&gt;</code></p>\n<ul><li>A</li></ul>',
      metaTitle: 'Another title',
      metaDescription: 'All: about "it"',
      featuredImageUrl: 'https://images.example.com/a.png',
      publishDate: '2024-03-01T08:00:00.123Z',
      updatedAt: '2024-03-05T08:00:00.999Z',
      createdAt: '2024-03-01T08:00:00.123Z',
    });
    await content.post(id, {
      slug: 'waiting',
      title: 'Waiting',
      content: '<p>Soon</p>',
      scheduleDate: '2999-01-01T10:00:00.001Z',
    });
    await content.post(id, {
      slug: 'plain',
      title: 'Plain',
      content: '',
      publishDate: '2023-01-01T00:00:00.000Z',
    });
    await content.draft(id, { slug: 'a-draft', title: 'Draft', content: '<p>Not yet</p>' });
    const changed = await content.post(id, { slug: 'changed', title: 'Live', content: '<p>Live</p>' });
    await content.update(UID.post, changed.documentId, { title: 'Changed' });
    const campaign = await content.campaign(id);
    await content.page(campaign.documentId, {
      slug: 'cities/oslo',
      html: '<p>Oslo</p>',
      metaTitle: 'Oslo',
      variables: {},
    });
  });

  it("goes out in WordPress' format, with what it cannot take in the report", async () => {
    original = await comparable(website.key, false);
    const to = path.join(folder, 'as-wordpress');
    const out = await exporting.execute(['--website', 'Leaving', '--to', to, '--format', 'wordpress']);
    expect(out.code).toBe(1);
    expect(out.err).toMatch(/left out: post changed: It has changes that are not published/);
    expect(out.err).toMatch(/altered: page cities\/oslo: WordPress has no "\/" in the slug/);
    expect(out.err).toMatch(/left out: campaign all campaigns/);
    const back = await commands.execute([
      ...['--file', path.join(to, 'wordpress.xml'), '--website', 'Back from WordPress', '--images', 'leave'],
      ...['--authors', '--types', 'post'],
    ]);
    expect(back.out).toMatch(/Posts: 5 made/);
    const { key } = await websiteNamed('Back from WordPress');
    expect(await comparable(key, false)).toEqual(original);
    expect(await draftsOf('Back from WordPress')).toContainEqual(
      expect.objectContaining({ slug: 'a-draft', title: 'Draft', publishDate: null }),
    );
  });

  it('goes out as Markdown', async () => {
    const to = path.join(folder, 'as-markdown');
    const out = await exporting.execute(['--website', 'Leaving', '--to', to, '--format', 'markdown']);
    expect(out.code).toBe(1);
    const file = await readFile(path.join(to, 'posts', 'largo-größe.md'), 'utf8');
    expect(file).toContain('\n---\n\n## Wheels\n\nOne  \ntwo & \\[three\\] \\*four\\*');
    const back = await importingMarkdown.execute([
      ...['--folder', path.join(to, 'posts'), '--files', to, '--from', 'https://leaving.example.com'],
      ...['--website', 'Back from Markdown', '--images', 'leave', '--authors'],
    ]);
    expect(outcome(back)).toEqual({ code: 0, err: '' });
    const { key } = await websiteNamed('Back from Markdown');
    const withoutMarkup = (posts: Record<string, unknown>[]) =>
      posts.map(({ content: html, ...post }) => ({
        ...post,
        text: String(html).replace(/ id="[^"]*"|\s+/g, ''),
      }));
    expect(withoutMarkup(await comparable(key, true))).toEqual(
      withoutMarkup(await comparable(website.key, true)),
    );
  });

  it('takes the files along that texts show and link to, however they name them', async () => {
    const { documentId: id } = await content.website({ name: 'With files' });
    const html =
      '<p><img src="/uploads/wheel.png#x" alt="Wheel"> <a href="https://cms.example.com/uploads/plan.pdf">Plan</a> <img src="https://elsewhere.example.com/uploads/wheel.png" alt="x"></p>';
    await content.post(id, { slug: 'con', title: 'Con', content: html });
    const files = path.join(folder, 'library');
    await mkdir(path.join(files, 'uploads'), { recursive: true });
    await writeFile(path.join(files, 'uploads', 'wheel.png'), PIXEL);
    await writeFile(path.join(files, 'uploads', 'plan.pdf'), '%PDF-1.7 plan');
    const exported = async (format: string) => {
      const to = path.join(folder, `files-${format}`);
      const environment = { PUBLIC_DIR: files, PUBLIC_URL: 'https://cms.example.com' };
      await exporting.execute(['--website', 'With files', '--to', to, '--format', format], environment);
      return to;
    };
    const asMarkdown = await exported('markdown');
    // A name that Windows keeps for itself.
    expect(await readFile(path.join(asMarkdown, 'posts', 'con-.md'), 'utf8')).toContain(
      '![Wheel](/files/wheel.png) [Plan](/files/plan.pdf) ![x](https://elsewhere.example.com/uploads/wheel.png)',
    );
    expect((await readdir(path.join(asMarkdown, 'files'))).sort()).toEqual(['plan.pdf', 'wheel.png']);
    expect(await readFile(path.join(await exported('wordpress'), 'wordpress.xml'), 'utf8')).toContain(
      '<img src="https://cms.example.com/uploads/wheel.png" alt="Wheel">',
    );
    const asJson = await exported('json');
    const back = await importing.execute(
      ['--folder', asJson, '--website', 'Back with files', '--images', 'copy'],
      { PUBLIC_DIR: files },
    );
    expect(back.err).not.toContain('image ');
    expect(await contentAt('Back with files', 'con')).toMatch(
      /<img src="https?:[^"]*\/uploads\/wheel_\w+\.png" alt="Wheel"> <a href="https?:[^"]*\/uploads\/plan_\w+\.pdf">Plan<\/a> .*elsewhere\.example\.com\/uploads\/wheel\.png/,
    );
  });

  it('comes in as a table, row by row', async () => {
    const file = path.join(folder, 'posts.csv');
    await writeFile(
      file,
      'Headline,slug,body,date,tags,status\nTrue a wheel,true-a-wheel,<p>Text</p>,2024-03-09,"Wheels, Tools",live\nLater,later,<p>No</p>,,,draft\n',
    );
    const options = ['--file', file, '--from', 'https://old.example.com', '--website', 'From a table'];
    const brought = await importingTable.execute([...options, '--map', 'Headline=title']);
    expect(outcome(brought)).toEqual({ code: 0, err: '' });
    expect(await postsOf('From a table')).toMatchObject([
      { title: 'True a wheel', tags: ['Wheels', 'Tools'], createdAt: '2024-03-09T00:00:00.000Z' },
    ]);
    const again = await importingTable.execute([...options, '--map', 'Headline=title']);
    expect(again.out).toMatch(/Posts: 0 made, 0 changed, 2 left as they are/);
  });

  it('refuses a folder that has something in it, and a website that is not there', async () => {
    const to = path.join(folder, 'as-wordpress');
    expect(await exporting.execute(['--website', 'Leaving', '--to', to])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/There is something in ".*as-wordpress" already/) as string,
    });
    const other = path.join(folder, 'nowhere');
    expect(await exporting.execute(['--website', 'Nobody', '--to', other])).toMatchObject({
      code: 2,
      err: 'There is no website "Nobody".\n',
    });
    expect(
      await exporting.execute(['--website', 'Leaving', '--to', path.join(other, 'deeper', 'x')]),
    ).toMatchObject({
      code: 2,
      err: expect.stringMatching(/the folder that it would lie in does not exist/) as string,
    });
  });
});
