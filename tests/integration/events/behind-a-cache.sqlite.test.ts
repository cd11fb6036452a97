import type { Purges } from '../../../src/plugins/content-delivery/server/src/events/purges';
import type { Webhooks } from '../../../src/plugins/content-delivery/server/src/events/webhooks';
import { UID } from '../../fixtures/content';
import { startCacheStandIn, willing, type CacheStandIn } from '../../support/cache-stand-ins';
import { startEventReceiver, type EventReceiver } from '../../support/event-receiver';
import { inTime } from '../../support/in-time';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

/** What docs/operations/in-front.md says of webhooks and a cache in front. */
describe('a front end that reads again when a webhook tells it', () => {
  const { server, content, api, documentsOf } = withServer({
    DELIVERY_CACHE_TAGS: 'Cache-Tag',
    PURGE_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  const posts = documentsOf(UID.post);
  let cache: CacheStandIn;
  let receiver: EventReceiver;
  /** What the cache answers by itself. */
  const kept = new Map<string, string>();

  beforeAll(async () => {
    cache = await startCacheStandIn(willing);
    receiver = await startEventReceiver();
    // The first request has started them; here the test says when they look.
    await purges().runner.stop();
    await webhooks().runner.stop();
  });
  afterAll(async () => {
    await cache?.stop();
    await receiver?.stop();
  });

  const purges = (): Purges => serviceOf(server.strapi, 'purges');
  const webhooks = (): Webhooks => serviceOf(server.strapi, 'webhooks');
  const titleFromServer = async (key: string, slug: string) => {
    const { body, headers } = await api.blog(key, { slug });
    return { title: (body as { title: string }).title, control: String(headers['cache-control']) };
  };
  const titleThroughCache = async (key: string, slug: string): Promise<string> => {
    const known = kept.get(slug);
    if (known !== undefined) return known;
    const { title, control } = await titleFromServer(key, slug);
    if (/s-maxage=[1-9]/.test(control)) kept.set(slug, title);
    return title;
  };

  it('gets what was there before through a cache that is not purged yet, and what is new from the server', async () => {
    const website = await content.website();
    const slug = 'an-article';
    const { documentId } = await content.post(website.documentId, { title: 'Before', slug });
    const target = { website: website.documentId, kind: 'http', url: cache.url };
    await documentsOf('plugin::content-delivery.purge-target').create({ data: target });
    await purges().runner.drain();
    const hook = { website: website.documentId, url: receiver.url };
    await documentsOf('plugin::content-delivery.webhook').create({ data: hook });
    expect(await titleThroughCache(website.key, slug)).toBe('Before');

    let purge = (): void => undefined;
    const isPurged = new Promise<void>((resolve) => (purge = resolve));
    const isAsked = new Promise<void>((resolve) =>
      cache.answerWith(async () => {
        resolve();
        await isPurged;
        kept.clear();
        return { status: 200 };
      }),
    );
    await posts.update({ documentId, data: { title: 'After' } });
    await posts.publish({ documentId });
    const purging = purges().runner.drain();
    await inTime('the request to the cache', isAsked);
    // Neither waits for the other: the event arrives while the cache has not answered.
    await webhooks().runner.drain();
    expect(receiver.take().map(({ body }) => body.type)).toEqual(['post.updated']);
    expect(await titleThroughCache(website.key, slug)).toBe('Before');
    expect((await titleFromServer(website.key, slug)).title).toBe('After');

    purge();
    await purging;
    expect(await titleThroughCache(website.key, slug)).toBe('After');
  });
});
