import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from '@strapi/utils';
import type { Counter, Policy } from './counter';
import type { Count } from '../../platform/processes/questions';

/** Why a request is not answered, and for how long. */
export interface LimitRefusal {
  message: string;
  /** Seconds after which it may be sent again. */
  retryAfter: number;
}

/** The message of a request over the limit; the time to wait follows. */
const REASONS: Record<Policy['name'], string> = {
  address: 'Too many requests came from your address.',
  website: 'Too many requests were sent with the API key of this website.',
  'wrong-keys':
    'Too many requests with unknown API keys came from your address. Check the key against the one in the settings of your website.',
  'sign-ins': 'Too many attempts to sign in came from your address.',
  accounts: 'Too many attempts were made for one account.',
};

/** @throws RateLimitError where a request is refused */
export const refuseOverLimit = (refusal: LimitRefusal | null | undefined): void => {
  if (refusal) throw new errors.RateLimitError(refusal.message);
};

/** A limit that requests are counted for. */
export const createLimit = (policy: Policy, counter: Counter) => {
  const counted = new WeakMap<IncomingMessage, Promise<LimitRefusal | null>>();

  const count = async (response: ServerResponse, whose: string): Promise<LimitRefusal | null> => {
    const standing = await counter(whose);
    const seconds = Math.max(1, Math.ceil(standing.resetsIn / 1000));
    if (standing.isExceeded || policy.headers === 'always') setHeaders(response, policy, standing, seconds);
    if (!standing.isExceeded) return null;
    response.setHeader('Retry-After', String(seconds));
    const wait = `Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    return { message: `${REASONS[policy.name]} ${wait}`, retryAfter: seconds };
  };

  return {
    /**
     * Counts a request, once however often it is asked on its way through the lanes, and says in the response's
     * headers the state of the limit, where the policy says so.
     * @returns null for a request that may pass
     */
    count(request: IncomingMessage, response: ServerResponse, whose: string): Promise<LimitRefusal | null> {
      let outcome = counted.get(request);
      if (!outcome) counted.set(request, (outcome = count(response, whose)));
      return outcome;
    },
  };
};

export type Limit = ReturnType<typeof createLimit>;

/**
 * `RateLimit-Policy: "website";q=600;w=60` and `RateLimit: "website";r=599;t=42`, after
 * draft-ietf-httpapi-ratelimit-headers-11. Several limits follow one another.
 */
const setHeaders = (
  response: ServerResponse,
  { name, quota, window }: Policy,
  { remaining }: Count,
  seconds: number,
): void => {
  append(response, 'RateLimit-Policy', `"${name}";q=${quota};w=${window}`);
  append(response, 'RateLimit', `"${name}";r=${remaining};t=${seconds}`);
};

const append = (response: ServerResponse, name: string, value: string): void => {
  const before = response.getHeader(name);
  response.setHeader(name, before === undefined ? value : `${String(before)}, ${value}`);
};
