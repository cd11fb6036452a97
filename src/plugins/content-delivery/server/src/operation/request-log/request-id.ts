import { randomUUID } from 'node:crypto';

export const REQUEST_ID = 'X-Request-Id';

/** What proxies make, and nothing that could be taken for another field or line of a log. */
const WELL_FORMED = /^[A-Za-z0-9._~:@/+=-]{1,128}$/;
/** Of the keys and preview tokens that this server makes, anywhere in a text. */
const OWN_SECRET = /cd[kp]_/i;

/**
 * The id of a request in the log: the caller's where it is well-formed, else a new one. One that
 * has to do with the request's API key or preview token is not taken, as it would be written down.
 */
export const requestIdOf = (given: string | string[] | undefined, address: string): string => {
  if (typeof given !== 'string' || !WELL_FORMED.test(given) || OWN_SECRET.test(given)) return randomUUID();
  const mark = address.indexOf('?');
  const querystring = mark === -1 ? '' : address.slice(mark + 1);
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (!/^(apiKey|preview)(\[|$)/.test(name) || value === '') continue;
    if (given.includes(value) || value.includes(given)) return randomUUID();
  }
  return given;
};
