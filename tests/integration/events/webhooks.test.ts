import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { SentEvent, Webhook } from '../../../src/plugins/content-delivery/contracts/webhooks';
import type { Webhooks } from '../../../src/plugins/content-delivery/server/src/events/webhooks';
import { createLeases } from '../../../src/plugins/content-delivery/server/src/events/leases';
import { unique, UID } from '../../fixtures/content';
import {
  contentPermissions,
  LISTED_WEBSITES,
  signInAsSuperAdmin,
  signInWith,
  type AdminPanel,
} from '../../support/admin-panel';
import { resumeClock } from '../../support/clock';
import { databaseKind } from '../../support/databases';
import { startEventReceiver, type EventReceiver } from '../../support/event-receiver';
import { passTime } from '../../support/stopped-clock';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

const WEBHOOK = 'plugin::content-delivery.webhook';
const MANAGE = { action: 'plugin::content-delivery.webhook.manage', subject: null };
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;

describe('webhooks of a website', () => {
  const { server, content, documentsOf, rowsOf } = withServer({
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    RATE_LIMIT_SIGN_INS: '0',
  });
  const documents = documentsOf(WEBHOOK);
  let receiver: EventReceiver;
  let panel: AdminPanel;

  beforeAll(async () => {
    await signInAgain();
    // The first request has started it; here each test says when it looks.
    await webhooks().runner.stop();
  });
  beforeEach(async () => {
    receiver = await startEventReceiver();
    // However long a test takes, no time passes but what it says.
    passTime(0);
  });
  afterEach(async () => {
    resumeClock();
    receiver.stop();
    for (const { documentId } of await documents.findMany({})) await documents.delete({ documentId });
  });

  const webhooks = (): Webhooks => serviceOf(server.strapi, 'webhooks');
  /** Makes and sends all that is due now. */
  const send = () => webhooks().runner.drain();
  const site = async (data: Record<string, unknown> = {}): Promise<string> => {
    const account = (await content.defaultAccount()).documentId;
    return (await content.website({ account, ...data })).documentId;
  };
  const hook = async (website: string, data: Record<string, unknown> = {}): Promise<string> =>
    (await documents.create({ data: { website, url: receiver.url, secret: SECRET, ...data } })).documentId;
  const at = (website: string, webhook = '', rest = ''): string =>
    `/content-delivery/websites/${website}/webhooks${webhook && `/${webhook}`}${rest}`;
  // Sessions end when the clock jumps.
  const signInAgain = async (): Promise<void> => {
    panel = await signInAsSuperAdmin(server.strapi);
  };
  const shown = (website: string): Promise<Webhook[]> => webhooks().store.list(website);
  const events = (webhook: string): Promise<SentEvent[]> => webhooks().store.events(webhook);
  /** What arrived since the last look, as `type: id action slug previousSlug`. */
  const arrived = async (): Promise<string[]> => {
    await send();
    return receiver
      .take()
      .map(({ body: { type, data } }) =>
        [
          type,
          ...data.entries.map(({ id, action, slug, previousSlug }) =>
            [id, action, slug, previousSlug].join(' '),
          ),
        ].join(': '),
      );
  };

  it('tell of each change, signed, after the second within which changes join', async () => {
    const website = await site();
    const other = await site();
    const webhook = await hook(website);
    const { documentId } = await content.post(website, { slug: 'a' });
    await content.post(other);
    await content.draft(website);
    await send();

    const [event, ...more] = receiver.take();
    expect(more).toEqual([]);
    expect(event?.body).toEqual({
      type: 'post.published',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      websiteId: website,
      data: {
        revision: expect.any(Number),
        entries: [{ type: 'post', action: 'published', id: documentId, slug: 'a', previousSlug: null }],
      },
    });
    expect(new StandardWebhook(SECRET).verify(event?.raw ?? '', event?.headers ?? {})).toEqual(event?.body);
    expect(event?.headers['content-type']).toBe('application/json');

    // The slug changes twice within the second.
    for (const slug of ['b', 'c']) await content.update(UID.post, documentId, { slug }, 'published');
    // The slugs before lead to it from now on.
    expect(await arrived()).toEqual(['redirects.updated:  updated  ']);
    passTime(1_001);
    expect((await arrived()).sort()).toEqual([
      `post.updated: ${documentId} updated c a`,
      'redirects.updated:  updated  ',
    ]);
    passTime(2_000);
    await content.unpublish(UID.post, documentId);
    expect(await arrived()).toContain(`post.removed: ${documentId} removed c `);

    const sent = (await events(webhook)).filter(({ type }) => type !== 'redirects.updated');
    expect(
      sent.map(({ type, state, attempts }) => [type, state, attempts.map(({ status }) => status)]),
    ).toEqual([
      ['post.removed', 'delivered', [204]],
      ['post.updated', 'delivered', [204]],
      ['post.published', 'delivered', [204]],
    ]);
  });

  it('have every type of change, and those that are chosen only', async () => {
    const account = (await content.account()).documentId;
    const website = (await content.website({ account })).documentId;
    await hook(website, {
      events: ['pseo.page.published', 'taxonomies.updated'],
      url: `${receiver.url}/few`,
    });
    await hook(website, { events: [] });
    const changes = server.strapi.db.connection('content_delivery_changes');
    await content.category(website);
    const author = (await content.author(website, { slug: 'ada' })).documentId;
    await content.link({ account });
    const campaign = (await content.campaign(website)).documentId;
    const page = (await content.page(campaign, { slug: 'p' })).documentId;
    await content.update(UID.website, website, { name: unique('renamed') });
    // Of what writes these rows, only the rows matter here.
    const { revision } = (await changes.clone().where({ website }).max('revision as revision').first()) as {
      revision: number;
    };
    for (const [place, type] of ['redirects', 'of a later release'].entries()) {
      await changes
        .clone()
        .insert({ website, revision: revision + 1 + place, at: new Date(), type, action: 'updated' });
    }
    await send();
    const all = receiver.take();
    const of = (path: string) => all.filter((one) => one.path === path).map(({ body }) => body);
    expect(of('/hook/few').map(({ type }) => type)).toEqual(['taxonomies.updated', 'pseo.page.published']);
    expect(of('/hook').map(({ type }) => type)).toEqual([
      'taxonomies.updated',
      'authors.updated',
      'internal-links.updated',
      'pseo.campaign.updated',
      'pseo.page.published',
      'website.updated',
      'redirects.updated',
    ]);
    const revisions = of('/hook').map(({ data }) => data.revision);
    expect([...revisions].sort((a, b) => a - b)).toEqual(revisions);
    expect(of('/hook').find(({ type }) => type === 'pseo.page.published')?.data.entries).toEqual([
      { type: 'pseo-page', action: 'published', id: page, slug: 'p', previousSlug: null },
    ]);
    expect(of('/hook')[1]?.data.entries).toEqual([
      { type: 'authors', action: 'published', id: author, slug: 'ada', previousSlug: null },
    ]);
    expect(of('/hook')[0]?.data.entries).toEqual([
      { type: 'taxonomies', action: 'updated', id: null, slug: null, previousSlug: null },
    ]);
  });

  it('try again after the moments of the schedule, with the same id and body, and give up at last', async () => {
    const website = await site();
    const webhook = await hook(website);
    receiver.answerWith((_event, response) => response.writeHead(500).end('x'.repeat(5_000)));
    await content.post(website);
    await send();
    for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]) {
      passTime(seconds * 1_000 - 500);
      await send();
      passTime(1_000);
      await send();
    }
    passTime(100 * 3_600_000);
    await send();
    const tries = receiver.take();
    expect(tries).toHaveLength(8);
    expect(new Set(tries.map(({ headers, raw }) => headers['webhook-id'] + raw)).size).toBe(1);
    expect(new Set(tries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    for (const { raw, headers } of tries.slice(0, 1)) {
      // The signature covers the moment of the attempt.
      passTime(Number(headers['webhook-timestamp']) * 1_000 - Date.now());
      new StandardWebhook(SECRET).verify(raw, headers);
    }
    const [event] = await events(webhook);
    expect(event).toMatchObject({ state: 'failed', next: null });
    expect(event?.attempts).toHaveLength(8);
    expect(event?.attempts[0]).toMatchObject({ status: 500, answer: 'x'.repeat(1_024), problem: null });
    // Nothing waits, so nothing fails any more: a week without changes is no week of failures.
    expect((await shown(website))[0]).toMatchObject({ active: true, failingSince: expect.any(String) });

    // What was given up is made good by a resync ahead of the next event, which waits for it.
    let refusals = 1;
    receiver.answerWith((_event, response) => response.writeHead(refusals-- > 0 ? 503 : 200).end());
    passTime(200 * 3_600_000);
    const { documentId } = await content.post(website, { slug: 'next' });
    await send();
    expect(receiver.take().map(({ body }) => body.type)).toEqual(['resync']);
    // The attempt is the resync's; the event after it was not sent.
    const tried = async (type: string) =>
      (await events(webhook))
        .find((one) => one.type === type)
        ?.attempts.map((one) => [one.status, one.problem]);
    expect(await tried('resync')).toEqual([[503, null]]);
    const notSent = 'It was not sent, as the resync that has to arrive before it did not.';
    expect((await tried('post.published'))?.[0]).toEqual([null, notSent]);
    passTime(5_500);
    await send();
    const [resync, next] = receiver.take().map(({ body }) => body);
    expect([resync?.type, next?.type]).toEqual(['resync', 'post.published']);
    expect(resync?.data.entries).toEqual([]);
    expect(next?.data.revision).toBeGreaterThan(resync?.data.revision ?? Infinity);
    passTime(5_000);
    await content.update(UID.post, documentId, { title: 'Changed' }, 'published');
    expect(await arrived()).toEqual([`post.updated: ${documentId} updated next `]);
    expect((await shown(website))[0]).toMatchObject({ failingSince: null, waiting: 0 });
  });

  it('are switched off after five days of failures, and by a 410, and begin with a resync when they are switched on', async () => {
    const website = await site();
    const webhook = await hook(website);
    receiver.answerWith((_event, response) => response.writeHead(302, { Location: receiver.url }).end());
    for (let day = 0; day < 5; day += 1) {
      await content.post(website);
      await send();
      passTime(24 * 3_600_000 + 1_000);
    }
    expect((await shown(website))[0]).toMatchObject({ active: true, off: null });
    const [first] = await events(webhook);
    expect(first?.attempts[0]).toMatchObject({ status: 302, problem: expect.stringContaining('Redirects') });
    await send();
    expect((await shown(website))[0]).toMatchObject({
      active: false,
      off: { reason: 'failing' },
      waiting: 0,
    });

    receiver.take();
    receiver.answerWith((_event, response) => response.writeHead(200).end());
    await content.post(website);
    await send();
    expect(receiver.take()).toEqual([]);
    await signInAgain();
    expect((await panel.put(at(website, webhook), { active: true })).status).toBe(200);
    expect(await arrived()).toEqual(['resync']);
    expect((await shown(website))[0]).toMatchObject({ active: true, off: null, failingSince: null });

    receiver.answerWith((_event, response) => response.writeHead(410).end());
    await content.post(website);
    await send();
    expect((await shown(website))[0]).toMatchObject({ active: false, off: { reason: 'gone' } });
    await signInAgain();
    const { body } = await panel.get(`/content-delivery/activity?type=webhook&website=${website}`);
    const lines = (body.data as { lines: { action: string; source: string }[] }).lines;
    expect(lines.slice(0, 3).map(({ action, source }) => `${action} ${source}`)).toEqual([
      'switched-off clock',
      'updated panel',
      'switched-off clock',
    ]);
  });

  it('are switched off where each event is given up before the next one comes, apart from times without any', async () => {
    const website = await site();
    await hook(website);
    receiver.answerWith((_event, response) => response.writeHead(500).end());
    const giveUp = async (): Promise<void> => {
      await content.post(website);
      await send();
      for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]) {
        passTime(seconds * 1_000 + 500);
        await send();
      }
    };
    for (let event = 0; event < 4; event += 1) {
      await giveUp();
      // A week without changes.
      passTime(7 * 24 * 3_600_000);
      expect((await shown(website))[0]).toMatchObject({ active: true, off: null });
    }
    await giveUp();
    expect((await shown(website))[0]).toMatchObject({ active: false, off: { reason: 'failing' } });
  });

  if (databaseKind() !== 'sqlite') {
    it('are claimed in the time of the database, whatever the clocks of instances say', async () => {
      const webhook = await hook(await site());
      const [one, other] = [createLeases(server.strapi, WEBHOOK), createLeases(server.strapi, WEBHOOK)];
      expect(await one.claim(webhook)).toBe(true);
      for (const minutes of [10, -20]) {
        passTime(minutes * 60_000);
        expect(await other.claim(webhook)).toBe(false);
        expect(await one.renew(webhook)).toBe(true);
      }
      await one.release(webhook);
      expect(await other.claim(webhook)).toBe(true);
    });
  }

  it('hear what a receiver answers to what somebody has asked for', async () => {
    const website = await site();
    const webhook = await hook(website);
    receiver.answerWith((_event, response) => response.writeHead(429, { 'Retry-After': '60' }).end());
    await webhooks().store.test(website, webhook);
    await send();
    expect(receiver.take().map(({ body }) => body.type)).toEqual(['test']);
    receiver.answerWith((_event, response) => response.writeHead(204).end());
    await content.post(website);
    passTime(30_000);
    expect(await arrived()).toEqual([]);
    passTime(31_000);
    expect(await arrived()).toHaveLength(1);

    receiver.answerWith((_event, response) => response.writeHead(410).end());
    await webhooks().store.test(website, webhook);
    await send();
    expect((await shown(website))[0]).toMatchObject({ active: false, off: { reason: 'gone' } });
  });

  it('wait for as long as a receiver asks', async () => {
    const website = await site();
    await hook(website);
    receiver.answerWith((_event, response) => response.writeHead(429, { 'Retry-After': '60' }).end());
    await content.post(website);
    await send();
    passTime(30_000);
    await content.post(website);
    await send();
    expect(receiver.take()).toHaveLength(1);
    receiver.answerWith((_event, response) => response.writeHead(204).end());
    passTime(31_000);
    await send();
    expect(receiver.take()).toHaveLength(2);
  });

  it('wait for no moment of a clock that was set back since', async () => {
    const website = await site();
    await hook(website);
    receiver.answerWith((_event, response) => response.writeHead(429, { 'Retry-After': '60' }).end());
    await content.post(website);
    await send();
    receiver.take();
    receiver.answerWith((_event, response) => response.writeHead(204).end());
    passTime(-3 * 24 * 3_600_000);
    expect(await arrived()).toHaveLength(1);
    expect((await shown(website))[0]).toMatchObject({ failingSince: null });
  });

  it('call a corrected address at once, whatever the one before has asked for', async () => {
    const website = await site();
    const webhook = await hook(website);
    receiver.answerWith((_event, response) => response.writeHead(503, { 'Retry-After': '86400' }).end());
    await content.post(website);
    await send();
    expect(receiver.take()).toHaveLength(1);
    receiver.answerWith((_event, response) => response.writeHead(204).end());
    await documents.update({ documentId: webhook, data: { url: `${receiver.url}/corrected` } });
    await send();
    expect(receiver.take().map(({ path, body }) => [path, body.type])).toEqual([
      ['/hook/corrected', 'post.published'],
    ]);
  });

  it('name revisions that only rise, also where a change was kept back, many are told at once, or a resync or a test is sent ahead', async () => {
    const website = await site();
    const webhook = await hook(website);
    const sql = server.strapi.db.connection;
    const { documentId } = await content.post(website);
    await send();
    await content.update(UID.post, documentId, { title: 'Kept back' }, 'published');
    await content.post(website);
    await send();
    passTime(1_500);
    await send();
    await sql('content_delivery_webhooks').where({ document_id: webhook }).update({ resync_due: true });
    // As after days without changes.
    await sql('content_delivery_changes').where({ website }).delete();
    await content.post(website);
    await send();
    passTime(1_500);
    await content.category(website);
    await content.post(website);
    await content.campaign(website);
    // It goes ahead of what waits.
    await webhooks().store.test(website, webhook);
    await send();
    const told = receiver.take().map(({ body }) => body);
    expect(told.map(({ type }) => type)).toEqual([
      'post.published',
      'post.published',
      'post.updated',
      'resync',
      'post.published',
      'test',
      'taxonomies.updated',
      'post.published',
      'pseo.campaign.updated',
    ]);
    const revisions = told.map(({ data }) => data.revision);
    expect([...new Set(revisions)].sort((a, b) => a - b)).toEqual(revisions);
  });

  it('keep their secret, show it once, and sign with two while one is rotated', async () => {
    const website = await site();
    const made = await panel.post(at(website), { url: receiver.url, signatureHeader: 'X-Hub-Signature-256' });
    expect(made.status).toBe(201);
    const { webhook, secret } = made.body.data as { webhook: Webhook; secret: string };
    expect(secret).toMatch(/^whsec_/);
    const { documentId } = webhook;
    const everywhere = JSON.stringify([
      await shown(website),
      await documents.findMany({}),
      await server.strapi.db.connection('content_delivery_webhooks').select('*'),
    ]);
    expect(everywhere).not.toContain(secret.slice(6));
    expect((await documents.findOne({ documentId }))?.['secret']).toBe(`whsec_••••••••${secret.slice(-4)}`);

    const rotated = await panel.post(at(website, documentId, '/rotate'), { oldSecretWorksFor: 'hour' });
    const { secret: current } = rotated.body.data as { secret: string };
    expect(current).not.toBe(secret);
    await content.post(website);
    await send();
    const [both] = receiver.take();
    for (const one of [secret, current])
      new StandardWebhook(one).verify(both?.raw ?? '', both?.headers ?? {});
    expect(both?.headers['x-hub-signature-256']).toMatch(/^sha256=[\da-f]{64}$/);

    passTime(3_600_001);
    await content.post(website);
    await send();
    const [later] = receiver.take();
    new StandardWebhook(current).verify(later?.raw ?? '', later?.headers ?? {});
    expect(() => new StandardWebhook(secret).verify(later?.raw ?? '', later?.headers ?? {})).toThrow();
    await signInAgain();
    await panel.post(at(website, documentId, '/rotate'), { oldSecretWorksFor: 'week' });
    expect((await shown(website))[0]?.oldSecretUntil).not.toBeNull();
    await panel.delete(at(website, documentId, '/old-secret'));
    expect((await shown(website))[0]?.oldSecretUntil).toBeNull();
    expect((await panel.post(at(website, documentId, '/rotate'), { oldSecretWorksFor: 'ever' })).status).toBe(
      400,
    );

    // Given back as it was read, it stays.
    const mask = String((await documents.findOne({ documentId }))?.['secret']);
    await documents.update({ documentId, data: { secret: mask, events: ['post.updated'] } });
    expect((await shown(website))[0]).toMatchObject({ mask, events: ['post.updated'] });
    await expect(documents.update({ documentId, data: { secret: '' } })).rejects.toThrow(
      'always has a secret',
    );
    await expect(documents.update({ documentId, data: { secret: 'whsec_••••abcd' } })).rejects.toThrow(
      'mask',
    );
  });

  it('send a test and an event again, once each, also while they are switched off', async () => {
    const website = await site();
    const webhook = await hook(website, { active: false });
    receiver.answerWith((_event, response) => response.writeHead(404).end('<p>Not here</p>'));
    await panel.post(at(website, webhook, '/test'));
    await send();
    passTime(24 * 3_600_000);
    await send();
    expect(receiver.take().map(({ body }) => [body.type, body.data.entries])).toEqual([['test', []]]);
    const [failed] = await events(webhook);
    expect(failed).toMatchObject({
      state: 'failed',
      attempts: [{ status: 404, answer: '<p>Not here</p>', problem: null }],
    });
    expect((await shown(website))[0]).toMatchObject({ failingSince: null, active: false, off: null });

    await signInAgain();
    receiver.answerWith((_event, response) => response.writeHead(200).end('Thanks'));
    const again = await panel.post(at(website, webhook, `/events/${failed?.id}/send-again`));
    expect(again.status).toBe(200);
    await send();
    expect(receiver.take().map(({ headers }) => headers['webhook-id'])).toEqual([failed?.id]);
    expect((await events(webhook))[0]).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }, {}] });
    expect((await panel.post(at(website, webhook, '/events/msg_none/send-again'))).status).toBe(404);
  });

  it.each([
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'https://me:secret@example.com/' }],
    ['url', { url: 'http://0x0a000001/' }],
    ['url', { url: `https://example.com/${'x'.repeat(2_000)}` }],
    ['url', { url: null }],
    ['events', { events: ['post.exploded'] }],
    ['events', { events: 'post.published' }],
    ['events', { events: [null] }],
    ['signatureHeader', { signatureHeader: 'Bad Name' }],
    ['signatureHeader', { signatureHeader: 'Content-Length' }],
    ['signatureHeader', { signatureHeader: 'webhook-id' }],
    ['signatureHeader', { signatureHeader: 'X-Evil\r\nHost' }],
    ['signatureHeader', { signatureHeader: 'x'.repeat(65) }],
    ['active', { active: 'yes' }],
    ['secret', { secret: 'short' }],
    ['secret', { secret: 'whsec_••••••••abcd••••' }],
  ])('refuse a wrong %s at its field: %#', async (field, data) => {
    const website = await site();
    const answer = await panel.post(at(website), { url: 'https://example.com/hook', ...data });
    expect(answer.status).toBe(400);
    expect(answer.body.error?.details.errors).toEqual([expect.objectContaining({ path: [field] })]);
    expect(await shown(website)).toEqual([]);
  });

  it('are nobody’s but those who may see the website and manage webhooks', async () => {
    const [own, foreign] = [await site(), await site()];
    const permissions = [...contentPermissions(server.strapi, [UID.website], [LISTED_WEBSITES]), MANAGE];
    const { id, panel: editor } = await signInWith(server.strapi, permissions);
    await rowsOf(UID.website).update({ where: { documentId: own }, data: { editors: [id] } });
    const [ownHook, foreignHook] = [await hook(own), await hook(foreign)];
    await content.post(foreign);
    await send();
    const [{ id: event } = { id: '' }] = await events(foreignHook);

    expect((await editor.get(at(own))).body.data).toHaveLength(1);
    expect((await editor.put(at(own, ownHook), { events: ['post.updated'] })).status).toBe(200);
    const body = { url: receiver.url };
    for (const [method, path] of [
      ['get', at(foreign)],
      ['post', at(foreign)],
      ['get', at(foreign, foreignHook, '/events')],
      ['put', at(foreign, foreignHook)],
      ['put', at(own, foreignHook)],
      ['delete', at(own, foreignHook)],
      ['post', at(own, foreignHook, '/rotate')],
      ['delete', at(own, foreignHook, '/old-secret')],
      ['post', at(own, foreignHook, '/test')],
      ['get', at(own, foreignHook, '/events')],
      ['post', at(own, foreignHook, `/events/${event}/send-again`)],
      ['post', at(own, ownHook, `/events/${event}/send-again`)],
      ['get', at('%00', ownHook, '/events')],
      ['get', at(own, '%00', '/events')],
    ] as const) {
      const answer = await editor[method](
        path,
        method === 'get' ? undefined : { ...body, oldSecretWorksFor: 'none' },
      );
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect(await shown(foreign)).toHaveLength(1);
    const { panel: reader } = await signInWith(
      server.strapi,
      contentPermissions(server.strapi, [UID.website]),
    );
    expect((await reader.get(at(own))).status).toBe(403);
    expect((await reader.post(at(own, ownHook, '/test'))).status).toBe(403);
  });

  it('go with their website, and stay with it until then', async () => {
    const [website, other] = [await site(), await site()];
    const webhook = await hook(website);
    await content.update(UID.website, website, { name: unique('renamed') });
    await send();
    await expect(documents.update({ documentId: webhook, data: { website: other } })).rejects.toThrow(
      'stays with',
    );
    await expect(hook('nowhere')).rejects.toThrow('belongs to a website');
    await content.remove(UID.website, website);
    expect(await documents.findOne({ documentId: webhook })).toBeNull();
    const sql = server.strapi.db.connection;
    expect(await sql('content_delivery_webhook_events').where({ webhook })).toEqual([]);
    expect(await sql('content_delivery_webhook_attempts').where({ webhook })).toEqual([]);

    const going = await site();
    await hook(going);
    await server.strapi.db.query(UID.website).deleteMany({ where: { documentId: going } });
    expect(await documents.findMany({ filters: { website: going } })).toEqual([]);
  });

  it('keep the log of what was sent within its bounds', async () => {
    const website = await site();
    const webhook = await hook(website);
    for (let count = 0; count < 4; count += 1) {
      await content.post(website);
      await send();
    }
    const { pruneWebhookLog } =
      await import('../../../src/plugins/content-delivery/server/src/events/webhooks/prune');
    await pruneWebhookLog(server.strapi, { days: 14, events: 3 }, () => true);
    expect(await events(webhook)).toHaveLength(3);
    receiver.answerWith((_event, response) => response.writeHead(500).end());
    await content.post(website);
    await send();
    await pruneWebhookLog(server.strapi, { days: 14, events: 1 }, () => true);
    expect((await events(webhook)).map(({ state }) => state)).toEqual(['waiting', 'delivered']);
    passTime(15 * 24 * 3_600_000);
    await pruneWebhookLog(server.strapi, { days: 14, events: 3 }, () => true);
    expect((await events(webhook)).map(({ state }) => state)).toEqual(['waiting']);
    expect(
      await server.strapi.db.connection('content_delivery_webhook_attempts').where({ webhook }),
    ).toHaveLength(1);

    // What was made while its webhook was deleted goes too.
    const sql = server.strapi.db.connection;
    await sql('content_delivery_webhooks').where({ document_id: webhook }).delete();
    await pruneWebhookLog(server.strapi, { days: 14, events: 3 }, () => true);
    for (const table of ['events', 'attempts'])
      expect(await sql(`content_delivery_webhook_${table}`).where({ webhook })).toEqual([]);
  });

  it('tell to read everything where there is too much to tell', async () => {
    const website = await site();
    const webhook = await hook(website);
    const changes = server.strapi.db.connection('content_delivery_changes');
    const rows = Array.from({ length: 6_100 }, (_, place) => ({
      website,
      revision: 2_000_000_000 + place,
      at: new Date(),
      type: 'post',
      action: 'updated',
      entry: `e${place}`,
    }));
    for (let from = 0; from < rows.length; from += 100)
      await changes.clone().insert(rows.slice(from, from + 100));
    await server.strapi.db
      .connection('content_delivery_revisions')
      .where({ scope: `website:${website}` })
      .update({ revision: 2_000_006_099 });
    await send();
    expect(receiver.take().map(({ body }) => [body.type, body.data.revision])).toEqual([
      ['resync', 2_000_006_099],
    ]);
    await documents.delete({ documentId: webhook });
  });

  it("are not Strapi's own, which go where these may go, and follow no redirect either", async () => {
    const made = await panel.post('/admin/webhooks', {
      name: 'inside',
      url: receiver.url,
      headers: { 'X-Own': 'value', 'Transfer-Encoding': 'chunked' },
      events: ['entry.create'],
    });
    const { id } = made.body.data as unknown as { id: number };
    const trigger = async () => (await panel.post(`/admin/webhooks/${id}/trigger`, {})).body.data;
    expect(await trigger()).toEqual({ statusCode: 204 });
    const [event] = receiver.take();
    expect(event).toMatchObject({ headers: { 'x-own': 'value', 'x-strapi-event': 'trigger-test' } });
    expect(event?.body).toMatchObject({ event: 'trigger-test' });
    expect(event?.headers).not.toHaveProperty('transfer-encoding');
    receiver.answerWith((_event, response) => response.writeHead(302, { Location: '/elsewhere' }).end());
    expect(await trigger()).toMatchObject({
      statusCode: 302,
      message: expect.stringContaining('Redirects') as string,
    });
    expect(receiver.take()).toHaveLength(1);
    receiver.answerWith((_event, response) => response.writeHead(418).end('a teapot'));
    expect(await trigger()).toEqual({ statusCode: 418, message: 'a teapot' });
    await panel.delete(`/admin/webhooks/${id}`);
  });
});
