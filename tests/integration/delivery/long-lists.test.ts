import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { contentOf, UID, type Content, type TestWebsite } from '../../fixtures/content';
import { connectTo, portOf, type Connection, type WireAnswer } from '../../support/connections';
import { startServer, type TestServer } from '../../support/strapi';
import { targets } from '../../support/warmed';
import { COUNT, publishLongPages, publishLongPosts } from './too-large-lists';
import { serviceOf } from '../../support/services';

const { posts, pages } = targets;

describe('a list that is too large for the cache', () => {
  let server: TestServer;
  let content: Content;
  let connection: Connection;
  let website: TestWebsite;
  let campaign: string;
  let post: string;
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
    post = await publishLongPosts(preparing.strapi, website.documentId, COUNT, {
      category: category.documentId,
      tags: [tag.documentId],
      featuredImage: await content.image('/uploads/first.webp'),
    });
    campaign = await publishLongPages(preparing.strapi, website.documentId);
    const whole = connectTo(await portOf(preparing.strapi.server.httpServer));
    for (const target of lists()) kept[target] = await whole.send('GET', target);
    whole.close();
    await preparing.stopAndKeepDatabase();

    const environment = { DELIVERY_CACHE_MB: '1', DELIVERY_CACHE_TAGS: 'Surrogate-Key' };
    server = await startServer(environment, preparing.database);
    content = contentOf(server.strapi);
    connection = connectTo(await portOf(server.strapi.server.httpServer));
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

  it('is cut off, not ended, when the database fails on the way', async () => {
    const { reader } = serviceOf(server.strapi, 'delivery') as {
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
    const { reader } = serviceOf(server.strapi, 'delivery');
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
