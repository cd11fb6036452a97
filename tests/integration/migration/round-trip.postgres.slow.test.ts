import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import type { Report } from '../../../src/plugins/content-delivery/server/src/migration';
import { contentOf, UID, unique, type Content, type TestWebsite } from '../../fixtures/content';
import { PIXEL } from '../../fixtures/pixel';
import { apiKeysOf } from '../../support/api-keys';
import { closeServer, portOf } from '../../support/connections';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../support/databases';
import { commandsOf } from '../../support/commands';
import { everythingAt, tablesOf } from '../../support/migration';
import { storeUnfitSlug } from '../../support/unfit-slugs';
import { remoteStrapi, type RemoteStrapi } from '../../support/remote-strapi';
import { startServerProcess, type ServerProcess } from '../../support/server-process';
import { withServer } from '../../support/with-server';
import { temporaryFolder } from '../../support/temporary-folder';

/** The title serves as meta title where there is none. */
const withoutCopies = ({ metaTitle, ...entry }: Record<string, unknown>) => ({
  ...entry,
  metaTitle: metaTitle === entry['title'] ? null : metaTitle,
});
const NAME = { fields: ['name'] };
const SLUG = { fields: ['slug'] };
/** Of an author, what is the same on every server. */
const nameOf = (value: unknown): unknown => (value as { slug?: string } | null)?.slug ?? null;

const NFC = 'Cafe\u0301'.normalize('NFC');
const NFD = NFC.normalize('NFD');

/** What is hard to carry over without a change. */
const varied = async (strapi: RemoteStrapi, content: Content, hasLinks = true): Promise<TestWebsite> => {
  const website = await content.website({
    url: 'https://front.example.com',
    kind: 'rest-api',
    description: 'What readers find there.',
  });
  const { documentId: id } = website;
  const [guides, empty] = [
    await content.category(id, 'Guides & more ☕️'),
    await content.category(id, 'Ünused'),
  ];
  const tags = [await content.tag(id, NFC), await content.tag(id, `${NFD} 2`), await content.tag(id, 'Z')];
  await content.tag(id, 'without posts');
  expect(empty.documentId).not.toBe(guides.documentId);

  const old = await content.post(id, {
    title: `${NFD} 👩‍👩‍👧 <b>"quoted"</b> & 'so on'`,
    category: guides.documentId,
    tags: [tags[2], tags[0], tags[1]].map((tag) => tag?.documentId),
    content: `<p>One\r\ntwo &amp; &nbsp;&eacute; ${NFD}\u2028</p>\r\n\r\n<script>a < b</script>\n <img src="/x.png">  `,
    metaTitle: 'Another title',
    metaDescription: 'd'.repeat(400),
    featuredImageUrl: 'https://images.example.com/a%20b.png?x=1&y=ü',
    publishDate: '2024-03-01T08:00:00.123Z',
    createdAt: '2023-01-01T00:00:00.000Z',
    updatedAt: '2024-03-05T08:00:00.999Z',
  });
  await storeUnfitSlug(strapi, UID.post, id, old.documentId, 'guides/water & ice');
  await content.post(id, {
    title: 'Uploaded image',
    slug: 'uploaded',
    featuredImage: await content.image('/uploads/one.webp'),
    content: '',
    scheduleDate: '2999-01-01T10:00:00.001Z',
  });
  await content.post(id, { title: 'кирилиця', slug: 'кирилиця', metaTitle: 'кирилиця', content: '0' });
  for (let n = 0; n < 9; n += 1) {
    await content.post(id, {
      slug: `tied-${n}`,
      publishDate: '2022-02-02T02:02:02.002Z',
      tags: [tags[0]?.documentId],
    });
  }
  await content.draft(id, { slug: 'a-draft' });
  const hidden = await content.post(id, { slug: 'unpublished' });
  await content.unpublish(UID.post, hidden.documentId);
  const changed = await content.post(id, { slug: 'changed', title: 'Live title' });
  await content.update(UID.post, changed.documentId, { title: 'Draft title' });

  const { documentId: account } = await content.defaultAccount();
  for (const [keyword, url] of [
    ['zebra', '/z'],
    [`${NFD} 2`, 'https://example.com/?a=1&b=2#c'],
    ['aardvark', '/blog/tied-1'],
  ]) {
    // They are its account's, which two websites share.
    if (hasLinks) await content.link({ keyword, url, account });
  }

  const templates = await content.campaign(id, {
    slugTemplate: 'coffee/{{ city | downcase }}',
    targetSlugTemplate: 'shop/{{ city | downcase }}',
    htmlTemplate: '<h1>Coffee in {{ city }}</h1>\r\n<p>{{ text }}</p>',
    metaTitleTemplate: 'Coffee in {{ city }}',
    metaDescriptionTemplate: 'All about {{ city }}',
    internalLinks: [
      { keyword: 'shop', anchor: 'the shop', url: '/shop', internal: true, nofollow: false },
      { keyword: 'Berlin', anchor: null, url: '/coffee/berlin', internal: true, nofollow: false },
    ],
  });
  for (const city of ['Berlin', 'Roma', 'Zürich']) {
    await content.page(templates.documentId, {
      variables: {
        city,
        text: `<em>"${city}" & {{ not }} a template</em>`,
        constructor: 'x',
        __proto__x: '',
      },
    });
  }
  await content.pageDraft(templates.documentId, { variables: { city: 'Draft', text: '' } });
  const own = await content.campaign(id);
  await content.page(own.documentId, {
    slug: 'plain',
    html: '<p>{{ literal }}</p>',
    variables: {},
    internalLinks: [
      { keyword: 'b', anchor: 'B!', url: 'https://example.com', internal: false, nofollow: true },
      { keyword: 'a', url: '/a' },
    ],
  });
  const oldPage = await content.page(own.documentId, { slug: 'empty', variables: { b: '2', a: '1' } });
  await storeUnfitSlug(strapi, UID.page, id, oldPage.documentId, 'old//slug');
  return website;
};

