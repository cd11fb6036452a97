import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { readNetworks } from '../../platform/networks';
import { rateLimitKey, createClientAddresses } from './client-address';
import type { LimitsConfig } from './config';
import { createMemoryCounter, type Policy } from './counter';
import { createLimit, type Limit, type LimitRefusal } from './limit';
import type { PrimaryChannel } from '../../platform/processes/questions';
import { createPrimaryCounters } from './primary-counter';
import { createRedisCounters, type Log } from './redis';

export type { LimitRefusal } from './limit';

/** Seconds in which requests are counted together. */
const WINDOW = 60;

/** Attempts for one account, as many and in as many seconds as in Strapi's own limits. */
const ACCOUNTS = { name: 'accounts', quota: 5, window: 300, headers: 'onLimit' } as const;

/** How many addresses are known for having used up their wrong keys. */
const MAX_EXHAUSTED = 10_000;

/**
 * The limits that are configured. One that is not is null: where nothing is to be counted, nothing is asked.
 * @param primary counts for several processes of one host
 */
export const createLimits = (
  config: LimitsConfig,
  trustedProxies: readonly string[],
  log: Log,
  primary?: PrimaryChannel,
) => {
  const addresses = createClientAddresses(readNetworks(trustedProxies));
  const redis = config.redisUrl
    ? createRedisCounters({ url: config.redisUrl, prefix: config.redisPrefix }, log)
    : null;
  const shared = primary && createPrimaryCounters(primary);

  const limitOf = (policy: Policy): Limit => {
    const own = createMemoryCounter(policy);
    const alone = shared ? shared.counter(policy, own) : own;
    return createLimit(policy, redis ? redis.counter(policy, alone) : alone);
  };
  const limit = (name: Policy['name'], quota: number, headers: Policy['headers']): Limit | null =>
    quota === 0 ? null : limitOf({ name, quota, window: WINDOW, headers });

  return {
    addresses,

    /** Requests of one address. */
    ofAddresses: byAddress(addresses.of, limit('address', config.address, 'always')),

    /** Requests with the keys of one website, by its documentId. */
    ofWebsites: limit('website', config.website, 'always'),

    /** Requests of one address with keys that open nothing. */
    ofWrongKeys: rememberingWho(addresses.of, limit('wrong-keys', config.wrongKeys, 'onLimit')),

    /** Attempts of one address to sign in to the admin panel. */
    ofSignIns: byAddress(addresses.of, limit('sign-ins', config.signIns, 'onLimit')),

    /** Attempts for one account, on one route. */
    ofAccounts: byAccount(addresses.of, limitOf(ACCOUNTS)),

    close: (): void => redis?.close(),
  };
};

export type Limits = ReturnType<typeof createLimits>;

/** A limit by address, where one is configured. */
export type AddressLimit = NonNullable<Limits['ofAddresses']>;

type AddressOf = ReturnType<typeof createClientAddresses>['of'];

const byAddress = (addressOf: AddressOf, limit: Limit | null) =>
  limit && {
    count: (request: IncomingMessage, response: ServerResponse): Promise<LimitRefusal | null> =>
      limit.count(request, response, rateLimitKey(addressOf(request))),
  };

/** Of an account only a hash is kept, which has one length and says nothing of people. */
const byAccount = (addressOf: AddressOf, limit: Limit) => ({
  /** @param caller whether attempts from other addresses are counted apart */
  count(
    request: IncomingMessage,
    response: ServerResponse,
    account: string,
    caller: 'address' | 'anybody',
  ): Promise<LimitRefusal | null> {
    const hash = createHash('sha256').update(account);
    if (caller === 'address') hash.update(`\n${rateLimitKey(addressOf(request))}`);
    return limit.count(request, response, hash.digest('base64url'));
  },
});

/** Also says, without counting, who is over the limit already. */
const rememberingWho = (addressOf: AddressOf, limit: Limit | null) => {
  if (!limit) return null;
  const exhausted = new LRUCache<string, number>({ max: MAX_EXHAUSTED });
  return {
    async count(request: IncomingMessage, response: ServerResponse): Promise<LimitRefusal | null> {
      const caller = rateLimitKey(addressOf(request));
      const refusal = await limit.count(request, response, caller);
      if (refusal) exhausted.set(caller, Date.now() + refusal.retryAfter * 1000);
      return refusal;
    },
    isExhausted: (request: IncomingMessage): boolean =>
      exhausted.size > 0 && (exhausted.get(rateLimitKey(addressOf(request))) ?? 0) > Date.now(),
  };
};
