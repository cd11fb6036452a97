import type { Core } from '@strapi/strapi';
import { AggregatorRegistry, collectDefaultMetrics, Registry, type Metric } from 'prom-client';
import type { ByteCache } from '../../freshness/cache/bytes';
import type { PurgeCounters } from '../../events/purges';
import type { WebhookCounters } from '../../events/webhooks';
import type { MetricJson, PrimaryChannel } from '../../platform/processes/questions';
import { together } from '../../platform/together';
import type { DiskSpace } from '../disk-space';
import type { Traffic } from '../shutdown/traffic';
import type { Sample } from './histogram';
import type { QueryTimes } from './query-times';
import type { StoredFigures } from './stored-figures';
import type { RequestCounters } from './request-counters';

export interface Sources {
  strapi: Core.Strapi;
  requestCounters: RequestCounters;
  queryTimes: QueryTimes;
  traffic: Traffic;
  cache: ByteCache;
  isReachable(): Promise<boolean>;
  diskSpace: Pick<DiskSpace, 'read'>;
  webhooks: WebhookCounters;
  purges: PurgeCounters;
  readStored(): Promise<StoredFigures | null>;
  /** Of clients. */
  connections(): number;
  /** Knows the other processes of this server; undefined where there are none. */
  primary: PrimaryChannel | undefined;
  /** Whether this process does nothing but answer the delivery routes, beside a server. */
  isWorker: boolean;
}

type Kind = 'counter' | 'gauge' | 'histogram';

/** The figures of knex's pool. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

const PREFIX = 'content_delivery_';

/**
 * All metrics, as text on request. They are counted in plain numbers elsewhere; prom-client's own counters
 * would look up labels for each request.
 */
export const createMetrics = (sources: Sources) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addFamilies(registry, sources);
  const { primary } = sources;
  const figures = async (): Promise<MetricJson[]> => {
    const all = (await registry.getMetricsAsJSON()) as MetricJson[];
    // Those of a server behind workers are the workers'.
    const left = sources.isWorker ? OF_THE_INSTALLATION : new Set(primary && [`${PREFIX}connections`]);
    return all
      .filter(({ name }) => !left.has(name))
      .map((metric) => (OF_THE_WORST.test(metric.name) ? { ...metric, aggregator: 'max' } : metric));
  };
  return {
    contentType: registry.contentType,
    figures,
    async text(): Promise<string> {
      if (!primary) return registry.metrics();
      const own = await figures();
      const others = await primary.ask('figures', own);
      return AggregatorRegistry.aggregate([own, ...others]).metrics();
    },
  };
};

/** prom-client leaves out when processes have started, and takes the mean of their lag, in which that of one among idle ones is lost. */
const OF_THE_WORST = /^(process_start_time_seconds|nodejs_eventloop_lag_)/;

/** The same whichever process says them: the server does. */
const OF_THE_INSTALLATION: ReadonlySet<string> = new Set(
  [
    'database_reachable',
    'disk_free_bytes',
    'jobs',
    'webhook_events_waiting',
    'webhook_oldest_event_seconds',
    'purges_waiting',
    'purge_oldest_seconds',
    'switched_off',
    'website_info',
    'shutting_down',
  ].map((name) => PREFIX + name),
);

export type Metrics = ReturnType<typeof createMetrics>;

