import http from 'node:http';
import { UID, type TestWebsite } from '../../fixtures/content';
import { connectTo, portOf, type Connection } from '../../support/connections';
import { openSlowly, textOf } from '../../support/slow-reader';
import { expectExactly, targets } from '../../support/warmed';
import { withServer } from '../../support/with-server';
import { COUNT, publishLongPages, publishLongPosts } from './too-large-lists';

const { posts, pages } = targets;

/** Posts of another website: too much for the cache too. */
const NEIGHBOURS = 90;

describe('a list that is too large for the cache, and is read slowly,', () => {
  const { server, content, withWebsite } = withServer({ DELIVERY_CACHE_MB: '1' });
  let port: number;
  let connection: Connection;
  const website = withWebsite();
  let post: string;
  let neighbour: TestWebsite;

  beforeAll(async () => {
    post = await publishLongPosts(server.strapi, website.documentId, COUNT);
    await publishLongPages(server.strapi, website.documentId);
    neighbour = await content.website();
    await publishLongPosts(server.strapi, neighbour.documentId, NEIGHBOURS);
    port = await portOf(server.strapi.server.httpServer);
    connection = connectTo(port);
  });
  afterAll(() => connection.close());

  const get = (target: string, headers: Record<string, string> = {}) =>
    connection.send('GET', target, headers);

  it('is of one moment', async () => {
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
});
