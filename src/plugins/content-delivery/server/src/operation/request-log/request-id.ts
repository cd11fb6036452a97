import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'X-Request-Id';

type Asked = Pick<IncomingMessage, 'socket' | 'headers' | 'url'>;

/** What proxies make: a UUID, or the 32 digits of nginx's `$request_id`. */
const MADE_BY_PROXY = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/**
 * Makes ids of requests for the log. One that a caller sent may be anything, also a key of any website, and is not written down. A
 * trusted proxy's is taken, unless it stands where keys and preview tokens do: a proxy may hand on what it was sent.
 * @param isFromProxy whether a trusted proxy has handed the request on
 */
export const createRequestIds =
  (isFromProxy: (request: Asked) => boolean) =>
  (request: Asked): string => {
    const given = request.headers['x-request-id'];
    const isTaken =
      typeof given === 'string' &&
      MADE_BY_PROXY.test(given) &&
      isFromProxy(request) &&
      !opensSomething(given, request);
    return isTaken ? given : randomUUID();
  };

export type RequestIds = ReturnType<typeof createRequestIds>;

/** Whether a text is part of the address or of a header with a key. */
const opensSomething = (text: string, { url = '', headers }: Asked): boolean =>
  [decoded(url), headers['x-api-key'], headers.authorization].some((place) =>
    String(place ?? '')
      .toLowerCase()
      .includes(text.toLowerCase()),
  );

/** Digit by digit: of an address that is encoded wrongly, the rest counts. */
const decoded = (address: string): string =>
  address.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
