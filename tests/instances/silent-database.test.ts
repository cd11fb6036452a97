import { contentOf, UID, type Content, type TestWebsite } from '../fixtures/content';
import { createTestDatabase } from '../support/databases';
import { createRelay } from '../support/relay';
import { startServer, type TestServer } from '../support/strapi';
import { until } from '../support/until';
import { expectExactly, targets, warmingRequestsTo, type WarmingRequests } from '../support/warmed';

const { post, posts, terms } = targets;
const STALE = 'database-unreachable';

/** Its machine has lost its power, or a firewall drops what is sent to it: nothing is refused. */
describe('while the database says nothing', () => {
  let relay: Awaited<ReturnType<typeof createRelay>>;
  let server: TestServer;
  let api: WarmingRequests;
  let content: Content;
  let website: TestWebsite;
  let tag: string;

  beforeAll(async () => {
    const database = await createTestDatabase();
    const { DATABASE_HOST: host, DATABASE_PORT: port } = database.environment;
    relay = await createRelay({ host, port: Number(port) });
    server = await startServer({ DATABASE_PORT: String(relay.port) }, database);
    jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    api = await warmingRequestsTo(server);
    content = contentOf(server.strapi);
    website = await content.website();
    tag = (await content.tag(website.documentId, 'Before')).documentId;
    await content.post(website.documentId, { slug: 'cold' });
    for (const target of [posts(website), terms(website)]) await api.warm(target, {});
  });
  afterAll(async () => {
    api?.close();
    await server?.stop();
    await relay?.begin();
    jest.restoreAllMocks();
  });

  // If each request waited for the database, this would take minutes.
  it('cached responses are served at once, what is not cached is a 503, and all is fresh when it is back', async () => {
    relay.fallSilent();
    try {
      for (let n = 0; n < 20; n += 1) {
        expectExactly(await api.get(posts(website)), {}, STALE);
        expectExactly(await api.get(post(website, 'cold')), 503);
        expectExactly(await api.get(posts({ key: 'unknown' })), 503);
        expect((await api.get('/_ready')).status).toBe(503);
      }
    } finally {
      relay.speakAgain();
    }
    await until('a current answer', async () => !(await api.get(posts(website))).headers['x-stale']);
    await content.update(UID.tag, tag, { name: 'After' });
    expectExactly(await api.get(terms(website)), { tags: [{ name: 'After' }] });
    expectExactly(await api.get(post(website, 'cold')), { slug: 'cold' });
    expectExactly(await api.get(posts({ key: 'unknown' })), 401);
    expect((await api.get('/_ready')).status).toBe(200);
  }, 60_000);
});
