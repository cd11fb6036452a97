import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { waitForIdlePool } from '../../../src/plugins/content-delivery/server/src/platform/idle-pool';
import { ROOT } from '../../support/committed-files';
import { isSelected, selectorsIn } from '../../support/metric-selectors';
import { parseScrape, type ScrapedSample } from '../../support/scrape';
import { withServer } from '../../support/with-server';
import { temporaryFolder } from '../../support/temporary-folder';

const TOKEN = 'a-token-of-the-tests';
const FOLDER = path.join(ROOT, 'deploy', 'prometheus');
const RULES = 'content-delivery.rules.yml';

/** Minutes for which all is well, before something happens. */
const BEFORE = 60;
/** The same where it is compared with the day before. */
const LONG_BEFORE = 24 * 60 + BEFORE;
/** Minutes after that. */
const AFTER = 180;
/** Two instances are read, on one database. */
const INSTANCES = ['a:1337', 'b:1337'] as const;
/** What is the machine's, and not well on each: how it is while all is well. */
const OF_THE_MACHINE: Record<string, number> = {
  content_delivery_disk_free_bytes: 600e6,
  nodejs_eventloop_lag_p99_seconds: 0.01,
};
const OF_A_WEBSITE = 'content_delivery_requests_total{website!~"none|other"}';

const promtool = (folder: string, ...parameters: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync('promtool', parameters, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, output: `${stdout}${stderr}` };
};

/** What happens to some of the lines that a server prints. */
interface Change {
  /** Which: lines that are there while all is well. */
  of: string;
  /** On one instance alone; else on both, as for what is in the database. */
  on?: string;
  /** What is not given is as the server printed it. */
  before?: Values;
  after: Values;
}

/** So many values, a minute each, in Prometheus' notation. */
type Values = (minutes: number) => string;

const same =
  (value: number | string): Values =>
  (minutes) =>
    `${value}x${minutes - 1}`;
const rising =
  (step: number): Values =>
  (minutes) =>
    `0+${step}x${minutes - 1}`;
const ONE = INSTANCES[0];

/** What lets each alert fire, once and no other one. */
const CASES: readonly { alert: string; when: string; before?: number; changes: readonly Change[] }[] = [
  {
    alert: 'ContentDeliveryDown',
    when: 'an instance does not answer',
    changes: [{ of: 'up', on: ONE, after: same(0) }],
  },
  {
    alert: 'ContentDeliveryRestarts',
    when: 'an instance starts again and again',
    changes: [
      { of: 'process_start_time_seconds', on: ONE, after: (minutes) => `1+1x2 ${same(3)(minutes - 3)}` },
    ],
  },
  {
    alert: 'ContentDeliveryDatabaseUnreachable',
    when: 'an instance cannot reach the database',
    changes: [{ of: 'content_delivery_database_reachable', on: ONE, after: same(0) }],
  },
  {
    alert: 'ContentDeliveryFiguresMissing',
    when: 'the database is too slow for the figures',
    changes: [{ of: 'content_delivery_webhook_events_waiting', on: ONE, after: same('_') }],
  },
  {
    alert: 'ContentDeliveryDiskNearlyFull',
    when: 'a disk fills up',
    changes: [{ of: 'content_delivery_disk_free_bytes{folder="uploads"}', on: ONE, after: same(400e6) }],
  },
  {
    alert: 'ContentDeliveryServerErrors',
    when: 'readers get the first 503',
    changes: [
      { of: 'content_delivery_errors_total{route="/api/blog",status="503"}', on: ONE, after: same(1) },
    ],
  },
  {
    alert: 'ContentDeliveryServerErrors',
    when: 'an editor gets the first 500',
    changes: [{ of: 'content_delivery_errors_total{route="other",status="500"}', on: ONE, after: same(1) }],
  },
  {
    alert: 'ContentDeliveryUnknownKeys',
    when: 'a front end has a key that has ended',
    changes: [
      { of: 'content_delivery_errors_total{route="/api/blog",status="401"}', on: ONE, after: rising(20) },
    ],
  },
  {
    alert: 'ContentDeliveryLimited',
    when: 'a limit refuses many',
    changes: [
      { of: 'content_delivery_errors_total{route="/api/blog",status="429"}', on: ONE, after: rising(20) },
    ],
  },
  {
    alert: 'ContentDeliveryWebsiteSilent',
    when: 'a website asks for nothing any more',
    before: LONG_BEFORE,
    changes: [{ of: OF_A_WEBSITE, before: rising(3), after: same(3 * LONG_BEFORE) }],
  },
  {
    alert: 'ContentDeliveryWebsiteSilent',
    when: 'it has not asked since a restart',
    before: LONG_BEFORE,
    changes: [{ of: OF_A_WEBSITE, before: rising(3), after: same('_') }],
  },
  {
    alert: 'ContentDeliveryJobFailed',
    when: 'the first job fails',
    changes: [{ of: 'content_delivery_jobs{kind="pseo-import-run",state="failed"}', after: same(1) }],
  },
  {
    alert: 'ContentDeliveryJobsWaiting',
    when: 'nobody does a job',
    changes: [{ of: 'content_delivery_jobs{kind="pseo-import-run",state="waiting"}', after: same(1) }],
  },
  {
    alert: 'ContentDeliveryWebhooksLate',
    when: 'a receiver is down',
    changes: [{ of: 'content_delivery_webhook_oldest_event_seconds', after: rising(60) }],
  },
  {
    alert: 'ContentDeliveryWebhookGivenUp',
    when: 'the first event is given up',
    changes: [{ of: 'content_delivery_webhook_events_failed_total', on: ONE, after: same(1) }],
  },
  {
    alert: 'ContentDeliveryPurgesLate',
    when: 'a cache cannot be purged',
    changes: [{ of: 'content_delivery_purge_oldest_seconds', after: rising(60) }],
  },
  {
    alert: 'ContentDeliverySwitchedOff',
    when: 'a receiver wants no more',
    changes: [{ of: 'content_delivery_switched_off{type="webhook",reason="gone"}', after: same(1) }],
  },
  {
    alert: 'ContentDeliveryPoolExhausted',
    when: 'connections are awaited for long',
    changes: [{ of: 'content_delivery_database_connections{state="awaited"}', on: ONE, after: same(4) }],
  },
  {
    alert: 'ContentDeliveryEventLoopLag',
    when: 'the event loop lags',
    changes: [{ of: 'nodejs_eventloop_lag_p99_seconds', on: ONE, after: same(0.5) }],
  },
];

