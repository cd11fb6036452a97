import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Report } from '../../../src/plugins/content-delivery/server/src/migration';
import { unique } from '../../fixtures/content';
import { fakePage, fakePost, startFakeSource, type FakeAnswer } from '../../support/fake-source';
import { commandsOf } from '../../support/commands';
import { withServer } from '../../support/with-server';
import { temporaryFolder } from '../../support/temporary-folder';

type Fields = Record<string, unknown>;

const LONG = 'x'.repeat(300);

/** Each of them breaks the specification, or a rule here, in its own way. */
const POSTS: Fields[] = [
  fakePost('good', { category: 'Web  Dev', tags: ['Tea', 'tea', 'New'], extra: { ignored: true } }),
  fakePost('good', { title: 'The same slug again' }),
  fakePost('gone-empty'),
  fakePost('gone-error'),
  fakePost('gone-404'),
  fakePost('broken'),
  fakePost('another'),
  fakePost(LONG),
  fakePost('no-title', { title: null }),
  fakePost('long', { title: `${'y'.repeat(254)}😀z`, metaTitle: LONG }),
  fakePost('nul', { content: 'a\u0000b\ud800c', title: 'T\u0000' }),
  fakePost('dates', { createdAt: 'yesterday', updatedAt: 5, scheduleDate: '2020-01-01 10:00:00' }),
  fakePost('backwards', { createdAt: '2024-05-01T00:00:00Z', updatedAt: '2024-04-01T00:00:00Z' }),
  fakePost('wrong-types', { tags: 'one', category: 7, featuredImage: 'javascript:alert(1)', metaTitle: 1 }),
  fakePost('image', { featuredImage: '/images/a.png' }),
];
const PAGES: Fields[] = [
  fakePage('p1', { variables: { n: 5, list: [1], ok: 'yes' } }),
  fakePage('p2', {
    internalLinks: [
      { keyword: 'ok', anchor: 'ok', url: '/ok', internal: true, nofollow: false },
      { keyword: 'bad', anchor: 'bad', url: 'javascript:alert(1)', internal: 'yes', nofollow: false },
      'nonsense',
    ],
  }),
  fakePage('p3', { pageId: 'page-p1' }),
  fakePage('draft', { status: 'draft' }),
  fakePage('', {}),
  fakePage('no-campaign', { campaignId: undefined, pageId: 'has spaces', fields: null, html: undefined }),
];

const withoutContent = ({ content: _content, html: _html, ...item }: Fields): Fields => item;
const bySlug = (items: Fields[], slug: string): Fields | undefined =>
  items.find((item) => item['slug'] === slug);

const answer = (url: URL, count: number): FakeAnswer | undefined => {
  const slug = url.searchParams.get('slug');
  switch (url.pathname) {
    case '/api/taxonomies':
      return {
        body: {
          categories: [
            { id: 'c1', name: 'Web Dev' },
            { id: 'c2', name: 'web  dev' },
            { id: 5, name: 'Numbered' },
            'x',
          ],
          tags: [{ id: 't/1', name: 'Tea' }, { name: '' }, { id: 't3', name: LONG }],
        },
      };
    case '/api/internal-links':
      return {
        body: [
          { keyword: 'Tea', url: '/tea' },
          { keyword: 'TEA', url: '/other' },
          { keyword: 'script', url: 'javascript:alert(1)' },
          { keyword: 'host', url: '//evil.example.com' },
          { url: '/nothing' },
          { keyword: LONG, url: '/long' },
        ],
      };
    case '/api/blog':
      if (slug === null) return { body: [...POSTS.map(withoutContent), { title: 'without a slug' }, null] };
      if (slug === 'gone-empty') return { body: '' };
      if (slug === 'gone-error') return { body: { error: 'Post not found' } };
      if (slug === 'gone-404') return { status: 404, body: { error: 'x' } };
      if (slug === 'broken') return { status: 418, body: { error: { message: 'no' } } };
      if (slug === 'another') return { body: fakePost('good') };
      // Busy at first: asked again.
      if (slug === 'good' && count === 1) return { status: 429, headers: { 'Retry-After': '0' }, body: {} };
      if (slug === 'image' && count === 1) return { status: 503, body: 'x' };
      return { body: bySlug(POSTS, slug) };
    case '/api/pseo-pages':
      return slug === null ? { body: PAGES.map(withoutContent) } : { body: bySlug(PAGES, slug) };
    default:
      return undefined;
  }
};

