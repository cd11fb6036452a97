import { validateHeaderValue } from 'node:http';
import { cacheControlProblem } from './delivery/http/cache-control';
import { tagHeaderProblem } from './delivery/http/tag-header';
import { isBaseAddress, withoutTrailingSlash } from './platform/formats';
import { readNetwork } from './platform/networks';
import type { LimitsConfig } from './access/limits/config';
import type { HistoryConfig } from './content/history';
import type { PurgesConfig } from './events/purges';
import type { WebhooksConfig } from './events/webhooks';
import type { ChangeLogConfig } from './freshness/changes/prune';
import type { RequestBodiesConfig } from './access/request-bodies/allowance';

/** The plugin's configuration. `config/plugins.ts` reads it from the environment, and has what is usual. */
export interface PluginConfig {
  /** The public address of this server, without a slash at the end: `https://cms.example.com`. */
  publicUrl: string;
  /** The `Cache-Control` of every 200 and 304. */
  cacheControl: string;
  /** The name of the header with the cache tags of an answer; empty for none. */
  cacheTags: string;
  /** How many megabytes of cached responses are kept in memory; 0 keeps none. */
  cacheMegabytes: number;
  /** Seconds for which cached responses are served while the database is out of reach; 0 serves none. */
  staleSeconds: number;
  /** Seconds for which a server that starts waits for a database that is away; 0 for not at all. */
  databaseWaitSeconds: number;
  history: HistoryConfig;
  /** Days for which deleted posts and campaigns can be brought back. */
  binDays: number;
  changeLog: ChangeLogConfig;
  webhooks: WebhooksConfig;
  purges: PurgesConfig;
  /** Days for which it is kept what happened. */
  activityDays: number;
  limits: LimitsConfig;
  requestBodies: RequestBodiesConfig;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** The share of the fast lane's requests that is logged, from 0 to 1. */
  logSample: number;
  /** The bearer token for the metrics; empty for none. */
  metricsToken: string;
  /** The separate port of the metrics; 0 for none. */
  metricsPort: number;
  metricsHost: string;
  /** Megabytes that should be free where the server writes, or it is not ready; 0 asks for none. */
  diskMinFreeMegabytes: number;
  /** Seconds after a signal for which the server goes on as before, so that load balancers notice. */
  shutdownDelaySeconds: number;
  /** Seconds after a signal, the delay included, within which requests are answered; what is left is cut. */
  shutdownSeconds: number;
  /** Variables of the installation's own secrets that came with quotation marks around their values. */
  quotedSecrets: string[];
  /** What is unwise in the environment, and works: sentences for the log. */
  warnings: string[];
}

export default {
  validator(config: PluginConfig): void {
    const { publicUrl, cacheControl, cacheMegabytes, staleSeconds, databaseWaitSeconds } = config;
    if (publicUrl && !isBaseAddress(publicUrl)) {
      throw new Error(
        // Without the user and password that may be in it.
        `PUBLIC_URL is "${publicUrl.replace(/:\/\/[^/\s]*@/, '://…@')}"; it must be an address that starts with http:// or https:// and has no spaces, ` +
          'user, "?" or "#", such as https://cms.example.com.',
      );
    }
    if (!isSendable(cacheControl)) {
      throw new Error(
        'DELIVERY_CACHE_CONTROL must be of plain ASCII, as it is sent in a header: ' +
          'a hyphen or a space that was pasted may be another character that looks the same.',
      );
    }
    const problem = cacheControlProblem(cacheControl);
    if (problem) throw new Error(`DELIVERY_CACHE_CONTROL ${problem}`);
    const tagsProblem = tagHeaderProblem(config.cacheTags);
    if (tagsProblem) throw new Error(`DELIVERY_CACHE_TAGS is "${config.cacheTags}"; it ${tagsProblem}`);
    if (!(cacheMegabytes >= 0 && cacheMegabytes < Infinity)) {
      throw new Error(`DELIVERY_CACHE_MB is ${cacheMegabytes}; it must be a number of megabytes, or 0.`);
    }
    if (!(databaseWaitSeconds >= 0))
      throw new Error(
        `DATABASE_WAIT_SECONDS is ${databaseWaitSeconds}; it must be a number of seconds, or 0.`,
      );
    if (!(staleSeconds >= 0))
      throw new Error(`DELIVERY_STALE_SECONDS is ${staleSeconds}; it must be a number of seconds, or 0.`);
    refuseBadPeriods(config);
    refuseBadLimits(config.limits);
    refuseBadNetworks('TRUSTED_PROXIES', config.trustedProxies);
    refuseBadNetworks('WEBHOOK_ALLOWED_NETWORKS', config.webhooks.allowedNetworks);
    refuseBadNetworks('PURGE_ALLOWED_NETWORKS', config.purges.allowedNetworks);
    refuseBadOperation(config);
  },
};