/** What Prometheus has of two servers that print this, with what happens to it. */
const seriesOf = (samples: readonly ScrapedSample[], changes: readonly Change[], minutes: number) => {
  const asked = changes.map((change) => {
    const [selector = { name: change.of, matchers: [] }] = selectorsIn(change.of);
    return { ...change, ...selector };
  });
  const used = new Set<string>();
  const series = INSTANCES.flatMap((instance) =>
    [{ name: 'up', labels: {}, value: 1 }, ...samples].map((sample) => {
      const change = asked.find((one) => (one.on ?? instance) === instance && isSelected(sample, one));
      if (change) used.add(change.of);
      const labels = Object.entries({ ...sample.labels, job: 'content-delivery', instance });
      const { before = same(sample.value), after = same(sample.value) } = change ?? {};
      return {
        series: `${sample.name}{${labels.map(([name, text]) => `${name}=${JSON.stringify(text)}`).join(',')}}`,
        values: `${before(minutes)} ${after(AFTER)}`,
      };
    }),
  );
  const missing = asked.filter(({ of }) => !used.has(of)).map(({ of }) => of);
  if (missing.length > 0) throw new Error(`No line before it happens: ${missing.join(', ')}`);
  return series;
};

describe('the alerts', () => {
  const { server, content, api } = withServer({ METRICS_TOKEN: TOKEN });
  const folder = temporaryFolder();
  let samples: ScrapedSample[];
  let names: string[];

  beforeAll(async () => {
    cpSync(FOLDER, folder, { recursive: true });
    const rules = readFileSync(path.join(folder, RULES), 'utf8');
    names = Array.from(rules.matchAll(/^ *- alert: (\w+)$/gm), ([, name = '']) => name);
    const asked = new Set(selectorsIn(rules).map(({ name }) => name));
    await api.blog((await content.website()).key);
    // What follows on the website is under way for a moment.
    await waitForIdlePool(server.strapi);
    const { text } = await request(server.strapi.server.httpServer)
      .get('/_metrics')
      .set('Authorization', `Bearer ${TOKEN}`);
    samples = parseScrape(text)
      .filter(({ name }) => asked.has(name))
      .map((sample) => ({ ...sample, value: OF_THE_MACHINE[sample.name] ?? sample.value }));
  });

  /** Which alerts fire in the time of these changes, and for how many things, as promtool has it. */
  const play = (changes: readonly Change[], expected: Record<string, number>, before = BEFORE) => {
    const firing = 'count by (alertname) (max_over_time(ALERTS{alertstate="firing"}[1d]))';
    const at = (minute: number, fired: Record<string, number>) => ({
      expr: firing,
      eval_time: `${minute}m`,
      exp_samples: Object.entries(fired).map(([alertname, value]) => ({
        labels: `{alertname="${alertname}"}`,
        value,
      })),
    });
    const trial = {
      rule_files: [RULES],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: seriesOf(samples, changes, before),
          promql_expr_test: [at(before - 1, {}), at(before + AFTER - 1, expected)],
        },
      ],
    };
    writeFileSync(path.join(folder, 'trial.yml'), JSON.stringify(trial));
    return promtool(folder, 'test', 'rules', 'trial.yml');
  };
  const PASSED = { status: 0, output: expect.stringContaining('SUCCESS') };

  it('are taken by Prometheus, with its configuration', () => {
    writeFileSync(path.join(folder, 'content-delivery.token'), TOKEN);
    expect(promtool(folder, 'check', 'config', 'prometheus.yml')).toMatchObject(PASSED);
    expect(promtool(folder, 'check', 'rules', RULES)).toMatchObject(PASSED);
  });

  it('are silent while all is well', () => {
    expect(play([], {})).toMatchObject(PASSED);
  });

  it('are all tried', () => {
    expect([...new Set(CASES.map(({ alert }) => alert))].sort()).toEqual(names.sort());
  });

  it.each(CASES)('$alert fires when $when', ({ alert, changes, before }) => {
    expect(play(changes, { [alert]: 1 }, before)).toMatchObject(PASSED);
  });

  it('would be missed', () => {
    const { status, output } = play([], { ContentDeliveryDown: 1 });
    expect({ status, output }).toMatchObject({ status: 1, output: expect.stringContaining('FAILED') });
    expect(() => play([{ of: 'content_delivery_renamed', after: same(1) }], {})).toThrow(
      'No line before it happens: content_delivery_renamed',
    );
  });
});
