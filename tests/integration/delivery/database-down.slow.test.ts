import { contentOf, unique, UID, type Content, type TestWebsite } from '../../fixtures/content';
import { createTestDatabase, databaseKind } from '../../support/databases';
import { createRelay } from '../../support/relay';
import { resumeClock, stopClockAt } from '../../support/clock';
import { startServerWithOutage, type Outage } from '../../support/outage';
import { portsOfShortReads, shortReadsOf } from '../../support/short-reads';
import { standStill } from '../../support/standing-still';
import { startServer, type TestServer } from '../../support/strapi';
import { expectExactly, targets, warmingRequestsTo, type WarmingRequests } from '../../support/warmed';

const { posts, post, links, pages, page, terms } = targets;
const STALE = 'database-unreachable';
const MINUTE = 60_000;
const NOON = '2031-05-01T12:00:00.000Z';
const AN_HOUR_LATER = '2031-05-01T13:00:00.000Z';

describe('while the database is out of reach', () => {
  let server: TestServer;
  let outage: Outage;
  let stop: () => Promise<void>;
  let content: Content;
  let api: WarmingRequests;
  let website: TestWebsite;
  let tag: string;
  let finished: string[];
  let unfinished: string[];

  const start = async (environment: Record<string, string> = {}): Promise<void> => {
    ({ server, outage, stop } = await startServerWithOutage(environment));
    // What the server says of the outage is not what the test run says.
    jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    content = contentOf(server.strapi);
    api = await warmingRequestsTo(server);
    website = await content.website();
    tag = (await content.tag(website.documentId, 'Before')).documentId;
    await content.post(website.documentId, { slug: 'post' });
    await content.post(website.documentId, { slug: 'cold' });
    await content.link({ account: (await content.defaultAccount()).documentId });
    const campaign = await content.campaign(website.documentId);
    await content.page(campaign.documentId, { slug: 'page' });
    await content.page(campaign.documentId, { slug: 'cold' });
    finished = [
      posts(website),
      post(website, 'post'),
      links(website),
      pages(website),
      page(website, 'page'),
      terms(website),
    ];
    unfinished = [
      post(website, 'cold'),
      post(website, 'none'),
      page(website, 'cold'),
      pages(website, { campaignId: campaign.documentId }),
      posts({ key: 'unknown' }),
    ];
  };
  const finish = async (): Promise<void> => {
    resumeClock();
    api.close();
    await stop();
    jest.restoreAllMocks();
  };

  describe('with the default of ten minutes', () => {
    beforeAll(() => start());
    beforeEach(() => stopClockAt(NOON));
    afterEach(resumeClock);
    afterAll(finish);

    it('cached responses are served and say that they may be stale; afterwards they are fresh again', async () => {
      const before = [];
      for (const target of finished) before.push(await api.warm(target, {}));

      await outage.begin();
      try {
        for (const [index, target] of finished.entries()) {
          const known = before[index];
          const answer = await api.get(target);
          expectExactly(answer, {}, STALE);
          expect({ text: answer.text, etag: answer.headers.etag }).toEqual({
            text: known?.text,
            etag: known?.headers.etag,
          });
          const head = await api.send('HEAD', target);
          expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
          expect(head.headers).toMatchObject({ 'x-stale': STALE, etag: known?.headers.etag });
          const unmodified = await api.get(target, { 'If-None-Match': known?.headers.etag ?? '' });
          expect({ status: unmodified.status, text: unmodified.text }).toEqual({ status: 304, text: '' });
          expect(unmodified.headers).toMatchObject({
            'x-stale': STALE,
            etag: known?.headers.etag,
            vary: 'Accept-Encoding',
            'cache-control': 'no-store',
          });
        }
        // An address that was never asked before, for bytes that are finished.
        expectExactly(await api.get(`${posts(website)}&unknown=1`), {}, STALE);
      } finally {
        await outage.end();
      }

      for (const [index, target] of finished.entries()) {
        const answer = await api.get(target);
        expectExactly(answer, {});
        expect(answer.text).toBe(before[index]?.text);
      }
      await content.update(UID.tag, tag, { name: 'After' });
      expectExactly(await api.get(terms(website)), { tags: [{ name: 'After' }] });
    });

    it('what is not finished is a 503 that shows nothing internal', async () => {
      for (const target of finished) await api.warm(target, {});
      await outage.begin();
      try {
        for (const target of unfinished) {
          const answer = await api.get(target);
          expectExactly(answer, 503);
          expect(JSON.parse(answer.text)).toEqual({
            data: null,
            error: {
              status: 503,
              name: 'ServiceUnavailableError',
              message: 'The content cannot be read at the moment. Please try again shortly.',
              details: {},
            },
          });
          expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
        }
      } finally {
        await outage.end();
      }
      expectExactly(await api.get(post(website, 'cold')), { slug: 'cold' });
      expectExactly(await api.get(post(website, 'none')), 404);
      expectExactly(await api.get(posts({ key: 'unknown' })), 401);
    });

    it('what is known to be gone does not come back: content, and keys', async () => {
      const [gone, kept] = ['gone', 'kept'];
      const { documentId } = await content.post(website.documentId, { slug: gone });
      await content.post(website.documentId, { slug: kept });
      const moving = await content.website({ account: (await content.defaultAccount()).documentId });
      await content.post(moving.documentId, { slug: gone });
      await content.post(moving.documentId, { slug: kept });
      for (const slug of [gone, kept]) {
        await api.warm(post(website, slug), { slug });
        await api.warm(post(moving, slug), { slug });
      }
      await content.unpublish(UID.post, documentId);
      expectExactly(await api.get(post(website, gone)), 404);
      const key = unique('key');
      await content.update(UID.website, moving.documentId, { apiKey: key });
      expectExactly(await api.get(post({ key }, gone)), { slug: gone });

      await outage.begin();
      try {
        expectExactly(await api.get(post(website, gone)), 503);
        expectExactly(await api.get(post(website, kept)), { slug: kept }, STALE);
        // Nobody has asked with the old key since, but the website is known to have changed.
        for (const slug of [gone, kept]) expectExactly(await api.get(post(moving, slug)), 503);
        for (const slug of [gone, kept]) expectExactly(await api.get(post({ key }, slug)), { slug }, STALE);
      } finally {
        await outage.end();
      }
      expectExactly(await api.get(post(website, gone)), 404);
      expectExactly(await api.get(post(moving, gone)), 401);
    });

    it('cached responses are served for ten minutes and no longer; each outage has its own', async () => {
      // What has gone by counts, wherever the server's clock is set to meanwhile.
      const passed = performance.now.bind(performance);
      let ahead = 0;
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => passed() + ahead);
      for (let round = 0; round < 2; round += 1) {
        stopClockAt(NOON);
        for (const target of finished) await api.warm(target, {});
        await outage.begin();
        try {
          for (const target of finished) expectExactly(await api.get(target), {}, STALE);
          stopClockAt(AN_HOUR_LATER);
          for (const target of finished) expectExactly(await api.get(target), {}, STALE);
          ahead += 9 * MINUTE;
          for (const target of finished) expectExactly(await api.get(target), {}, STALE);
          stopClockAt(NOON);
          ahead += MINUTE;
          for (const target of finished) expectExactly(await api.get(target), 503);
        } finally {
          await outage.end();
        }
        for (const target of finished) expectExactly(await api.get(target), {});
      }
      clock.mockRestore();
    });
  });

  describe('with DELIVERY_STALE_SECONDS=0', () => {
    beforeAll(() => start({ DELIVERY_STALE_SECONDS: '0' }));
    afterAll(finish);

    it('nothing is served that may be stale', async () => {
      for (const target of finished) await api.warm(target, {});
      await outage.begin();
      try {
        for (const target of [...finished, ...unfinished]) expectExactly(await api.get(target), 503);
      } finally {
        await outage.end();
      }
      for (const target of finished) expectExactly(await api.get(target), {});
    });
  });
});

