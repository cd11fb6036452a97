import { contentOf, unique, UID, type Content, type TestWebsite } from '../../fixtures/content';
import { again } from '../../support/again';
import { apiKeysOf } from '../../support/api-keys';
import { documentsOf } from '../../support/documents';
import { startEventReceiver, type EventReceiver, type ReceivedEvent } from '../../support/event-receiver';
import { startServerProcess, type ServerProcess } from '../../support/server-process';
import { startServer, type TestServer } from '../../support/strapi';
import { until } from '../../support/until';

const WEBHOOK = 'plugin::content-delivery.webhook';
const NETWORKS = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

type Calls = Record<string, (...parameters: never[]) => Promise<unknown>>;

/** The same, tried again when another process was saving. */
const patient = <Made extends object>(made: Made): Made =>
  new Proxy(made, {
    get:
      (target, name) =>
      (...parameters: never[]) =>
        again(async () => (target as Calls)[String(name)]?.(...parameters)),
  });

describe('webhooks, sent by several instances', () => {
  let server: TestServer;
  let content: Content;
  let instances: ServerProcess[] = [];
  let receiver: EventReceiver;

  beforeAll(async () => {
    // It writes only: it listens nowhere.
    server = await startServer(NETWORKS);
    content = patient(contentOf(server.strapi));
    instances = await Promise.all([1, 2].map(() => start()));
  });
  beforeEach(async () => {
    receiver = await startEventReceiver();
  });
  afterEach(async () => {
    const webhooks = patient(documentsOf(server.strapi, WEBHOOK));
    for (const { documentId } of await webhooks.findMany({})) await webhooks.delete({ documentId });
    await receiver.stop();
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await server.stop();
  });

  const start = () => startServerProcess({ environment: NETWORKS });
  const other = (place: number): ServerProcess => instances[place % instances.length] as ServerProcess;
  const site = async (data: Record<string, unknown> = {}): Promise<TestWebsite> =>
    content.website({ account: (await content.account()).documentId, ...data });
  const hook = (website: string) =>
    patient(documentsOf(server.strapi, WEBHOOK)).create({ data: { website, url: receiver.url, events: [] } });
  const read = async (key: string, path: string): Promise<{ status: number; text: string }> => {
    const port = other(receiver.received.length).port;
    const join = path.includes('?') ? '&' : '?';
    const response = await fetch(`http://127.0.0.1:${port}/api/${path}${join}apiKey=${key}`);
    return { status: response.status, text: await response.text() };
  };
  const idsOf = (events: readonly ReceivedEvent[]): string[] =>
    events.map(({ headers }) => headers['webhook-id'] ?? '');

  it('tell of what whoever reads at once reads already, whichever the event and the instance', async () => {
    const website = await site({ scheduledPosts: 'withhold' });
    const id = website.documentId;
    const account = (
      (await documentsOf(server.strapi, UID.website).findFirst({
        filters: { documentId: id },
        populate: ['account'],
      })) as unknown as { account: { documentId: string } }
    ).account.documentId;
    await hook(id);
    /** What is to be read from now on, by the type of the event that says so. */
    const expected = new Map<string, { path: string; status?: number; text: string }[]>();
    const seen: string[] = [];
    const stale: string[] = [];
    receiver.answerWith(async ({ body }, response) => {
      for (const { path, status = 200, text } of expected.get(body.type) ?? []) {
        const answer = await read(website.key, path);
        if (answer.status !== status || !answer.text.includes(text)) {
          stale.push(`${body.type}: ${path} ${answer.status} ${answer.text}`);
        }
      }
      seen.push(body.type);
      response.end();
    });
    const told = async (
      type: string,
      path: string,
      text: string,
      status = 200,
      change: () => Promise<unknown>,
    ) => {
      expected.set(type, [{ path, text, status }]);
      const before = seen.filter((one) => one === type).length;
      await change();
      await until(type, () => seen.filter((one) => one === type).length > before, { seen: () => seen });
    };

    let post = '';
    const slug = 'at-once';
    await told('post.published', `blog?slug=${slug}`, '"slug":"at-once"', 200, async () => {
      post = (await content.post(id, { slug, content: '<p>0</p>' })).documentId;
    });
    expected.delete('post.published');
    for (let version = 1; version <= 4; version += 1) {
      await told('post.updated', `blog?slug=${slug}`, `<p>${version}</p>`, 200, () =>
        content.update(UID.post, post, { content: `<p>${version}</p>` }, 'published'),
      );
    }
    await told('post.removed', `blog?slug=${slug}`, '"error"', 404, () => content.unpublish(UID.post, post));
    const scheduleDate = new Date(Date.now() + 2_500);
    await told('post.published', 'blog?slug=later', '"slug":"later"', 200, () =>
      content.post(id, { slug: 'later', scheduleDate }),
    );
    await told('taxonomies.updated', 'taxonomies', 'Brand new', 200, () => content.category(id, 'Brand new'));
    await told('internal-links.updated', 'internal-links', 'brand new link', 200, () =>
      content.link({ account, keyword: 'brand new link' }),
    );
    let campaign = '';
    await told('pseo.campaign.updated', 'pseo-pages', '[]', 200, async () => {
      campaign = (await content.campaign(id, { htmlTemplate: '<h1>One {{ city }}</h1>' })).documentId;
    });
    let page = '';
    await told('pseo.page.published', 'pseo-pages?slug=p', 'One Berlin', 200, async () => {
      page = (await content.page(campaign, { slug: 'p', variables: { city: 'Berlin' } })).documentId;
    });
    await told('pseo.campaign.updated', 'pseo-pages?slug=p', 'Two Berlin', 200, () =>
      content.update(UID.campaign, campaign, { htmlTemplate: '<h1>Two {{ city }}</h1>' }),
    );
    await told('pseo.page.updated', 'pseo-pages?slug=p', 'Two Paris', 200, () =>
      content.update(UID.page, page, { variables: { city: 'Paris' } }, 'published'),
    );
    await told('pseo.page.removed', 'pseo-pages?slug=p', '"error"', 404, () =>
      content.unpublish(UID.page, page),
    );
    // What was withheld is delivered from then on.
    await content.post(id, { slug: 'far', scheduleDate: new Date(Date.now() + 3_600_000) });
    await told('website.updated', 'blog?slug=far', '"slug":"far"', 200, () =>
      content.update(UID.website, id, { scheduledPosts: 'include' }),
    );
    expect(stale).toEqual([]);
    expect(new Set(idsOf(receiver.received)).size).toBe(receiver.received.length);
  });

  it('are sent once each, in order, while both look', async () => {
    const websites = await Promise.all([1, 2, 3].map(() => site()));
    for (const { documentId } of websites) await hook(documentId);
    const slugs: string[] = [];
    for (let count = 0; count < 24; count += 1) {
      const slug = unique('post');
      slugs.push(slug);
      await content.post((websites[count % 3] as TestWebsite).documentId, { slug });
    }
    const told = (): string[] =>
      receiver.received.flatMap(({ body }) => body.data.entries.map(({ slug }) => slug ?? ''));
    await until('an event of each post', () => slugs.every((slug) => told().includes(slug)), {
      within: 100_000,
    });
    // What would come twice had its time: a test that is asked for now comes after it.
    expect(told().sort()).toEqual([...slugs].sort());
    expect(new Set(idsOf(receiver.received)).size).toBe(receiver.received.length);
    for (const { documentId } of websites) {
      const revisions = receiver.received
        .filter(({ body }) => body.websiteId === documentId)
        .map(({ body }) => body.data.revision);
      expect([...revisions].sort((a, b) => a - b)).toEqual(revisions);
    }
  });

  it.each([
    ['have sent, and are not answered', 'received', 1],
    ['are being answered', 'answered', 1],
    ['have just stored the last of it', 'written', 2],
  ] as const)('arrive when the instances are killed that %s', async (_name, moment, next) => {
    const website = await site();
    await hook(website.documentId);
    const slugs = Array.from({ length: 6 }, () => unique('kept'));
    const write = async (): Promise<void> => {
      for (const slug of slugs) await content.post(website.documentId, { slug });
    };
    const told = (): string[] =>
      receiver.received.flatMap(({ body }) => body.data.entries.map(({ slug }) => slug ?? ''));
    let isHeld = moment === 'received';
    receiver.answerWith((_event, response) => {
      if (!isHeld) response.end();
    });
    const writing = write();
    if (moment === 'written') await writing;
    else await until('an event', () => receiver.received.length > 0);
    await Promise.all(
      instances.map((instance) => {
        instance.signal('SIGKILL');
        return instance.ended;
      }),
    );
    isHeld = false;
    await writing;
    // As if the lease of those that are gone were over.
    await server.strapi.db.connection('content_delivery_webhooks').update({ lease_until: new Date(0) });
    instances = await Promise.all(Array.from({ length: next }, () => start()));
    await until('an event of each post', () => slugs.every((slug) => told().includes(slug)));
    // What came twice, came under the same id with the same bytes.
    const bodies = new Map<string, string>();
    for (const { headers, raw } of receiver.received) {
      const id = headers['webhook-id'] ?? '';
      expect(bodies.get(id) ?? raw).toBe(raw);
      bodies.set(id, raw);
    }
    const once = [...bodies.values()].flatMap((raw) =>
      (JSON.parse(raw) as ReceivedEvent['body']).data.entries.map(({ slug }) => slug),
    );
    expect(once.sort()).toEqual([...slugs].sort());
  });

  it('keep nobody waiting whose receiver answers, while others never do', async () => {
    const silent = await startEventReceiver();
    let open = 0;
    silent.answerWith((_event, response) => {
      open += 1;
      response.on('close', () => (open -= 1));
    });
    const openThen: number[] = [];
    receiver.answerWith((_event, response) => {
      openThen.push(open);
      response.end();
    });
    const publish = (posts: readonly string[]) =>
      again(() =>
        server.strapi.db.transaction(async () => {
          for (const post of posts) await contentOf(server.strapi).publish(UID.post, post);
        }),
      );
    /** A website with a webhook, and a draft that is published when all else is ready. */
    const prepare = async (url: string): Promise<string> => {
      const { documentId: website } = await site();
      await patient(documentsOf(server.strapi, WEBHOOK)).create({ data: { website, url, events: [] } });
      return (await content.draft(website)).documentId;
    };
    const quick = await prepare(receiver.url);
    const slow: string[] = [];
    for (let count = 0; count < 6; count += 1) slow.push(await prepare(silent.url));

    // An attempt is called off after 15 seconds: within them, nothing happens but the next two lines.
    await publish(slow);
    await until('a call of each silent one', () => open === slow.length);
    await publish([quick]);
    await until('an event', () => openThen.length > 0);
    // More than there are instances: none has waited for the end of one.
    expect(openThen[0]).toBeGreaterThan(instances.length);
    await silent.stop();
  });

  it('tell of a key that was replaced', async () => {
    const website = await site();
    await hook(website.documentId);
    const key = await again(() => apiKeysOf(server.strapi).rotate(website.documentId));
    await until('website.updated', () =>
      receiver.received.some(({ body }) => body.type === 'website.updated'),
    );
    expect((await read(website.key, 'blog')).status).toBe(401);
    expect((await read(key, 'blog')).status).toBe(200);
  });
});