const addFamilies = (
  registry: Registry,
  {
    strapi,
    requestCounters,
    queryTimes,
    traffic,
    connections,
    cache,
    isReachable,
    diskSpace,
    webhooks,
    purges,
    readStored,
  }: Sources,
): void => {
  const add = (
    type: Kind,
    shortName: string,
    help: string,
    collect: (name: string) => Sample[] | Promise<Sample[]>,
  ): void => {
    const name = PREFIX + shortName;
    const get = async () => ({ name, help, type, values: await collect(name), aggregator: 'sum' });
    // The registry asks for no more of a metric than this.
    registry.registerMetric({ name, help, get } as unknown as Metric);
  };
  const one = (value: number, labels: Sample['labels'] = {}): Sample[] => [{ labels, value }];

  add(
    'counter',
    'requests_total',
    'Requests by route, website, status and cache outcome.',
    requestCounters.requests,
  );
  add(
    'counter',
    'errors_total',
    'Requests that were answered with a status from 400 on, by route and status; from 0 on.',
    requestCounters.errors,
  );
  add(
    'histogram',
    'request_duration_seconds',
    'From the arrival of a request to the end of its answer; in the fast lane until it is handed to the socket.',
    requestCounters.durations,
  );
  add('gauge', 'requests_in_flight', 'Requests that Strapi is working on.', () => one(traffic.inFlight.size));
  add('counter', 'cut_responses_total', 'Responses that ended before they were complete.', () =>
    one(traffic.aborted),
  );
  add('gauge', 'connections', 'Open connections to the HTTP server.', () => one(connections()));
  add('gauge', 'shutting_down', '1 from SIGTERM on.', () => one(Number(traffic.isEnding)));

  /** Adds figures that are counted elsewhere. */
  const from =
    <Name extends string>(read: () => Readonly<Record<Name, number>>) =>
    (type: Kind, name: string, help: string, of: Name): void =>
      add(type, name, help, () => one(read()[of]));
  const figure = from(() => cache.figures());
  figure('counter', 'cache_hits_total', 'Requests that were answered with cached responses.', 'hits');
  figure('counter', 'cache_misses_total', 'Requests for which bytes had to be made, or awaited.', 'misses');
  figure('counter', 'cache_builds_total', 'Responses that were made.', 'builds');
  figure('counter', 'cache_evictions_total', 'Responses that had to go for others.', 'evictions');
  figure('gauge', 'cache_entries', 'Responses that are kept.', 'entries');
  figure('gauge', 'cache_bytes', 'Bytes that are kept, encodings included.', 'bytes');
  figure('gauge', 'cache_max_bytes', 'Bytes that may be kept.', 'maxBytes');

  add(
    'histogram',
    'delivery_query_duration_seconds',
    'Statements of the delivery routes.',
    queryTimes.ofDelivery.samples,
  );
  add(
    'histogram',
    'database_query_duration_seconds',
    "Statements of Strapi's pool: the admin panel's, jobs', and but for SQLite the delivery routes'.",
    queryTimes.ofStrapi.samples,
  );
  add('counter', 'database_query_errors_total', "Statements of Strapi's pool that failed.", () =>
    one(queryTimes.failed()),
  );
  add('gauge', 'database_connections', "Strapi's pool, and how many wait for a connection of it.", () => {
    const { pool } = strapi.db.connection.client as { pool: Pool };
    return [
      ...one(pool.numUsed(), { state: 'used' }),
      ...one(pool.numFree(), { state: 'free' }),
      ...one(pool.numPendingAcquires(), { state: 'awaited' }),
    ];
  });
  add('gauge', 'database_reachable', '0 while revisions cannot be read.', async () =>
    one(Number(await isReachable())),
  );

  add('gauge', 'disk_free_bytes', 'Room left where the server writes.', async () =>
    (await diskSpace.read()).map(({ folder, free }) => ({ labels: { folder }, value: free })),
  );

  // Several families of one read, which prom-client asks for in one turn.
  const readTogether = together(readStored);
  const stored = async (of: (figures: StoredFigures) => Sample[]): Promise<Sample[]> => {
    const figures = await readTogether();
    // What is not known has no line: a 0 would be read as one.
    return figures ? of(figures) : [];
  };
  const ageOf = (oldest: Date | null): number =>
    oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1000) : 0;
  add('gauge', 'jobs', 'Imports, bulk changes and other jobs that wait, run or have failed.', () =>
    stored(({ jobs }) => jobs.map(({ labels, count }) => ({ labels, value: count }))),
  );
  const sent = from(() => webhooks.figures());
  sent('counter', 'webhook_events_sent_total', 'Events that webhooks have taken.', 'delivered');
  sent('counter', 'webhook_events_failed_total', 'Events of webhooks that were given up.', 'givenUp');
  sent(
    'counter',
    'webhook_failed_attempts_total',
    'Attempts to send an event that failed.',
    'failedAttempts',
  );
  add('gauge', 'webhook_events_waiting', 'Events of webhooks that are to be sent, on all instances.', () =>
    stored(({ webhookEvents }) => one(webhookEvents.waiting)),
  );
  add('gauge', 'webhook_oldest_event_seconds', 'Age of the oldest of these; 0 for none.', () =>
    stored(({ webhookEvents }) => one(ageOf(webhookEvents.oldest))),
  );
  const ofPurges = from(() => purges.figures());
  ofPurges('counter', 'purged_tags_total', 'Tags that caches in front have taken.', 'tags');
  ofPurges('counter', 'purge_requests_total', 'Requests to caches in front.', 'requests');
  ofPurges(
    'counter',
    'purge_failed_requests_total',
    'Requests to caches in front that failed.',
    'failedRequests',
  );
  add('gauge', 'purges_waiting', 'Tags that caches in front are to be told now, on all instances.', () =>
    stored(({ purges: { waiting } }) => one(waiting)),
  );
  add('gauge', 'purge_oldest_seconds', 'For how long the oldest of these has waited; 0 for none.', () =>
    stored(({ purges: { oldest } }) => one(ageOf(oldest))),
  );
  add(
    'gauge',
    'switched_off',
    'Webhooks and purge targets that the server has switched off, or a restore, and nobody has switched on again.',
    () => stored(({ switchedOff }) => switchedOff.map(({ labels, count }) => ({ labels, value: count }))),
  );
  add('gauge', 'website_info', 'The name of each website, to be joined by its label.', () =>
    stored(({ websites }) =>
      websites.map(({ documentId, name }) => ({ labels: { website: documentId, name }, value: 1 })),
    ),
  );
};
