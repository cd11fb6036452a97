import { parseAddress, withoutEndSlashes } from './address.js';
import type { AnswerCache } from './cache/cache.js';
import type { Fetch } from './transport/fetch.js';

export interface RetryOptions {
  /** How many times a request is sent again: 2. */
  retries: number;
  /** Milliseconds before the second attempt, doubled for each one after it: 300. A part of it is random. */
  delay: number;
  /** The longest wait in milliseconds where the server names none: 10 000. */
  maxDelay: number;
  /** The longest `Retry-After` in milliseconds that is waited for; a longer one is cut to it: 30 000. */
  maxRetryAfter: number;
}

export interface ClientOptions {
  /** The address of the server, such as `https://cms.example.com`. A missing one is refused with what to do. */
  baseUrl: string | undefined;
  /** The API key of the website. A missing one is refused with what to do. */
  apiKey: string | undefined;
  /** Sends the requests, in place of the global `fetch`. */
  fetch?: Fetch | undefined;
  /** Keeps answers, so that what has not changed is not sent again. Without one nothing is kept. */
  cache?: AnswerCache | undefined;
  /** After network failures, timeouts, 429 and 5xx; a number is short for `{ retries }`, 0 for none. */
  retries?: number | { readonly [Name in keyof RetryOptions]?: RetryOptions[Name] | undefined } | undefined;
  /** Milliseconds that one attempt may take, body included: 10 000. `Infinity` for no limit. */
  timeout?: number | undefined;
}

export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  apiKey: string;
  fetch: Fetch;
  cache: AnswerCache | null;
  retry: RetryOptions;
  timeout: number;
}

const RETRY: RetryOptions = { retries: 2, delay: 300, maxDelay: 10_000, maxRetryAfter: 30_000 };
const TIMEOUT = 10_000;

/** @throws TypeError for an option that cannot work */
export const settingsFrom = (options: ClientOptions): Settings => {
  const { apiKey, cache, retries = {}, timeout = TIMEOUT } = options;
  if (typeof apiKey !== 'string' || apiKey === '') {
    throw new TypeError('apiKey is missing: give the API key of your website.');
  }
  const fault = faultOfKey(apiKey);
  if (fault) throw new TypeError(`apiKey ${fault}: leave that out.`);
  const wanted = typeof retries === 'number' ? { retries } : retries;
  const set = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const retry: RetryOptions = { ...RETRY, ...Object.fromEntries(set) };
  for (const [name, value] of Object.entries({ ...retry, timeout })) {
    if (!(value >= 0)) throw new TypeError(`${name} must be a number that is not negative.`);
  }
  return {
    baseUrl: baseUrlFrom(options.baseUrl),
    apiKey,
    // Looked up for each request, as frameworks replace the global one.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    cache: cache ?? null,
    retry,
    timeout,
  };
};

/** What is at the ends of a key that was copied with more than itself; null for none. It does not say the key. */
export const faultOfKey = (apiKey: string): string | null => {
  if (apiKey !== apiKey.trim()) return 'has white space at an end';
  return /^(["'`]).+\1$/s.test(apiKey) ? 'has quotation marks around it' : null;
};

const baseUrlFrom = (value: string | undefined): string => {
  if (!value) throw new TypeError('baseUrl is missing: give the address of your content server.');
  const url = parseAddress(value);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be the address of the server, such as https://cms.example.com.');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be an address without user, query and fragment.');
  }
  return url.origin + withoutEndSlashes(url.pathname);
};
