import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from '../src/index.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const EVENT = {
  type: 'post.published',
  timestamp: '2026-06-01T12:00:00.000Z',
  websiteId: 'w',
  data: {
    revision: 7,
    entries: [{ type: 'post', action: 'published', id: 'a', slug: 'café-☕', previousSlug: null }],
  },
};
const BODY = JSON.stringify(EVENT);

/** As the library of Standard Webhooks signs it. */
const headersOf = (secret = SECRET, { body = BODY, at = new Date(), id = 'msg_1' } = {}) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign(id, at, body),
});
const refused = (promise: Promise<unknown>, message: string) =>
  expect(promise).rejects.toThrow(new WebhookVerificationError(message));
const FORGED = 'The signature is not made with this secret.';
const MISSING = 'The headers of a webhook are missing.';
const LATE = 'The request is not of this moment.';

describe('verifyWebhook', () => {
  it.each<[string, string | Uint8Array | ArrayBuffer]>([
    ['a text', BODY],
    ['bytes', new TextEncoder().encode(BODY)],
    ['a buffer', Buffer.from(BODY)],
    ['an array buffer', new TextEncoder().encode(BODY).buffer],
  ])('gives the event of a request whose body is %s', async (_name, body) => {
    expect(await verifyWebhook(body, headersOf(), SECRET)).toEqual(EVENT);
  });

  it('takes headers as fetch and as Node give them', async () => {
    const headers = headersOf();
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    for (const one of [new Headers(headers), { ...headers, host: undefined }, upper]) {
      expect(await verifyWebhook(BODY, one, SECRET)).toEqual(EVENT);
    }
  });

  it('takes either secret while one is rotated, on either side', async () => {
    const both = headersOf(OTHER)['webhook-signature'];
    const headers = headersOf();
    headers['webhook-signature'] = `v2,xyz v1, v1,no-base64! ${both} ${headers['webhook-signature']}`;
    for (const secret of [SECRET, OTHER, ['whsec_AAAA', OTHER]]) {
      expect(await verifyWebhook(BODY, headers, secret)).toEqual(EVENT);
    }
  });

  it('refuses what is not signed with the secret', async () => {
    await refused(verifyWebhook(BODY, headersOf(OTHER), SECRET), FORGED);
    await refused(verifyWebhook(`${BODY} `, headersOf(), SECRET), FORGED);
    await refused(verifyWebhook(BODY, { ...headersOf(), 'webhook-id': 'msg_2' }, SECRET), FORGED);
    const later = String(Number(headersOf()['webhook-timestamp']) + 1);
    await refused(verifyWebhook(BODY, { ...headersOf(), 'webhook-timestamp': later }, SECRET), FORGED);
    await refused(verifyWebhook(BODY, { ...headersOf(), 'webhook-signature': 'v1,' }, SECRET), FORGED);
    await refused(verifyWebhook(BODY, headersOf(), []), FORGED);
    await expect(verifyWebhook(BODY, headersOf(), '')).rejects.toThrow(TypeError);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses one without %s',
    async (name) => {
      await refused(verifyWebhook(BODY, { ...headersOf(), [name]: undefined }, SECRET), MISSING);
    },
  );

  it('refuses one that is older or newer than five minutes, or has no moment', async () => {
    for (const seconds of [-301, 302]) {
      const at = new Date(Date.now() + seconds * 1_000);
      await refused(verifyWebhook(BODY, headersOf(SECRET, { at }), SECRET), LATE);
    }
    for (const bad of ['now', '1e9', '-1']) {
      await refused(verifyWebhook(BODY, { ...headersOf(), 'webhook-timestamp': bad }, SECRET), LATE);
    }
    const at = new Date(Date.now() - 295_000);
    expect(await verifyWebhook(BODY, headersOf(SECRET, { at }), SECRET)).toEqual(EVENT);
  });

  it('refuses a signed body that is no JSON', async () => {
    await refused(verifyWebhook('no', headersOf(SECRET, { body: 'no' }), SECRET), 'The body is no JSON.');
  });
});