/** SQLite is reached by no connection that could be lost. */
if (databaseKind() !== 'sqlite') {
  describe('with two connections for short reads', () => {
    let relay: Awaited<ReturnType<typeof createRelay>>;
    let server: TestServer;
    let api: WarmingRequests;
    let content: Content;
    let website: TestWebsite;

    beforeAll(async () => {
      const database = await createTestDatabase();
      const { DATABASE_HOST: host, DATABASE_PORT: port } = database.environment;
      relay = await createRelay({ host, port: Number(port) });
      server = await startServer({ DATABASE_PORT: String(relay.port) }, database);
      api = await warmingRequestsTo(server);
      content = contentOf(server.strapi);
      website = await content.website();
    });
    afterAll(async () => {
      api.close();
      await server.stop();
      await relay.begin();
    });

    const ports = () => portsOfShortReads(server.strapi);
    /** Resolves when one of them is taken for the next read. */
    const nextRead = (): Promise<void> =>
      new Promise((resolve) => {
        const client = shortReadsOf(server.strapi);
        const acquire = jest.spyOn(client, 'acquireConnection');
        acquire.mockImplementationOnce(() => {
          acquire.mockRestore();
          resolve();
          return client.acquireConnection();
        });
      });

    it('nothing is stale and nothing a 503 while one is lost; it is replaced', async () => {
      const { documentId } = await content.post(website.documentId, { slug: 'post', title: 'n0' });
      const target = post(website, 'post');
      await api.warm(target, { title: 'n0' });
      const before = await ports();
      relay.lose(before[0] as number);

      let written = 0;
      const deadline = performance.now() + 9_000;
      const read = async (): Promise<void> => {
        while (performance.now() < deadline) {
          const least = written;
          const answer = await api.get(target);
          expectExactly(answer, {});
          expect(
            Number((JSON.parse(answer.text) as { title: string }).title.slice(1)),
          ).toBeGreaterThanOrEqual(least);
        }
      };
      const write = async (): Promise<void> => {
        for (let n = 1; performance.now() < deadline; n += 1) {
          await content.update(UID.post, documentId, { title: `n${n}` }, 'published');
          written = n;
        }
      };
      await Promise.all([write(), ...Array.from({ length: 8 }, read)]);
      expect(written).toBeGreaterThan(0);
      expect((await ports()).includes(before[0] as number)).toBe(false);
    });

    it('a request that has only the lost one to ask is answered all the same', async () => {
      const target = terms(website);
      await api.warm(target, {});
      relay.lose((await ports())[0] as number);
      const asked = nextRead();
      const waiting = api.get(target);
      // Who comes before shares this read; others are answered on the other connection.
      await asked;
      while (!(await Promise.race([waiting.then(() => true), api.get(target).then(() => false)])));
      expectExactly(await waiting, {});
    });

    it('the database is not out of reach for a process that stood still for longer than it may take', async () => {
      const target = terms(website);
      await api.warm(target, {});
      void nextRead().then(() => setImmediate(standStill, 6_000));
      expectExactly(await api.get(target), {});
    });
  });
}
