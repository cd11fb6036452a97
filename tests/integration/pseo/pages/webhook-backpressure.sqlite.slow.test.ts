import type { PageJob } from '../../../../src/plugins/content-delivery/contracts/pseo-pages';
import { serviceOf } from '../../../support/services';
import type { TestWebsite } from '../../../fixtures/content';
import { AS_DRAFTS, importsBy, TEMPLATES, toCsv } from '../../../support/page-imports';
import { insertDrafts } from '../../../support/page-rows';
import { until } from '../../../support/until';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver';
import { withServer } from '../../../support/with-server';

const JOBS = '/content-delivery/pseo-page-jobs';
/** Calls that may wait, and those that one batch adds to them. */
const MOST_WAITING = 300;
const MOST_OF_A_BATCH = 200;
const PAGES = 1_000;

describe('while a receiver of webhooks does not answer', () => {
  const { server, content, asSuperAdmin } = withServer({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const panel = asSuperAdmin();
  let website: TestWebsite;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    // With the first request the server has begun to look by itself; here it does when a test says so.
    await Promise.all([
      serviceOf(server.strapi, 'jobs').runner.stop(),
      serviceOf(server.strapi, 'drips').runner.stop(),
    ]);
  });
  beforeEach(async () => {
    website = await content.website();
    receiver = await startWebhookReceiver(true);
  });
  afterEach(async () => {
    receiver.release();
    await until('the end of all calls', () => waiting() === 0);
    receiver.stop();
    await serviceOf(server.strapi, 'jobs').runner.stop();
    const runner = server.strapi.get('webhookRunner') as {
      webhooksMap: Map<string, object[]>;
      remove(one: object): void;
    };
    for (const webhook of [...runner.webhooksMap.values()].flat()) runner.remove(webhook);
  });

  const waiting = (): number =>
    (server.strapi.get('webhookRunner') as { queue: { queue: unknown[] } }).queue.queue.length;
  interface Row {
    state: string;
    done: number;
    lease: number;
  }
  const rowOf = async (documentId: string): Promise<Row> => {
    const { state, done, lease_until } = (await server.strapi.db
      .connection('content_delivery_jobs')
      .where({ document_id: documentId })
      .first('state', 'done', 'lease_until')) as { state: string; done: number; lease_until: Date | null };
    return { state, done, lease: Number(lease_until) };
  };
  const isOver = ({ state }: Row): boolean => state !== 'waiting' && state !== 'running';

  /** Resolves when a job has said several times that it lives, and no more, while many calls wait; or when it is over. */
  const held = async (documentId: string): Promise<Row> => {
    let last = await rowOf(documentId);
    let signs = 0;
    await until('a job that is held up', async () => {
      const row = await rowOf(documentId);
      if (row.lease > last.lease && row.done === last.done && waiting() > MOST_WAITING) signs += 1;
      last = row;
      return signs > 1 || isOver(row);
    });
    return last;
  };

  const published = async (): Promise<string> => {
    const campaign = await content.campaign(website.documentId, {
      htmlTemplate: '<h1>{{ place }}</h1>',
      slugTemplate: 'x'.repeat(30_000),
    });
    await insertDrafts(server.strapi, campaign, website, PAGES);
    await receiver.register(server.strapi, ['entry.publish']);
    const body = { action: 'publish', filter: { website: website.documentId } };
    return ((await panel.post(JOBS, body)).body.data as PageJob).documentId;
  };

  it('a change of many pages waits, stays with its process, and goes on when it answers', async () => {
    const documentId = await published();
    const { runner } = serviceOf(server.strapi, 'jobs');
    const working = runner.drain();
    const row = await held(documentId);
    expect(row.state).toBe('running');
    expect(row.done).toBeLessThan(PAGES);
    expect(waiting()).toBeLessThanOrEqual(MOST_WAITING + MOST_OF_A_BATCH);
    receiver.release();
    await working;
    expect(await rowOf(documentId)).toMatchObject({ state: 'done', done: PAGES });
    await until('a call for each page', () => receiver.answered.length >= PAGES, { within: 100_000 });
    expect(new Set(receiver.answered.map(({ entry }) => entry['slug'])).size).toBe(PAGES);
    // Without its templates, which each call that waits would hold.
    expect(Object.keys(receiver.answered[0]?.entry['campaign'] as object).sort()).toEqual([
      'documentId',
      'id',
      'name',
    ]);
  });

  it('a change of many pages that waits ends when it is cancelled, and when the server ends', async () => {
    const documentId = await published();
    const { runner } = serviceOf(server.strapi, 'jobs');
    let working = runner.drain();
    const { done } = await held(documentId);
    expect((await panel.post(`${JOBS}/${documentId}/cancel`)).status).toBe(200);
    await working;
    expect(await rowOf(documentId)).toMatchObject({ state: 'cancelled', done });

    expect((await panel.post(`${JOBS}/${documentId}/resume`)).status).toBe(200);
    working = runner.drain();
    await until('a running job', async () => (await rowOf(documentId)).state === 'running');
    await runner.stop();
    await working;
    expect(await rowOf(documentId)).toMatchObject({ state: 'waiting', done });
  });

  it('an import waits, and goes on when it answers', async () => {
    const imports = importsBy(server.strapi, panel);
    const campaign = await content.campaign(website.documentId, TEMPLATES);
    const rows = Array.from({ length: PAGES }, (_, n) => [`City ${n}`, `text ${n}`]);
    const { documentId } = await imports.checked(campaign.documentId, toCsv([['city', 'text'], ...rows]));
    await receiver.register(server.strapi, ['entry.create']);
    const running = imports.run(documentId, AS_DRAFTS);
    await until('many calls that wait', () => waiting() > MOST_WAITING);
    const job = (await imports.service().found(documentId)).runJob ?? '';
    const row = await held(job);
    expect(row.state).toBe('running');
    expect(waiting()).toBeLessThanOrEqual(MOST_WAITING + MOST_OF_A_BATCH);
    receiver.release();
    expect((await running).run).toMatchObject({ state: 'done', result: { created: PAGES } });
    await until('a call for each page', () => receiver.answered.length >= PAGES, { within: 100_000 });
  });

  it('a drip publishes at the pace of one that answers slowly', async () => {
    receiver.stop();
    receiver = await startWebhookReceiver(false, 40);
    const campaign = await content.campaign(website.documentId, { htmlTemplate: '<h1>{{ place }}</h1>' });
    await insertDrafts(server.strapi, campaign, website, PAGES);
    await receiver.register(server.strapi, ['entry.publish']);
    const drips = serviceOf(server.strapi, 'drips');
    const { id } = (await server.strapi.db
      .connection('websites')
      .where({ document_id: website.documentId })
      .first('id')) as { id: number };
    const drip = await drips.add(
      { documentId: campaign.documentId, name: 'any', website: { id, documentId: website.documentId } },
      { amount: PAGES, every: 'day', weekday: null, time: '09:00', timeZone: 'UTC', order: 'slug' },
      null,
    );
    const row = () =>
      server.strapi.db.connection('content_delivery_drips').where({ document_id: drip?.documentId });
    await row().update({ next_at: new Date(Date.now() - 1_000) });
    let most = 0;
    const looking = setInterval(() => (most = Math.max(most, waiting())), 1);
    drips.runner.start();
    await until('the end of the drip', async () => (await row().first('state'))?.state === 'finished', {
      within: 100_000,
    });
    clearInterval(looking);
    await drips.runner.stop();
    expect(await row().first('published')).toEqual({ published: PAGES });
    expect(most).toBeLessThanOrEqual(MOST_WAITING + MOST_OF_A_BATCH);
  });
});
