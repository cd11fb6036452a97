import http from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { TestDatabase } from '../../support/databases';
import { contentOf, unique, UID, type Content, type TestWebsite } from '../../fixtures/content';
import { carriedOver } from '../../support/carried-over';
import { multiply } from '../../support/copied-rows';
import { connectTo, portOf, type Connection, type WireAnswer } from '../../support/connections';
import { openSlowly, textOf } from '../../support/slow-reader';
import { startServer, type TestServer } from '../../support/strapi';
import { expectExactly, targets } from '../../support/warmed';

const { posts, pages } = targets;

/** More than a batch has; together more than the cache of one megabyte keeps, and than is read at once where it is kept. */
const COUNT = 600;
const LONG_TEXT = 'Long “quoted” text, ends with a backslash \\ '.repeat(340);

/** Of another website: too much for the cache too. */
const NEIGHBOURS = 90;

describe('a list that is too large for the cache', () => {
  let database: TestDatabase;
  let server: TestServer;
  let content: Content;
  let port: number;
  let connection: Connection;
  let website: TestWebsite;
  let campaign: string;
  let post: string;
  let neighbour: TestWebsite;
  /** The same bytes from a server whose cache is large enough. */
  const kept: Record<string, WireAnswer> = {};

  beforeAll(async () => {
    const preparing = await startServer();
    content = contentOf(preparing.strapi);
    website = await content.website();
    const [category, tag] = [
      await content.category(website.documentId),
      await content.tag(website.documentId),
    ];
    const featuredImage = await content.image('/uploads/first.webp');
    const made = await carriedOver(() =>
      content.post(website.documentId, {
        slug: 'first',
        metaDescription: LONG_TEXT,
        category: category.documentId,
        tags: [tag.documentId],
        featuredImage,
      }),
    );
    post = made.documentId;
    const tableOf = (uid: string) => preparing.strapi.db.metadata.get(uid).tableName;
    await multiply(
      preparing.strapi,
      {
        table: tableOf(UID.post),
        link: 'posts_website_lnk',
        owner: 'post_id',
        change: (n) => ({ slug: `copy-${n}`, title: `Copy ${n}`, unique_key: unique('key') }),
      },
      post,
      COUNT,
    );
    campaign = (await content.campaign(website.documentId)).documentId;
    const page = await content.page(campaign, { slug: 'page', variables: { text: LONG_TEXT, name: 'Ü' } });
    await multiply(
      preparing.strapi,
      {
        table: tableOf(UID.page),
        link: 'pseo_pages_campaign_lnk',
        owner: 'pseo_page_id',
        change: (n) => ({ slug: `page/${(n * 7919) % COUNT}`, unique_key: unique('key') }),
      },
      page.documentId,
      COUNT,
    );
    neighbour = await content.website();
    const besides = await carriedOver(() =>
      content.post(neighbour.documentId, { slug: 'first', metaDescription: LONG_TEXT }),
    );
    await multiply(
      preparing.strapi,
      {
        table: tableOf(UID.post),
        link: 'posts_website_lnk',
        owner: 'post_id',
        change: (n) => ({ slug: `copy-${n}`, title: `Copy ${n}`, unique_key: unique('key') }),
      },
      besides.documentId,
      NEIGHBOURS,
    );
    const whole = connectTo(await portOf(preparing.strapi.server.httpServer));
    for (const target of lists()) kept[target] = await whole.send('GET', target);
    whole.close();
    await preparing.stopAndKeepDatabase();
    database = preparing.database;

    server = await startServer({ DELIVERY_CACHE_MB: '1', DELIVERY_CACHE_TAGS: 'Surrogate-Key' }, database);
    content = contentOf(server.strapi);
    port = await portOf(server.strapi.server.httpServer);
    connection = connectTo(port);
  });
  afterAll(async () => {
    connection.close();
    await server.stop();
  });

  const lists = (): string[] => [posts(website), pages(website), pages(website, { campaignId: campaign })];
  const get = (target: string, headers: Record<string, string> = {}) =>
    connection.send('GET', target, headers);

  it('has the bytes that it would have out of the cache', async () => {
    for (const target of lists()) {
      const answer = await get(target);
      expect(answer.status).toBe(200);
      expect((JSON.parse(answer.text) as unknown[]).length).toBe(COUNT);
      expect(answer.text === kept[target]?.text).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'transfer-encoding': 'chunked',
        'cache-control': 'public, max-age=0, must-revalidate',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        etag: expect.stringMatching(/^"[^"]+"$/) as string,
        vary: 'Accept-Encoding',
      });
      expect(answer.headers).not.toHaveProperty('content-length');
    }
  });

  it('comes compressed where the caller takes that, each encoding under a tag of its own', async () => {
    for (const target of lists()) {
      const [plain, br, gzip] = [
        await get(target, { 'Accept-Encoding': 'identity' }),
        await get(target, { 'Accept-Encoding': 'br, gzip' }),
        await get(target, { 'Accept-Encoding': 'gzip' }),
      ];
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect((await promisify(brotliDecompress)(br.bytes)).equals(plain.bytes)).toBe(true);
      expect((await promisify(gunzip)(gzip.bytes)).equals(plain.bytes)).toBe(true);
      expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    }
  });

  it('is not sent again to whoever has it, and HEAD tells its headers', async () => {
    const tags = new Set<string>();
    for (const target of lists()) {
      const { headers } = await get(target);
      const etag = headers.etag as string;
      tags.add(etag);
      const again = await get(target, { 'If-None-Match': etag });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      const keys = expect.stringMatching(`^w-${website.documentId} (terms|pages)-`) as string;
      expect(headers).toMatchObject({ 'surrogate-key': keys });
      expect(again.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'surrogate-key': keys });
      const head = await connection.send('HEAD', target);
      expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
      expect(head.headers).toMatchObject({ etag, 'content-type': 'application/json; charset=utf-8' });
    }
    expect(tags.size).toBe(lists().length);
  });

  it('shows a change at once, under another tag', async () => {
    const before = await get(posts(website));
    await content.update(UID.post, post, { title: 'Changed' }, 'published');
    const after = await get(posts(website), { 'If-None-Match': before.headers.etag as string });
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const titles = (JSON.parse(after.text) as { title: string }[]).map(({ title }) => title);
    expect(titles.filter((title) => title === 'Changed')).toHaveLength(1);
  });

  it('has another tag after a restore, though its revisions come again', async () => {
    const before = await get(posts(website));
    await server.strapi.db
      .connection('content_delivery_revisions')
      .where({ scope: 'history' })
      .update({ revision: 1 });
    const after = await get(posts(website), { 'If-None-Match': before.headers.etag as string });
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('is of one moment, however slowly it is read', async () => {
    const before = (await get(posts(website))).text;
    const reading = await openSlowly(port, posts(website));
    const changed = JSON.parse(before) as { slug: string }[];
    await content.update(UID.post, post, { metaTitle: 'Changed while somebody read' }, 'published');
    await server.strapi.db
      .connection('posts')
      .update({ meta_title: 'Changed too' })
      .where('slug', 'like', 'copy-%');
    expect((await textOf(reading)) === before).toBe(true);
    const after = JSON.parse((await get(posts(website))).text) as { slug: string; metaTitle: string }[];
    expect(after.map(({ slug }) => slug).sort()).toEqual(changed.map(({ slug }) => slug).sort());
    expect(after.every(({ metaTitle }) => metaTitle.startsWith('Changed'))).toBe(true);
  });

  it('does not wait for readers who have gone', async () => {
    const gone = await Promise.all(Array.from({ length: 5 }, () => get(posts(website)).then(() => null)));
    expect(gone).toHaveLength(5);
    // None of it is a fault of the server, or printed past its log.
    const printed = jest.spyOn(process.stderr, 'write');
    const trouble = jest.spyOn(server.strapi.log, 'error');
    for (let round = 0; round < 3; round += 1) {
      // As many as one website may have.
      const abandoned = await Promise.all([1, 2].map(() => openSlowly(port, posts(website))));
      for (const incoming of abandoned) incoming.destroy();
      expect((await get(posts(website))).status).toBe(200);
    }
    expect(trouble).not.toHaveBeenCalled();
    expect(printed).not.toHaveBeenCalled();
    trouble.mockRestore();
    printed.mockRestore();
  });

  it('leaves places for the lists of other websites, and says when to ask again where there is none', async () => {
    const etag = (await get(posts(website))).headers.etag as string;
    const slow = await Promise.all([1, 2].map(() => openSlowly(port, posts(website))));
    const trouble = jest.spyOn(server.strapi.log, 'error');
    try {
      // Two who read nothing hold what one website may hold.
      const waiting = get(pages(website));
      const gone = http
        .get({ host: '127.0.0.1', port, path: posts(website), agent: false })
        .on('error', () => undefined);
      for (let n = 0; n < 3; n += 1) {
        const answer = await get(posts(neighbour));
        expect(answer.status).toBe(200);
        expect(JSON.parse(answer.text)).toHaveLength(NEIGHBOURS);
      }
      expect((await get(posts(website), { 'If-None-Match': etag })).status).toBe(304);
      expect((await connection.send('HEAD', posts(website))).status).toBe(200);
      gone.destroy();

      const refused = await waiting;
      expectExactly(refused, 503);
      expect(refused.text).toContain('Too many long lists are being read at the moment.');
      expect(refused.headers).toMatchObject({ 'retry-after': '10', 'access-control-allow-origin': '*' });
    } finally {
      for (const incoming of slow) incoming.destroy();
    }
    // Whoever goes gives the place back, and so does whoever went while waiting for one.
    const answers = await Promise.all(
      [posts(website), pages(website), posts(website)].map((target) => get(target)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(trouble).not.toHaveBeenCalled();
    trouble.mockRestore();
  });

  it('is cut off, not ended, when the database fails on the way', async () => {
    const { reader } = server.strapi.plugin('content-delivery').service('delivery') as {
      reader: { session(): Promise<{ snapshot: { rows(...some: unknown[]): Promise<unknown[]> } }> };
    };
    const session = reader.session.bind(reader);
    const error = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    const spy = jest.spyOn(reader, 'session').mockImplementation(async () => {
      const opened = await session();
      const { rows } = opened.snapshot;
      let reads = 0;
      opened.snapshot.rows = (...some) => {
        reads += 1;
        return reads < 7 ? rows(...some) : Promise.reject(new Error('The disk is gone.'));
      };
      return opened;
    });
    await expect(get(posts(website))).rejects.toThrow(/aborted|socket hang up/);
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ message: 'The disk is gone.' }));
    spy.mockRestore();
    error.mockRestore();
    expect((await get(posts(website))).status).toBe(200);
  });

  it('is an error in the usual shape when the database fails before the first byte', async () => {
    const { reader } = server.strapi.plugin('content-delivery').service('delivery') as {
      reader: { session(): Promise<never> };
    };
    const error = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    const spy = jest
      .spyOn(reader, 'session')
      .mockRejectedValue(Object.assign(new Error('Not now.'), { status: 503, expose: true }));
    const answer = await get(posts(website));
    spy.mockRestore();
    error.mockRestore();
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ data: null, error: { status: 503 } });
    expect((await get(posts(website))).status).toBe(200);
  });
});
