import request from 'supertest';
import { withOutage } from '../../support/outage';
import { parseScrape, sumOf, type ScrapedSample } from '../../support/scrape';

const TOKEN = 'a-token-of-the-tests';
const WEBHOOK = 'plugin::content-delivery.webhook';
const JOB = 'plugin::content-delivery.job';
const STORED = [
  'content_delivery_jobs',
  'content_delivery_switched_off',
  'content_delivery_webhook_events_waiting',
  'content_delivery_webhook_oldest_event_seconds',
  'content_delivery_purges_waiting',
  'content_delivery_purge_oldest_seconds',
];

describe('figures of the database', () => {
  const { server, outage } = withOutage({ METRICS_TOKEN: TOKEN, DATABASE_POOL_MIN: '0' });

  beforeAll(() => {
    jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
  });
  afterAll(() => jest.restoreAllMocks());

  const scrape = async (): Promise<ScrapedSample[]> => {
    const { status, text } = await request(server.strapi.server.httpServer)
      .get('/_metrics')
      .set('Authorization', `Bearer ${TOKEN}`);
    expect(status).toBe(200);
    return parseScrape(text);
  };
  const valuesOf = (samples: ScrapedSample[], name: string, labels: Record<string, string>): number[] =>
    samples
      .filter((sample) => sample.name === name)
      .filter((sample) => Object.entries(labels).every(([label, text]) => sample.labels[label] === text))
      .map(({ value }) => value);

  it('are there at zero, and rise from it', async () => {
    const failed = { kind: 'pseo-pages', state: 'failed' };
    const gone = { type: 'webhook', reason: 'gone' };
    const before = await scrape();
    for (const state of ['waiting', 'running', 'failed'])
      expect(valuesOf(before, 'content_delivery_jobs', { kind: 'link-check', state })).toEqual([0]);
    expect(valuesOf(before, 'content_delivery_jobs', failed)).toEqual([0]);
    for (const labels of [
      gone,
      { type: 'webhook', reason: 'failing' },
      { type: 'purge-target', reason: 'restored' },
    ])
      expect(valuesOf(before, 'content_delivery_switched_off', labels)).toEqual([0]);

    await server.strapi.db.query(JOB).create({ data: { ...failed, documentId: 'failedjob' } });
    await server.strapi.db.connection(server.strapi.db.metadata.get(WEBHOOK).tableName).insert([
      { document_id: 'off', active: false, off_reason: 'gone' },
      { document_id: 'on-again', active: true, off_reason: null },
    ]);
    const after = await scrape();
    expect(valuesOf(after, 'content_delivery_jobs', failed)).toEqual([1]);
    expect(valuesOf(after, 'content_delivery_switched_off', gone)).toEqual([1]);
  });

  it('are left out while it is away, without a request that has met with that', async () => {
    await outage.begin();
    try {
      const samples = await scrape();
      expect(STORED.filter((name) => samples.some((sample) => sample.name === name))).toEqual([]);
      expect(sumOf(samples, 'content_delivery_database_reachable')).toBe(0);
    } finally {
      await outage.end();
    }
    const samples = await scrape();
    expect(STORED.filter((name) => !samples.some((sample) => sample.name === name))).toEqual([]);
    expect(sumOf(samples, 'content_delivery_database_reachable')).toBe(1);
  });
});
