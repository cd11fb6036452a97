import type { IncomingHttpHeaders } from 'node:http';
import type { PurgeTargetKind } from '../../../../contracts/purge-targets';
import { withoutTrailingSlash } from '../../platform/formats';
import { isSuccess, type Outcome, type Outgoing } from '../attempt';
import { retryAfter } from '../retries';

/** Where a target is, and how it is asked. */
export interface Addressed {
  /** documentId */
  website: string;
  /** Null for the provider's own. */
  url: string | null;
  zone: string | null;
  /** In the clear; null for none. */
  credentials: string | null;
}

interface Provider {
  /** Tags that one request names at most. */
  batchSize: number;
  /** The header in which it reads tags; null where that is a matter of its configuration. */
  tagHeader: string | null;
  /** What a zone looks like; null where there are none. */
  zone: { pattern: RegExp; problem: string } | null;
  needsCredentials: boolean;
  request(target: Addressed, tags: readonly string[]): Outgoing;
}

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;

const bearer = (credentials: string | null): Record<string, string> =>
  credentials === null ? {} : { Authorization: `Bearer ${credentials}` };

const base = (url: string | null, usual: string): string => withoutTrailingSlash(url ?? usual);

export const PROVIDERS: Record<PurgeTargetKind, Provider> = {
  /** With xkey, as `deploy/varnish` has it. Varnish takes 8 kB of one header. */
  varnish: {
    batchSize: 100,
    tagHeader: null,
    zone: null,
    needsCredentials: false,
    request: ({ url, credentials }, tags) => ({
      url: url ?? '',
      method: 'PURGE',
      headers: { 'xkey-purge': tags.join(' '), ...bearer(credentials) },
      body: '',
    }),
  },

  http: {
    batchSize: 100,
    tagHeader: null,
    zone: null,
    needsCredentials: false,
    request: ({ url, website, credentials }, tags) => ({
      url: url ?? '',
      headers: { ...JSON_TYPE, ...bearer(credentials) },
      body: JSON.stringify({ websiteId: website, tags }),
    }),
  },

  cloudflare: {
    batchSize: 100,
    tagHeader: 'Cache-Tag',
    zone: {
      pattern: /^[\da-f]{32}$/i,
      problem:
        'A zone of Cloudflare has 32 digits and letters from a to f: it stands on the zone’s overview.',
    },
    needsCredentials: true,
    request: ({ url, zone, credentials }, tags) => ({
      url: `${base(url, 'https://api.cloudflare.com/client/v4')}/zones/${zone}/purge_cache`,
      headers: { ...JSON_TYPE, ...bearer(credentials) },
      body: JSON.stringify({ tags }),
    }),
  },

  fastly: {
    batchSize: 256,
    tagHeader: 'Surrogate-Key',
    zone: {
      pattern: /^[\da-z]{1,64}$/i,
      problem: 'A service of Fastly is named by letters and digits: its service ID.',
    },
    needsCredentials: true,
    request: ({ url, zone, credentials }, tags) => ({
      url: `${base(url, 'https://api.fastly.com')}/service/${zone}/purge`,
      headers: { ...JSON_TYPE, Accept: 'application/json', 'Fastly-Key': credentials ?? '' },
      body: JSON.stringify({ surrogate_keys: tags }),
    }),
  },

  bunny: {
    batchSize: 1,
    tagHeader: 'CDN-Tag',
    zone: { pattern: /^\d{1,18}$/, problem: 'A pull zone of Bunny is named by a number.' },
    needsCredentials: true,
    request: ({ url, zone, credentials }, [tag]) => ({
      url: `${base(url, 'https://api.bunny.net')}/pullzone/${zone}/purgeCache`,
      headers: { ...JSON_TYPE, AccessKey: credentials ?? '' },
      body: JSON.stringify({ CacheTag: tag }),
    }),
  },
};

/** Whether a target has accepted a purge; Cloudflare may say no in a 200. */
export const isAccepted = (outcome: Outcome): boolean =>
  isSuccess(outcome) && !/^\s*\{[^]*"success"\s*:\s*false\b/.test(outcome.answer ?? '');

/** When a target wants to be asked again. Fastly names the second at which its limit is reset. */
export const wishOf = (headers: IncomingHttpHeaders): Date | null => {
  const now = new Date();
  const asked = retryAfter(headers['retry-after'], now);
  if (asked) return asked;
  const isLimited = headers['fastly-ratelimit-remaining'] === '0';
  const reset = Number(headers['fastly-ratelimit-reset']) * 1_000;
  return isLimited && reset > now.getTime() && reset < now.getTime() + 3_600_000 ? new Date(reset) : null;
};