const isSendable = (value: string): boolean => {
  try {
    validateHeaderValue('Cache-Control', value);
    return true;
  } catch {
    return false;
  }
};

const refuseBadLimits = (limits: LimitsConfig): void => {
  for (const [variable, quota] of [
    ['RATE_LIMIT_WEBSITE', limits.website],
    ['RATE_LIMIT_ADDRESS', limits.address],
    ['RATE_LIMIT_WRONG_KEYS', limits.wrongKeys],
    ['RATE_LIMIT_SIGN_INS', limits.signIns],
  ] as const) {
    if (!Number.isSafeInteger(quota) || quota < 0) {
      throw new Error(
        `${variable} is ${quota}; it must be a whole number of requests a minute, or 0 for no limit.`,
      );
    }
  }
  // The value is not repeated: it may contain a password.
  if (limits.redisUrl && !isRedisUrl(limits.redisUrl)) {
    throw new Error(
      'RATE_LIMIT_REDIS_URL must be an address such as redis://127.0.0.1:6379 or rediss://host:6380/1.',
    );
  }
};

const isRedisUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return /^rediss?:$/.test(protocol) && hostname !== '' && /^(\/\d*)?$/.test(pathname);
};

const refuseBadPeriods = ({ history, binDays, changeLog, activityDays, webhooks }: PluginConfig): void => {
  for (const [variable, value, what] of [
    ['HISTORY_VERSIONS', history.versions, 'versions'],
    ['HISTORY_DAYS', history.days, 'days'],
    ['BIN_DAYS', binDays, 'days'],
    ['ACTIVITY_DAYS', activityDays, 'days'],
    ['CHANGE_LOG_DAYS', changeLog.days, 'days'],
    ['CHANGE_LOG_ROWS', changeLog.rows, 'rows'],
    ['WEBHOOK_LOG_DAYS', webhooks.days, 'days'],
    ['WEBHOOK_LOG_EVENTS', webhooks.events, 'events'],
  ] as const) {
    if (!Number.isSafeInteger(value) || value < 1 || value > 10_000_000) {
      throw new Error(`${variable} is ${value}; it must be a whole number of ${what} from 1 to 10000000.`);
    }
  }
};

const refuseBadNetworks = (variable: string, networks: readonly string[]): void => {
  const bad = networks.find((network) => !readNetwork(network));
  if (bad === undefined) return;
  throw new Error(
    `${variable} has ${JSON.stringify(bad)}, which is neither an address nor a range of some: ` +
      'separate them by commas, such as 10.0.0.0/8,192.0.2.7,2001:db8::/32.',
  );
};

const refuseBadOperation = (config: PluginConfig): void => {
  const { logSample, metricsToken, metricsPort, metricsHost, shutdownDelaySeconds, shutdownSeconds } = config;
  if (!(config.diskMinFreeMegabytes >= 0 && config.diskMinFreeMegabytes <= 1_000_000)) {
    throw new Error(
      `DISK_MIN_FREE_MB is ${config.diskMinFreeMegabytes}; it must be a number of megabytes from 0 to 1000000; 0 asks for none.`,
    );
  }
  if (!(logSample >= 0 && logSample <= 1)) {
    throw new Error(
      `DELIVERY_LOG_SAMPLE is ${logSample}; it must be a share from 0 to 1, such as 0.01 for one request in a hundred.`,
    );
  }
  if (metricsToken !== '' && !/^[\x21-\x7e]{16,}$/.test(metricsToken)) {
    throw new Error(
      'METRICS_TOKEN must be 16 characters at least, of plain ASCII without spaces: "openssl rand -hex 24" makes one.',
    );
  }
  if (!(Number.isInteger(metricsPort) && metricsPort >= 0 && metricsPort <= 65_535)) {
    throw new Error(`METRICS_PORT is ${metricsPort}; it must be a port from 1 to 65535, or not be set.`);
  }
  if (metricsHost === '') throw new Error('METRICS_HOST must be an address, such as 127.0.0.1 or 0.0.0.0.');
  if (!(shutdownSeconds > 0 && shutdownSeconds <= 86_400)) {
    throw new Error(
      `SHUTDOWN_SECONDS is ${shutdownSeconds}; it must be a number of seconds above 0, and a day at most.`,
    );
  }
  if (!(shutdownDelaySeconds >= 0 && shutdownDelaySeconds < shutdownSeconds)) {
    throw new Error(
      `SHUTDOWN_DELAY_SECONDS is ${shutdownDelaySeconds}; it must be a number of seconds below SHUTDOWN_SECONDS (${shutdownSeconds}), or 0.`,
    );
  }
};

/** The address that uploads are delivered under; derived from host and port where none is configured. */
export const publicUrlOf = (configured: string, host: string, port: number): string => {
  if (configured) return withoutTrailingSlash(configured);
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
};
