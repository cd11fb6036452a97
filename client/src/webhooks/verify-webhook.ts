import type { WebhookEvent } from './event.js';

/** A request that is not, or not provably, the server's. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
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
 * @param secret the webhook's, `whsec_…`; several while one is rotated
 * @throws WebhookVerificationError for a request that must not be acted on: answer it with a 4xx
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): Promise<WebhookEvent> => {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature');
  if (!id || !timestamp || !given) {
    throw new WebhookVerificationError('The headers of a webhook are missing.');
  }
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE) {
    throw new WebhookVerificationError('The request is not of this moment.');
  }
  const body = bytesOf(rawBody);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const signatures = given.split(' ').flatMap((one) => (one.startsWith('v1,') ? one.slice(3) : []));
  if (!(await isSigned(signed, signatures, typeof secret === 'string' ? [secret] : secret))) {
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

const bytesOf = (body: string | Uint8Array | ArrayBuffer): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  return body instanceof Uint8Array ? body : new Uint8Array(body);
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
    const bytes = keyOf(secret);
    if (bytes.length === 0) throw new TypeError('The secret of a webhook is empty.');
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
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