// Each test runs commands, and each command starts a Strapi.
describe('a server that breaks the specification, and content that breaks the rules', () => {
  const { server, content, api } = withServer();
  const commands = commandsOf('import-api');
  let source: Awaited<ReturnType<typeof startFakeSource>>;
  const folder = temporaryFolder();

  beforeAll(async () => {
    source = await startFakeSource(answer);
  });
  afterAll(() => source.stop());

  const move = async (name: string, ...more: string[]) => {
    const file = path.join(folder, `${unique('report')}.json`);
    const options = [
      '--from',
      source.address,
      '--api-key',
      'k',
      '--website',
      name,
      '--images',
      'leave',
      '--keep-key',
    ];
    const ended = await commands.execute([...options, '--report', file, ...more]);
    return { ...ended, report: JSON.parse(await readFile(file, 'utf8')) as Report };
  };

  it('is carried over as far as it goes, and each loss is in the report of the dry run already', async () => {
    const dry = await move('Foreign', '--dry-run');
    const { code, err, report } = await move('Foreign');
    expect(code).toBe(1);
    expect(dry.code).toBe(1);
    expect(report.lines).toEqual(dry.report.lines);
    expect(report.counts).toEqual(dry.report.counts);
    expect(report.counts).toEqual({
      category: { made: 2, updated: 0, unchanged: 0, leftOut: 2 },
      tag: { made: 3, updated: 0, unchanged: 0, leftOut: 1 },
      author: { made: 0, updated: 0, unchanged: 0, leftOut: 0 },
      link: { made: 1, updated: 0, unchanged: 0, leftOut: 5 },
      post: { made: 8, updated: 0, unchanged: 0, leftOut: 9 },
      campaign: { made: 2, updated: 0, unchanged: 0, leftOut: 0 },
      page: { made: 4, updated: 0, unchanged: 0, leftOut: 2 },
    });
    const lines = err.split('\n').map((line) => line.slice(0, 400));
    for (const words of [
      /left out: category web {2}dev: .*same address as the category "Web Dev"/,
      /altered: tag t\/1: The id cannot be kept/,
      /altered: tag x+…?: The name has 300 characters; it was cut to 255/,
      /left out: link TEA: .*another link for "TEA"/,
      /altered: page p3: The source gives the id of another page to it/,
      /left out: link script: It leads to "javascript:alert\(1\)"/,
      /left out: link host: It leads to "\/\/evil/,
      /left out: link the list: "keyword" is missing/,
      /left out: post good: The list has this slug twice/,
      /left out: post gone-empty: The list has it, but the server says that there is none/,
      /left out: post gone-error: The list has it/,
      /left out: post gone-404: GET \/api\/blog was answered with 404\./,
      /left out: post broken: GET \/api\/blog was answered with 418: no/,
      /left out: post another: The server answered with another post/,
      /left out: post x+…: Its slug has 300 characters/,
      /left out: post number 16 of the list: It has no slug/,
      /altered: post good: It names the category "Web {2}Dev", which is written "Web Dev" here/,
      /altered: post good: Its tag "tea" is empty or a duplicate/,
      /altered: post no-title: It has no title\. Its slug serves as one/,
      /altered: post long: The title has 257 characters; it was cut to 255/,
      /altered: post nul: The content has characters that cannot be stored/,
      /altered: post dates.*It is a draft here/,
      /altered: post dates.*"createdAt" is "yesterday" and not a date/,
      /altered: post backwards: It was changed before it was created/,
      /altered: post wrong-types: .*"tags" is "one" and not a list of texts/,
      /altered: post wrong-types: Its image has the address "javascript:alert\(1\)"/,
      /altered: page p1: .*The variable "list" is a list and not a text/,
      /altered: page p2: Its link for "bad" leads to "javascript:alert\(1\)" and was left out/,
      /left out: page number 4 of the list: Its status is "draft"/,
      /left out: page number 5 of the list: It has no slug/,
      /altered: page no-campaign: It names no campaign/,
      /altered: page has spaces: The id cannot be kept/,
    ]) {
      expect(lines).toContainEqual(expect.stringMatching(words));
    }
    expect(err + dry.err).not.toContain('nothing more');

    const posts = (await api.blog('k')).body as Fields[];
    expect(posts.map(({ slug }) => slug).sort()).toEqual([
      'backwards',
      'good',
      'image',
      'long',
      'no-title',
      'nul',
      'wrong-types',
    ]);
    expect((await api.blog('k', { slug: 'good' })).body).toMatchObject({
      category: 'Web Dev',
      tags: ['Tea', 'New'],
    });
    expect((await api.blog('k', { slug: 'image' })).body).toMatchObject({
      featuredImage: `${source.address}/images/a.png`,
    });
    expect((await api.blog('k', { slug: 'nul' })).body).toMatchObject({ content: 'abc', title: 'T' });
    expect((await api.blog('k', { slug: 'dates' })).status).toBe(404);
    expect((await api.taxonomies('k')).body).toMatchObject({
      categories: [
        { id: '5', name: 'Numbered' },
        { id: 'c1', name: 'Web Dev' },
      ],
    });
    expect((await api.internalLinks('k')).body).toEqual([{ keyword: 'Tea', url: '/tea' }]);
    expect((await api.pseoPages('k', { slug: 'p1' })).body).toMatchObject({
      pageId: 'page-p1',
      campaignId: '42',
      websiteId: '65f1a7',
      variables: { n: '5', ok: 'yes' },
    });
    expect((await api.pseoPages('k', { slug: 'p2' })).body).toMatchObject({
      internalLinks: [{ keyword: 'ok', anchor: 'ok', url: '/ok', internal: true, nofollow: false }],
    });
    expect((await api.pseoPages('k', { campaignId: '42' })).body).toHaveLength(3);

    const again = await move('Foreign');
    expect(again.report.counts).toMatchObject({
      category: { made: 0, updated: 0 },
      tag: { made: 0, updated: 0 },
      link: { made: 0, updated: 0 },
      post: { made: 0, updated: 0, unchanged: 8 },
      page: { made: 0, updated: 0, unchanged: 4 },
    });
  });

  it('leaves out what others have here already', async () => {
    const website = await content.website({ name: unique('merged') });
    await content.post(website.documentId, { slug: 'good', title: 'Ours' });
    const options = ['--from', source.address, '--api-key', 'k', '--website', String(website['name'])];
    const { code, err } = await commands.execute([...options, '--images', 'leave', '--merge']);
    expect(code).toBe(1);
    expect(err).toMatch(/left out: post good: Another post of the website.* has the slug "good"/);
    expect(err).toMatch(/altered: page page-p1, page-p2 \(2 times\): The id is taken here/);
    expect((await api.blog(website.key, { slug: 'good' })).body).toMatchObject({ title: 'Ours' });
    expect((await api.blog(website.key, { slug: 'image' })).status).toBe(200);
    // The account has the link already, and it is the same one.
    expect((await api.internalLinks(website.key)).body).toEqual([{ keyword: 'Tea', url: '/tea' }]);
  });

  it('is not read when the report could not be written in the end', async () => {
    source.asked.length = 0;
    const file = path.join(folder, 'missing', 'report.json');
    const options = ['--from', source.address, '--api-key', 'k', '--website', unique('no-report')];
    expect(await commands.execute([...options, '--report', file])).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /cannot be written to ".*report\.json": its folder does not exist/,
      ) as string,
    });
    expect(source.asked).toEqual([]);
  });

  it('is not waited for once somebody has ended the command', async () => {
    let isAsked = false;
    const busy = await startFakeSource((url) => {
      if (url.pathname !== '/api/blog') return undefined;
      if (!url.searchParams.has('slug')) return { body: [fakePost('slow')] };
      isAsked = true;
      return { status: 503, headers: { 'Retry-After': '100' }, body: {} };
    });
    const file = path.join(folder, `${unique('report')}.json`);
    try {
      const options = ['--from', busy.address, '--api-key', 'k', '--website', unique('ended')];
      const { child, ended, until } = commands.start([...options, '--report', file]);
      await until('its request', () => isAsked);
      child.kill('SIGINT');
      expect(await ended).toMatchObject({
        code: 130,
        err: expect.stringMatching(/Stopped\. Run the same command again/) as string,
      });
    } finally {
      await busy.stop();
    }
    expect((JSON.parse(await readFile(file, 'utf8')) as Report).counts.post.made).toBe(0);
  });

  it.each([
    ['a front end', () => ({ body: '<!doctype html><title>Hello</title>' }), /not JSON.*--from/],
    [
      'a server that sends elsewhere',
      () => ({ status: 301, headers: { Location: 'https://x.example.com/y' }, body: '' }),
      /redirected to https:\/\/x\.example\.com\/y.*Give --from/,
    ],
    ['an address without the API', () => ({ status: 404, body: 'no' }), /404.*check --from/],
    ['a list in an envelope', () => ({ body: { data: [] } }), /it is not a list/],
    [
      'an error that is called a success',
      () => ({ body: { error: { message: 'Unknown key' } } }),
      /Unknown key/,
    ],
  ] as [string, () => FakeAnswer, RegExp][])('is refused when it is %s', async (_, wrong, words) => {
    const other = await startFakeSource(wrong);
    const name = unique('refused');
    try {
      const ended = await commands.execute([
        '--from',
        other.address,
        '--api-key',
        'secret-key-1',
        '--website',
        name,
      ]);
      expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(words) as string });
      expect(ended.err).not.toContain('secret-key-1');
      expect(await server.strapi.db.query('api::website.website').count({ where: { name } })).toBe(0);
    } finally {
      await other.stop();
    }
  });
});
