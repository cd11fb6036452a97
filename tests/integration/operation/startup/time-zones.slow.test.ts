import { contentOf, UID, type Content, type TestWebsite } from '../../../fixtures/content';
import { again } from '../../../support/again';
import { connectTo, portOf } from '../../../support/connections';
import { remoteStrapi } from '../../../support/remote-strapi';
import { startServerProcess, type ServerProcess } from '../../../support/server-process';
import { startServer, type TestServer } from '../../../support/strapi';
import { targets } from '../../../support/warmed';

/** Moments that a clock on a wall in New York or Kolkata does not show, shows twice, or showed differently once. */
const MOMENTS = [
  // Not there on New York's clocks: 02:30 on the night to summer time.
  '2026-03-08T02:30:00.000Z',
  '2026-03-08T06:59:59.999Z',
  '2026-03-08T07:00:00.000Z',
  '2026-03-08T07:30:00.001Z',
  // Both are 01:30 in New York, on the night back.
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T06:30:00.000Z',
  // Kolkata was ahead by some odd seconds.
  '1905-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
];

const HOUR = 3_600_000;

const { posts, post, pages, page, links, terms } = targets;

/** A server in a process whose own time zone is another one. */
const startIn = async (zone: string) => {
  const process = await startServerProcess({ environment: { TZ: zone } });
  const connection = connectTo(process.port);
  return {
    process,
    content: contentOf(remoteStrapi(process)),
    text: async (target: string) => (await connection.send('GET', target)).text,
    stop: async () => {
      connection.close();
      await process.stop();
    },
  };
};

describe('servers in different time zones on one database', () => {
  let server: TestServer;
  let content: Content;
  let newYork: Awaited<ReturnType<typeof startIn>>;
  let kolkata: Awaited<ReturnType<typeof startIn>>;
  let here: { content: Content; text(target: string): Promise<string> };
  let website: TestWebsite;

  beforeAll(async () => {
    server = await startServer();
    content = contentOf(server.strapi);
    newYork = await startIn('America/New_York');
    kolkata = await startIn('Asia/Kolkata');
    const connection = connectTo(await portOf(server.strapi.server.httpServer));
    here = { content, text: async (target) => (await connection.send('GET', target)).text };
  });
  // First those that use the database that the last one drops.
  afterAll(async () => {
    await Promise.all([newYork.stop(), kolkata.stop()]);
    await server.stop();
  });
  beforeEach(async () => {
    website = await content.website();
  });

  /** What all of them answer, which must be the same bytes. */
  const answer = async (target: string): Promise<string> => {
    const texts = [await newYork.text(target), await kolkata.text(target), await here.text(target)];
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toBe(texts[0]);
    return texts[0] ?? '';
  };
  const read = async (target: string) => JSON.parse(await answer(target)) as Record<string, unknown>;
  const writers = () => [newYork.content, kolkata.content, here.content];

  it.each(MOMENTS)('write and read %s alike', async (moment) => {
    for (const [index, writer] of writers().entries()) {
      const slug = `post-${index}`;
      const dates = { publishDate: moment, scheduleDate: moment };
      const { documentId } = await again(() => writer.post(website.documentId, { slug, ...dates }));
      expect(await read(post(website, slug))).toMatchObject({ createdAt: moment, scheduleDate: moment });
      // Read and written again by each of the others, as the content manager does at each save.
      for (const other of writers()) {
        if (other === writer) continue;
        await again(() => other.update(UID.post, documentId, { title: `Changed ${index}` }));
        await again(() => other.publish(UID.post, documentId));
        expect(await read(post(website, slug))).toMatchObject({
          title: `Changed ${index}`,
          createdAt: moment,
          scheduleDate: moment,
        });
      }
    }
    expect(JSON.parse(await answer(posts(website)))).toHaveLength(3);
  });

  it('agree on every address, before and after a write of each', async () => {
    const campaign = await again(() =>
      newYork.content.campaign(website.documentId, { htmlTemplate: '{{ city }}' }),
    );
    const { documentId } = await again(() =>
      kolkata.content.page(campaign.documentId, { slug: 'page', variables: { city: 'Berlin' } }),
    );
    await again(() => newYork.content.post(website.documentId, { slug: 'post' }));
    const account = (await content.defaultAccount()).documentId;
    await again(() => kolkata.content.link({ account }));
    const term = await again(() => kolkata.content.category(website.documentId));
    const all = [
      posts(website),
      post(website, 'post'),
      pages(website),
      page(website, 'page'),
      links(website),
      terms(website),
    ];
    const seen = () => Promise.all(all.map(answer));
    const changes = [
      () => newYork.content.update(UID.page, documentId, { variables: { city: 'Delhi' } }, 'published'),
      () => kolkata.content.update(UID.campaign, campaign.documentId, { htmlTemplate: 'In {{ city }}' }),
      () => newYork.content.update(UID.category, term.documentId, { name: 'Renamed' }),
    ];
    let before = await seen();
    for (const change of changes) {
      const start = Date.now();
      await again<unknown>(change);
      const after = await seen();
      expect(after).not.toEqual(before);
      before = after;
      const { updatedAt } = JSON.parse(after[3] ?? '') as { updatedAt: string };
      // Now, and not some hours from it.
      expect(Math.abs(Date.parse(updatedAt) - start)).toBeLessThan(HOUR / 4);
    }
  });

  it('withhold a post until the same moment', async () => {
    await content.update(UID.website, website.documentId, { scheduledPosts: 'withhold' });
    for (const [index, writer] of writers().entries()) {
      for (const [slug, distance] of Object.entries({ due: -HOUR, waiting: HOUR })) {
        const scheduleDate = new Date(Date.now() + distance).toISOString();
        await again(() => writer.post(website.documentId, { slug: `${slug}-${index}`, scheduleDate }));
      }
    }
    const list = JSON.parse(await answer(posts(website))) as { slug: string }[];
    expect(list.map(({ slug }) => slug).sort()).toEqual(['due-0', 'due-1', 'due-2']);
  });

  it('let a replaced key work for the same time', async () => {
    const rotate = async (process: ServerProcess) => {
      const { documentId, key } = await content.website();
      const call = (method: string, ...parameters: unknown[]) =>
        process.run([{ target: 'service', uid: 'plugin::content-delivery.api-keys', method, parameters }]);
      const [[current]] = (await call('valid', [documentId])) as [[{ id: string }]];
      await call('rotate', documentId, current.id, HOUR);
      const [valid] = (await call('valid', [documentId])) as [{ validUntil: Date | null }[]];
      const ends = valid.flatMap(({ validUntil }) => (validUntil ? [validUntil.getTime() - Date.now()] : []));
      expect(ends).toHaveLength(1);
      expect(Math.abs((ends[0] ?? 0) - HOUR)).toBeLessThan(HOUR / 4);
      expect(JSON.parse(await answer(posts({ key })))).toEqual([]);
    };
    await rotate(newYork.process);
    await rotate(kolkata.process);
  });
});
