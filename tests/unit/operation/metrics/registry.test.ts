import {
  createMetrics,
  type Sources,
} from '../../../../src/plugins/content-delivery/server/src/operation/metrics/registry';
import type { StoredFigures } from '../../../../src/plugins/content-delivery/server/src/operation/metrics/stored-figures';
import { parseScrape } from '../../../support/scrape';

const FIGURES: StoredFigures = {
  jobs: [{ labels: { kind: 'import', state: 'failed' }, count: 0 }],
  websites: [{ documentId: 'w1', name: 'One' }],
  webhookEvents: { waiting: 0, oldest: null },
  purges: { waiting: 0, oldest: null },
  switchedOff: [{ labels: { type: 'webhook', reason: 'gone' }, count: 0 }],
};
/** All that is read of the database at a scrape. */
const STORED = [
  'content_delivery_jobs',
  'content_delivery_purge_oldest_seconds',
  'content_delivery_purges_waiting',
  'content_delivery_switched_off',
  'content_delivery_webhook_events_waiting',
  'content_delivery_webhook_oldest_event_seconds',
  'content_delivery_website_info',
];
const CONNECTIONS = 'content_delivery_connections';

const namesOf = async (figures: StoredFigures | null): Promise<Set<string>> => {
  const pool = { numUsed: () => 0, numFree: () => 0, numPendingAcquires: () => 0 };
  const sources = {
    strapi: {
      db: { connection: { client: { pool } } },
    },
    requestCounters: { requests: () => [], errors: () => [], durations: () => [] },
    queryTimes: { ofDelivery: { samples: () => [] }, ofStrapi: { samples: () => [] }, failed: () => 0 },
    connections: () => 0,
    traffic: { inFlight: new Set(), aborted: 0, isEnding: false },
    cache: { figures: () => ({}) },
    isReachable: async () => figures !== null,
    diskSpace: { read: async () => [] },
    webhooks: { figures: () => ({}) },
    purges: { figures: () => ({}) },
    readStored: async () => figures,
  } as unknown as Sources;
  return new Set(parseScrape(await createMetrics(sources).text()).map(({ name }) => name));
};

describe('a scrape', () => {
  it('has zeros where there is nothing', async () => {
    const names = await namesOf(FIGURES);
    expect([...STORED, CONNECTIONS].filter((name) => !names.has(name))).toEqual([]);
  });

  it('has no line for what is not known', async () => {
    const names = await namesOf(null);
    expect(STORED.filter((name) => names.has(name))).toEqual([]);
    expect(names).toContain('content_delivery_database_reachable');
  });
});
