import type { WebhookEvent } from './event.js';

/** A request that is not, or not provably, the server's. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** A fault of the receiver, which no request can help: answer it with a 500, so that it is seen. The message says what to change. */
export class WebhookReceiverError extends TypeError {
  override name = 'WebhookReceiverError';
}

/** Headers as `fetch` has them, or as Node's `http` gives them. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Seconds that the clocks of server and receiver may differ, the way included. */
const TOLERANCE = 300;
const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Makes sure that the server has sent this request, and lately, and gives its event. Of Standard Webhooks; runs wherever Web
 * Crypto is: Node, edge runtimes, browsers.
 *
 * @param rawBody the body as it came, not parsed and written again
 * @param secret the webhook's, `whsec_…`; several while one is rotated. One that is not set is refused with what to do
 * @throws WebhookVerificationError for a request that must not be acted on: answer it with a 401; WebhookReceiverError where secret
 * or body cannot be what they should be, whatever was sent: answer it with a 500
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | undefined | readonly (string | undefined)[],
): Promise<WebhookEvent> => {
  const secrets = secretsIn(secret);
  const body = bytesOf(rawBody);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature');
  if (!id || !timestamp || !given) {
    throw new WebhookVerificationError('The headers of a webhook are missing.');
  }
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE) {
    throw new WebhookVerificationError('The request is not of this moment.');
  }
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const signatures = given.split(' ').flatMap((one) => (one.startsWith('v1,') ? one.slice(3) : []));
  if (!(await isSigned(signed, signatures, secrets))) {
    throw new WebhookVerificationError('The signature is not made with this secret.');
  }
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('The body is no JSON.');
  }
};

const headerOf = (headers: WebhookHeaders, name: string): string | null => {
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(name);
  const record = headers as Record<string, string | readonly string[] | undefined>;
  const key = Object.keys(record).find((one) => one.toLowerCase() === name);
  const value = key === undefined ? undefined : record[key];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
};

/** @throws WebhookReceiverError for secrets that can be none; it does not say what they are */
const secretsIn = (given: unknown): readonly string[] => {
  const secrets: readonly unknown[] = Array.isArray(given) ? given : [given];
  // While no secret is rotated, the variable of the second one is not set.
  const set = secrets.filter((secret) => secret !== undefined && secret !== null);
  if (set.length === 0) {
    throw new WebhookReceiverError(
      'The secret of the webhook is not set: give the one that the panel has shown.',
    );
  }
  for (const secret of set) {
    const fault = typeof secret === 'string' ? faultOf(secret) : `is no text, but of type ${typeof secret}`;
    if (fault) throw new WebhookReceiverError(`The secret of the webhook ${fault}.`);
  }
  return set as string[];
};

const faultOf = (secret: string): string | null => {
  if (secret.trim() === '') return 'is empty';
  if (/[\r\n]$|^[\r\n]/.test(secret))
    return 'has a line break at an end, as a file has that it was read from: take it off';
  if (secret !== secret.trim()) return 'has white space at an end: take it off';
  if (/^(["'`]).*\1$/s.test(secret)) return 'is in quotation marks: take them off';
  return null;
};

/** @throws WebhookReceiverError for a body that is not as it came */
const bytesOf = (body: unknown): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // It may be of another realm.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer);
  throw new WebhookReceiverError(
    body === undefined || body === null
      ? 'There is no body: give the one that came, as text or bytes.'
      : 'The body was parsed already: give it as it came, as text or bytes. In Express, that is express.raw({ type: "*/*" }) in place of express.json().',
  );
};

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
};

/** Compared by Web Crypto, in a time that tells nothing of the signature. */
const isSigned = async (
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> => {
  const known = signatures.filter((one) => one !== '' && BASE64.test(one)).map(fromBase64);
  for (const secret of secrets) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['verify']);
    for (const signature of known) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
    }
  }
  return false;
};

/** The bytes that the base64 behind the prefix stands for; a secret that is no base64 as it is written. */
const keyOf = (secret: string): Uint8Array<ArrayBuffer> => {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  return text !== '' && BASE64.test(text)
    ? fromBase64(text)
    : joined(new TextEncoder().encode(secret), new Uint8Array());
};

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