const isSqlite = databaseKind() === 'sqlite';

// Each test runs commands, and each command starts a Strapi.
describe('a website that moves in from another server', () => {
  const { server, content } = withServer();
  const commands = commandsOf('import-api');
  const commandsOfExport = commandsOf('export');
  const commandsOfImport = commandsOf('import-export');
  let sourceDatabase: TestDatabase;
  let source: ServerProcess;
  let sourceContent: Content;
  let from: string;
  let here: string;
  const folder = temporaryFolder();
  let website: TestWebsite;
  let original: Record<string, string>;
  const ways: http.Server[] = [];

  beforeAll(async () => {
    sourceDatabase = await createTestDatabase();
    source = await startServerProcess({ environment: sourceDatabase.environment });
    const remote = remoteStrapi(source);
    sourceContent = contentOf(remote);
    website = await varied(remote, sourceContent);
    from = `http://127.0.0.1:${source.port}`;
    here = `http://127.0.0.1:${await portOf(server.strapi.server.httpServer)}`;
    original = await everythingAt(from, website.key);
  });
  afterAll(async () => {
    await Promise.all(ways.map(closeServer));
    await source.stop();
    await sourceDatabase.drop();
  });

  const tables = () => tablesOf(server.strapi);

  const optionsFor = (name: string, ...more: string[]) => [
    ...['--from', from, '--website', name, '--images', 'leave', ...more],
  ];
  const KEY = () => ({ SOURCE_API_KEY: website.key });

  it('changes nothing in a dry run, and says what would happen', async () => {
    const before = await tables();
    const { code, out, err } = await commands.execute(optionsFor('Moved', '--dry-run', '--keep-key'), KEY());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('The website "Moved" would be made.');
    expect(out).toMatch(/Posts: 13 made, 0 changed, 0 left as they are, 0 left out\./);
    expect(out).toMatch(/pSEO pages: 5 made/);
    expect(out).toContain('"guides/water & ice" was kept');
    expect(out).toContain('"old//slug" was kept');
    expect(out).not.toContain(website.key);
    expect(await tables()).toEqual(before);
  });

  it('answers every request as the other server does, byte for byte', async () => {
    const report = path.join(folder, 'report.json');
    const options = optionsFor(
      'Moved',
      '--keep-key',
      '--report',
      report,
      '--url',
      'https://front.example.com',
    );
    const { code, out, err } = await commands.execute(options, KEY());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/Posts: 13 made/);
    expect(await everythingAt(here, website.key)).toEqual(original);
    expect(Object.keys(original).length).toBe(4 + 13 + 5 + 2);

    const { counts, lines } = JSON.parse(await readFile(report, 'utf8')) as Report;
    expect(counts).toMatchObject({
      category: { made: 2, leftOut: 0 },
      tag: { made: 4 },
      link: { made: 3 },
      post: { made: 13, updated: 0, unchanged: 0, leftOut: 0 },
      campaign: { made: 2 },
      page: { made: 5 },
    });
    expect(lines.every(({ loss }) => loss === 'note')).toBe(true);
    expect(lines.map(({ what }) => what).join(' ')).toMatch(/Drafts are not in the API.*Templates are not/);
  });

  it('makes nothing twice when it is run again, whatever is written after the address', async () => {
    const before = await tables();
    const others = isSqlite ? [`${from}/`, `${from}/api`, `${from}/api/blog`] : [];
    for (const address of [from, ...others]) {
      const options = [
        '--from',
        address,
        '--website',
        'Moved',
        '--images',
        'leave',
        '--api-key',
        website.key,
      ];
      const { code, out, err } = await commands.execute(options);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(/Posts: 0 made, 0 changed, 13 left as they are/);
      expect(out).toMatch(/pSEO pages: 0 made, 0 changed, 5 left as they are/);
    }
    expect(await tables()).toEqual(before);
  });

  it('brings in what has changed at the source since, and leaves what was changed here', async () => {
    const find = async (uid: string, slug: string) =>
      (await server.strapi.documents(uid as never).findFirst({ filters: { slug } } as never)) as unknown as {
        documentId: string;
      };
    const at = async (slug: string) =>
      (await sourceContent.update(
        UID.post,
        (
          (await remoteStrapi(source)
            .documents(UID.post as never)
            .findFirst({ filters: { slug } } as never)) as unknown as { documentId: string }
        ).documentId,
        { title: `New title of ${slug}` },
        'published',
      )) as unknown;
    await at('tied-1');
    await at('tied-2');
    await at('tied-3');
    await sourceContent.post(website.documentId, { slug: 'new-one', title: 'New' });
    await content.update(
      UID.post,
      (await find(UID.post, 'tied-2')).documentId,
      { title: 'Ours' },
      'published',
    );
    await content.remove(UID.post, (await find(UID.post, 'tied-3')).documentId);

    const { code, out, err } = await commands.execute(optionsFor('Moved'), KEY());
    expect(code).toBe(1);
    expect(err).toMatch(
      /^altered: post tied-2: It was changed at the source and here\. What is here stays\./,
    );
    expect(out).toMatch(/Posts: 1 made, 1 changed, 12 left as they are, 0 left out/);
    expect(out).toMatch(/note: post tied-3: .*deleted here since/);

    const theirs = await everythingAt(from, website.key);
    const ours = await everythingAt(here, website.key);
    const post = (slug: string) => `/api/blog {"slug":"${slug}"}`;
    expect(ours[post('tied-1')]).toBe(theirs[post('tied-1')]);
    expect(ours[post('new-one')]).toBe(theirs[post('new-one')]);
    expect(JSON.parse(ours[post('tied-2')] ?? '')).toMatchObject({ title: 'Ours' });
    expect(ours).not.toHaveProperty([post('tied-3')]);
  });

  /** A way to the source on which only so many posts are answered, until the others are too. */
  const holdingSource = async (posts: number) => {
    let left = posts;
    const way = http.createServer((request, response) => {
      const { method, url, headers } = request;
      if (url?.includes('slug=') && (left -= 1) < 0) return;
      const onward = http.request({ host: '127.0.0.1', port: source.port, method, path: url, headers });
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    });
    ways.push(way);
    return {
      optionsFor: async (name: string, ...more: string[]) => [
        ...[
          '--from',
          `http://127.0.0.1:${await portOf(way)}`,
          '--website',
          name,
          '--images',
          'leave',
          ...more,
        ],
      ],
      letThrough: () => void (left = Infinity),
    };
  };

  it('ends as one that was not interrupted when it is killed and run again', async () => {
    const many = await sourceContent.website();
    for (let n = 0; n < 40; n += 1) {
      await sourceContent.post(many.documentId, {
        slug: `post-${n}`,
        content: `<p>${n}</p>`,
        publishDate: n % 2 ? '2024-01-01T00:00:00.000Z' : `2024-02-01T00:00:00.0${n + 10}Z`,
      });
    }
    const name = unique('killed');
    const held = await holdingSource(10);
    const { child, ended, until } = commands.start(await held.optionsFor(name, '--keep-key'), {
      SOURCE_API_KEY: many.key,
    });
    const countHere = () =>
      server.strapi.db.query('api::post.post').count({ where: { website: { name }, publishedAt: null } });
    await until('ten posts', async () => (await countHere()) === 10);
    child.kill('SIGKILL');
    await ended;
    expect(await countHere()).toBe(10);

    held.letThrough();
    const { code, out } = await commands.execute(await held.optionsFor(name), { SOURCE_API_KEY: many.key });
    expect(code).toBe(0);
    expect(out).toMatch(/Posts: \d+ made, 0 changed, [1-9]\d* left as they are, 0 left out/);
    expect(await everythingAt(here, many.key)).toEqual(await everythingAt(from, many.key));
  });

  it('ends after the entry that is being stored when somebody interrupts it', async () => {
    const many = await sourceContent.website();
    for (let n = 0; n < 30; n += 1) await sourceContent.post(many.documentId, { slug: `post-${n}` });
    const name = unique('stopped');
    const held = await holdingSource(20);
    const { child, ended, until } = commands.start(await held.optionsFor(name), {
      SOURCE_API_KEY: many.key,
    });
    const count = () => server.strapi.db.query('api::post.post').count({ where: { website: { name } } });
    await until('a post', async () => (await count()) > 0);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({
      code: 130,
      err: expect.stringMatching(/Stopped\. Run the same command again/) as string,
    });
    expect(await count()).toBeLessThan(60);
    // Draft and live row of each post, and no post without either.
    expect((await count()) % 2).toBe(0);
  });

  it('goes out as a folder and comes in again with its drafts, templates and pictures', async () => {
    const out = await varied(remoteStrapi(source), sourceContent, false);
    const { documentId: id } = out;
    const remote = remoteStrapi(source);
    const [campaign] = (await remote.documents(UID.campaign as never).findMany({
      filters: { website: { documentId: id }, htmlTemplate: { $notNull: true } },
    } as never)) as unknown as { documentId: string }[];
    const author = await sourceContent.author(id, {
      name: 'Harbour & co',
      url: 'https://front.example.com/about',
      bio: 'Writes "all" of it.',
      image: await sourceContent.image('/uploads/one.webp'),
    });
    const namesake = await sourceContent.author(id, { name: 'Harbour & co', slug: 'another' });
    await sourceContent.post(id, { slug: 'by-somebody', author: author.documentId, language: 'de-CH' });
    const byAnother = await sourceContent.post(id, { slug: 'by-another', author: namesake.documentId });
    // What is not published yet: no author, and another date for readers.
    await sourceContent.update(UID.post, byAnother.documentId, {
      author: null,
      publishDate: '2020-02-02T02:02:02.002Z',
    });
    const waiting = await sourceContent.page(campaign?.documentId ?? '', {
      variables: { city: 'Oslo', text: '1' },
    });
    await sourceContent.update(UID.page, waiting.documentId, { variables: { city: 'Oslo', text: '2' } });
    const files = path.join(folder, 'files-there');
    const filesHere = path.join(folder, 'files-here');
    for (const one of [files, filesHere]) await mkdir(path.join(one, 'uploads'), { recursive: true });
    await writeFile(path.join(files, 'uploads', 'one.webp'), PIXEL);
    const to = path.join(folder, 'exported');

    const exported = await commandsOfExport.execute(['--website', id, '--to', to], {
      ...sourceDatabase.environment,
      PUBLIC_DIR: files,
    });
    expect(exported).toMatchObject({ code: 0, err: '' });
    expect(exported.out).toMatch(/: 17 posts, 7 pSEO pages, 1 file\.$/m);
    expect((await readdir(to)).sort()).toEqual([
      ...['authors.json', 'blog.json', 'files', 'files.json', 'internal-links.json', 'pseo-campaigns.json'],
      ...['pseo-pages.json', 'redirects.json', 'taxonomies.json', 'website.json'],
    ]);
    expect(exported.out + (await readFile(path.join(to, 'website.json'), 'utf8'))).not.toContain(out.key);

    const options = ['--folder', to, '--website', 'Exported', '--images', 'copy'];
    const imported = await commandsOfImport.execute(options, { PUBLIC_DIR: filesHere });
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toMatch(
      /Posts: 17 made.*pSEO campaigns: 2 made.*pSEO pages: 7 made.*Images: 1 copied/s,
    );
    const [made] = (await server.strapi.db.query(UID.website).findMany({
      where: { name: 'Exported' },
      select: ['documentId', 'description'],
    })) as { documentId: string; description: string | null }[];
    expect(made?.description).toBe('What readers find there.');
    const key = await apiKeysOf(server.strapi).reveal(made?.documentId ?? '');
    // A picture has the address of its server and of its file here.
    const withoutHosts = (answers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(answers).map(([name, text]) => [
          name,
          text.replace(/"https?:[^"]*\/uploads\/[^"]*"/g, '"the picture"'),
        ]),
      );
    expect(withoutHosts(await everythingAt(here, key))).toEqual(
      withoutHosts(await everythingAt(from, out.key)),
    );

    const states = async (strapi: Pick<RemoteStrapi, 'documents'>) => {
      const of = async (uid: string, website: object, populate: object = {}) => {
        const found = (await strapi.documents(uid as never).findMany({
          filters: website,
          populate,
          sort: uid === UID.author ? 'slug' : 'documentId',
          limit: -1,
        } as never)) as unknown as Record<string, unknown>[];
        // An empty text and none are one, and so are the title and a meta title that is it. Authors get ids here.
        const left = ['id', 'uniqueKey', 'createdAt', 'updatedAt', 'website', 'filledDate', 'publishedAt'];
        if (uid === UID.author) left.push('documentId');
        return JSON.parse(
          JSON.stringify(found.map(withoutCopies), (name, value: unknown) =>
            left.includes(name) ? undefined : value === '' || name === 'author' ? nameOf(value) : value,
          ),
        ) as unknown;
      };
      return {
        posts: await of(
          UID.post,
          { website: { documentId: id } },
          { category: NAME, tags: NAME, author: SLUG },
        ),
        authors: await of(UID.author, { website: { documentId: id } }),
        campaigns: await of(UID.campaign, { website: { documentId: id } }, { internalLinks: true }),
        pages: await of(
          UID.page,
          { campaign: { website: { documentId: id } } },
          { campaign: true, internalLinks: true },
        ),
      };
    };
    expect(made?.documentId).toBe(id);
    expect(await states(server.strapi)).toEqual(await states(remote));

    const again = await commandsOfImport.execute(options, { PUBLIC_DIR: filesHere });
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toMatch(/Posts: 0 made, 0 changed, 17 left as they are/);
  });

  // What is refused before anything is written, no database can change.
  if (isSqlite) {
    describe('refuses, before anything is written,', () => {
      let before: Record<string, string>;
      beforeEach(async () => {
        before = await tables();
      });
      afterEach(async () => expect(await tables()).toEqual(before));

      it('a key that the other server does not know', async () => {
        const refused = await commands.execute(optionsFor(unique('no')), { SOURCE_API_KEY: 'nobody-s-key' });
        expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/401.*--api-key/) as string });
        expect(refused.err + refused.out).not.toContain('nobody-s-key');
      });

      it('to keep a key that another website here has', async () => {
        const refused = await commands.execute(optionsFor(unique('no'), '--keep-key'), KEY());
        expect(refused).toMatchObject({
          code: 2,
          err: expect.stringMatching(/cannot be kept.*another website here/) as string,
        });
        expect(refused.err + refused.out).not.toContain(website.key);
      });

      it('another website of the same server into the same website', async () => {
        const other = await sourceContent.website();
        const refused = await commands.execute(optionsFor('Moved'), { SOURCE_API_KEY: other.key });
        expect(refused).toMatchObject({
          code: 2,
          err: expect.stringMatching(/another API key.*--new-key/) as string,
        });
      });

      it.each([
        [['--from', 'http://x.example.com'], /--website/],
        [['--website', 'x'], /--from/],
        [['--from', 'ftp://x', '--website', 'x'], /--from takes/],
        [['--from', 'http://x.example.com', '--website', 'x', '--images', 'eat'], /copy or leave/],
        [['--from', 'http://x.example.com', '--website', 'x', '--nonsense'], /nonsense/],
      ])('%p', async (options, words) => {
        expect(await commands.execute(options, KEY())).toMatchObject({
          code: 2,
          err: expect.stringMatching(words) as string,
        });
      });

      it('a website whose content came from elsewhere', async () => {
        await content.category((await content.website({ name: 'Occupied' })).documentId);
        await content.author((await content.website({ name: 'With an author' })).documentId);
        before = await tables();
        for (const name of ['Occupied', 'With an author']) {
          expect(await commands.execute(optionsFor(name), KEY())).toMatchObject({
            code: 2,
            err: expect.stringMatching(/content already.*--merge/) as string,
          });
        }
      });
    });
  }
});
