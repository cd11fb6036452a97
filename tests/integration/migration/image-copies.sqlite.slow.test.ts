import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';
import type * as KnexModule from 'knex';
import type { IncomingPost } from '../../../src/plugins/content-delivery/server/src/migration';
import { UID, unique } from '../../fixtures/content';
import { PIXEL } from '../../fixtures/pixel';
import { startFakeSource } from '../../support/fake-source';
import { requireOutside } from '../../support/outside';
import { temporaryFolder } from '../../support/temporary-folder';
import { incomingCampaign, incomingPage, incomingPost, openWriterOn } from '../../support/writer';
import { withServer } from '../../support/with-server';

interface Provider {
  uploadStream(file: unknown): Promise<unknown>;
}

describe('the copies of images', () => {
  const environment = { PUBLIC_DIR: temporaryFolder() };
  mkdirSync(path.join(environment.PUBLIC_DIR, 'uploads'));
  const { server, content, api } = withServer(environment);
  let source: Awaited<ReturnType<typeof startFakeSource>>;
  const missing = new Set<string>();

  beforeAll(async () => {
    source = await startFakeSource(({ pathname }) => {
      if (missing.has(pathname)) return undefined;
      return pathname.endsWith('.pdf') ? Buffer.from('%PDF-1.7 plan') : PIXEL;
    });
  });
  beforeEach(() => missing.clear());
  afterAll(() => source.stop());

  const bring = async (
    name: string,
    posts: IncomingPost[],
    {
      mode = 'copy',
      isDryRun = false,
      hosts = [],
      files = false,
    }: { mode?: 'copy' | 'leave'; isDryRun?: boolean; hosts?: string[]; files?: boolean } = {},
  ) => {
    const { address, port } = source;
    const { writer, lines, report, isComplete } = await openWriterOn(server.strapi, {
      website: { name, apiKey: `key of ${name}` },
      images: { mode, base: address, hosts: [`127.0.0.1:${port}`, ...hosts], files },
      isDryRun,
    });
    const outcomes = [];
    for (const post of posts) outcomes.push(await writer.post(post));
    return { writer, outcomes, lines: lines(), counts: report.counts, isComplete: isComplete() };
  };
  /** A post that shows an image of the source. */
  const showing = (slug: string, image: string, more: Partial<IncomingPost> = {}): IncomingPost =>
    incomingPost(slug, {
      featuredImage: { url: `${source.address}/${image}`, alternativeText: null },
      ...more,
    });
  const imageOf = async (name: string, slug: string) =>
    ((await api.blog(`key of ${name}`, { slug })).body as { featuredImage: string }).featuredImage;
  const filesNamed = (name: string) =>
    server.strapi.db.query('plugin::upload.file').findMany({ where: { name } }) as Promise<
      { id: number; alternativeText: string | null }[]
    >;
  const copyOf = (image: string) =>
    expect.stringMatching(new RegExp(`/uploads/${image}_\\w+\\.png$`)) as string;
  /** Something happens whenever a file is handed to where files are kept. */
  const atUpload = (work: () => Promise<void> | void) => {
    const { provider } = server.strapi.plugin('upload') as unknown as { provider: Provider };
    const upload = provider.uploadStream.bind(provider);
    return jest.spyOn(provider, 'uploadStream').mockImplementation(async (file) => {
      await work();
      return upload(file);
    });
  };
  afterEach(() => jest.restoreAllMocks());

  it('are kept while others write to the database', async () => {
    const { knex } = requireOutside<typeof KnexModule>('knex');
    const other = knex(
      (server.strapi.db.connection as Knex & { client: { config: Knex.Config } }).client.config,
    );
    try {
      let writes = 0;
      atUpload(async () => {
        writes += 1;
        await other('strapi_core_store_settings').insert({ key: unique('written-meanwhile'), value: '1' });
      });
      const name = unique('busy');
      const { outcomes, lines } = await bring(name, [showing('a', 'busy.png')]);
      expect({ outcomes, lines, writes }).toEqual({ outcomes: ['made'], lines: [], writes: 1 });
      expect(await imageOf(name, 'a')).toEqual(copyOf('busy'));
      // Remembered as well: it is not copied again.
      await bring(name, [showing('b', 'busy.png')]);
      expect(writes).toBe(1);
    } finally {
      await other('strapi_core_store_settings').where('key', 'like', 'written-meanwhile%').delete();
      await other.destroy();
    }
  });

  it('have files beside them that texts link to, where these are wanted', async () => {
    const { address } = source;
    const html = `<a href="${address}/plan.pdf#page=2">Plan</a> <a href="${address}/about">x</a> <a href="${address}/page.docx">y</a>`;
    const posts = [incomingPost('a', { content: html })];
    const contentIn = async (name: string) =>
      ((await api.blog(`key of ${name}`, { slug: 'a' })).body as { content: string }).content;
    const without = unique('without');
    await bring(without, posts);
    expect(await contentIn(without)).toBe(html);
    const name = unique('linked');
    const { lines } = await bring(name, posts, { files: true });
    expect(await contentIn(name)).toMatch(
      new RegExp(
        `^<a href="https?://[^"]*/uploads/plan_\\w+\\.pdf">Plan</a> <a href="${address}/about">x</a> <a href="https?://[^"]*/uploads/page_\\w+\\.png">y</a>$`,
      ),
    );
    expect(lines).toEqual([]);
    // What came without them is looked at again.
    expect((await bring(without, posts, { files: true })).outcomes).toEqual(['updated']);
    expect(await contentIn(without)).toMatch(/plan_\w+\.pdf/);
    expect((await bring(without, posts, { files: true })).outcomes).toEqual(['unchanged']);
  });

  it('that cannot be kept are in the report, and tried again by the next run', async () => {
    const failing = atUpload(() => {
      throw new Error('The bucket is out of reach.');
    });
    const name = unique('bucket');
    const posts = [showing('a', 'kept.png'), incomingPost('b')];
    const first = await bring(name, posts);
    expect(first.outcomes).toEqual(['made', 'made']);
    expect(first.lines).toEqual([
      `altered: image ${source.address}/kept.png: It was not copied; its address stays in the content. The media library did not take it: The bucket is out of reach.`,
    ]);
    expect(await imageOf(name, 'a')).toBe(`${source.address}/kept.png`);
    failing.mockRestore();
    const second = await bring(name, posts);
    expect(second).toMatchObject({ outcomes: ['updated', 'unchanged'], lines: [] });
    expect(await imageOf(name, 'a')).toEqual(copyOf('kept'));
  });

  it('are one for both of http and https on a host of the source, where a failure of one is none of the other', async () => {
    const name = unique('schemes');
    const [one, two] = [`${unique('one')}.png`, `${unique('two')}.png`];
    const secure = source.address.replace('http:', 'https:');
    const post = (slug: string, address: string) => incomingPost(slug, { content: `<img src="${address}">` });
    // The source speaks no TLS: what https shows is what http has brought.
    const { lines } = await bring(name, [
      post('a', `${source.address}/${one}`),
      post('b', `${secure}/${one}`),
      post('c', `${secure}/${two}`),
      post('d', `${source.address}/${two}`),
    ]);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^altered: image ${secure}/${two}: It was not copied`)),
    ]);
    expect([await filesNamed(one), await filesNamed(two)]).toEqual([
      [expect.anything()],
      [expect.anything()],
    ]);
    const contents = await server.strapi.db
      .query(UID.post)
      .findMany({ where: { website: { name }, publishedAt: null }, orderBy: { slug: 'asc' } });
    expect((contents as { content: string }[]).map(({ content: html }) => html)).toEqual([
      expect.stringContaining('/uploads/'),
      expect.stringContaining('/uploads/'),
      `<img src="${secure}/${two}">`,
      expect.stringContaining('/uploads/'),
    ]);
  });

  it('are not asked for again and again from a server that cannot be reached', async () => {
    const name = unique('unreachable');
    const gone = 'http://127.0.0.1:1';
    const posts = ['a', 'b', 'c', 'd'].map((slug) =>
      incomingPost(slug, { featuredImage: { url: `${gone}/${slug}.png`, alternativeText: null } }),
    );
    const { lines } = await bring(name, posts, { hosts: ['127.0.0.1:1'] });
    expect(lines.map((line) => line.replace(/^.* stays in the content\. /, ''))).toEqual([
      'It could not be fetched: ECONNREFUSED.',
    ]);
    expect(await imageOf(name, 'd')).toBe(`${gone}/d.png`);
  });

  it('get an alternative text where the image was met before without one, and keep one that they have', async () => {
    const alternative = unique('alt');
    const at = `${source.address}/${alternative}.png`;
    const name = unique('described');
    const featured = (slug: string, alternativeText: string) =>
      incomingPost(slug, { featuredImage: { url: at, alternativeText } });
    await bring(name, [
      incomingPost('a', { content: `<img src="${at}">` }),
      featured('b', 'A kettle'),
      featured('c', 'Another text'),
    ]);
    expect(await filesNamed(`${alternative}.png`)).toEqual([
      expect.objectContaining({ alternativeText: 'A kettle' }),
    ]);
  });

  describe('that are still open', () => {
    const NOTE = 'Its images would be imported again, but it was changed here since. What is here stays.';

    it('make no conflict of what was changed here, as nothing was at the source', async () => {
      const name = unique('open');
      missing.add('/late.png');
      const campaign = async (writer: Awaited<ReturnType<typeof bring>>['writer'], version = '1') => {
        await writer.campaign(incomingCampaign());
        return writer.pages([
          incomingPage('edited-page', { version, html: `<img src="${source.address}/late.png">` }),
        ]);
      };
      const posts = [showing('edited', 'late.png'), showing('untouched', 'late.png')];
      const first = await bring(name, posts);
      expect(first.lines).toHaveLength(1);
      await campaign(first.writer);
      for (const [uid, slug, data] of [
        [UID.post, 'edited', { featuredImageUrl: 'https://images.example.com/ours.png' }],
        [UID.page, 'edited-page', { html: '<p>Ours</p>' }],
      ] as const) {
        const where = { slug, publishedAt: null };
        const { documentId } = (await server.strapi.db.query(uid).findOne({ where })) as {
          documentId: string;
        };
        await content.update(uid, documentId, data, 'published');
      }

      missing.clear();
      const second = await bring(name, posts);
      expect(await campaign(second.writer)).toEqual(['unchanged']);
      expect(second).toMatchObject({ outcomes: ['unchanged', 'updated'], isComplete: true });
      expect(second.lines).toEqual([`note: post edited: ${NOTE}`]);
      expect(await imageOf(name, 'edited')).toBe('https://images.example.com/ours.png');
      expect(await imageOf(name, 'untouched')).toEqual(copyOf('late'));

      const changed = posts.map((post) => ({ ...post, version: '2' }));
      const third = await bring(name, changed);
      expect(third).toMatchObject({ outcomes: ['unchanged', 'updated'], isComplete: false });
      expect(third.lines).toEqual([
        'altered: post edited: It was changed at the source and here. What is here stays.',
      ]);
    });

    it('since they were left first, make none either', async () => {
      const name = unique('left');
      const posts = [showing('l1', 'left.png'), showing('l2', 'left.png')];
      await bring(name, posts, { mode: 'leave' });
      const { documentId } = (await server.strapi.db
        .query(UID.post)
        .findOne({ where: { slug: 'l1', website: { name } } })) as { documentId: string };
      await content.update(UID.post, documentId, { title: 'Ours' }, 'published');
      const { outcomes, lines } = await bring(name, posts);
      expect({ outcomes, lines }).toEqual({
        outcomes: ['unchanged', 'updated'],
        lines: [`note: post l1: ${NOTE}`],
      });
      expect(await imageOf(name, 'l2')).toEqual(copyOf('left'));
    });
  });

  it.each([
    ['a line break', 'a\nb.png', 'ab.png'],
    ['a tab', 'a\tb.png', 'ab.png'],
    ['NUL', 'a\0b.png', 'a%00b.png'],
    ['half of a character', 'a\ud800b.png', 'a%EF%BF%BDb.png'],
    ['nothing of the kind', 'ü b.png', 'ü b.png'],
  ])('do not cost the post when their address has %s in it', async (_, image, stored) => {
    const at = 'https://images.example.com';
    const name = unique('address');
    const posts = [incomingPost('a', { featuredImage: { url: `${at}/${image}`, alternativeText: null } })];
    const dry = await bring(name, posts, { mode: 'leave', isDryRun: true });
    const run = await bring(name, posts, { mode: 'leave' });
    expect(run).toMatchObject({ outcomes: ['made'], lines: [] });
    expect([run.lines, run.counts]).toEqual([dry.lines, dry.counts]);
    expect(await imageOf(name, 'a')).toBe(`${at}/${stored}`);
  });
});
