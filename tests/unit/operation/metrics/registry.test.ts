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

const sourcesWith = (figures: StoredFigures | null): Sources => {
  const pool = { numUsed: () => 0, numFree: () => 0, numPendingAcquires: () => 0 };
  return {
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
};

const namesOf = async (figures: StoredFigures | null): Promise<Set<string>> =>
  new Set(parseScrape(await createMetrics(sourcesWith(figures)).text()).map(({ name }) => name));

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

  it('has the worst of several processes where a sum or a mean says nothing', async () => {
    interface Metric {
      name: string;
      values: { value: number }[];
    }
    /** Another process, which has started later and lags by ten seconds. */
    const ofAnother = (own: readonly Metric[]) =>
      own.map((metric) => ({
        ...metric,
        values: metric.values.map((one) => ({
          ...one,
          value: metric.name === 'process_start_time_seconds' ? 9e9 : 10,
        })),
      }));
    const primary = { ask: async (_: string, own: readonly Metric[]) => [ofAnother(own)] };
    const sources = { ...sourcesWith(FIGURES), primary } as unknown as Sources;
    const samples = parseScrape(await createMetrics(sources).text());
    const valueOf = (wanted: string) => samples.find(({ name }) => name === wanted)?.value;
    expect(valueOf('process_start_time_seconds')).toBe(9e9);
    expect(valueOf('nodejs_eventloop_lag_p99_seconds')).toBe(10);
  });
});
