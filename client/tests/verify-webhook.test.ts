import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookReceiverError, WebhookVerificationError } from '../src/index.js';

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
const headersOf = (secret = SECRET, { body = BODY, at = new Date() } = {}) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
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
  });

  // Whatever was sent: the receiver is at fault, and should notice at the first request.
  describe.each<[string, Record<string, string>]>([
    ['a request that is signed', headersOf()],
    ['one that is not', {}],
  ])('says of %s what the receiver has wrong:', (_what, headers) => {
    const wrong = async (body: unknown, secret: unknown, message: RegExp) => {
      const failure: unknown = await verifyWebhook(body as string, headers, secret as string).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(WebhookReceiverError);
      expect(failure).toBeInstanceOf(TypeError);
      expect((failure as Error).message).toMatch(message);
      expect((failure as Error).message).not.toContain(SECRET.slice(6));
    };

    it.each<[string, unknown, RegExp]>([
      ['is not set', undefined, /not set/],
      ['is null', null, /not set/],
      ['is a list of nothing', [], /not set/],
      ['is a list of what is not set', [undefined, undefined], /not set/],
      ['is empty', '', /is empty/],
      ['is blank', [SECRET, ' '], /is empty/],
      ['has a line break at its end', `${SECRET}\n`, /line break/],
      ['has one of Windows', `${SECRET}\r\n`, /line break/],
      ['has a space before it', ` ${SECRET}`, /white space/],
      ['is in quotation marks', `"${SECRET}"`, /quotation marks/],
      ['is in single ones', `'${SECRET}'`, /quotation marks/],
      ['is a number', 7, /of type number/],
    ])('a secret that %s', async (_name, secret, message) => wrong(BODY, secret, message));

    it.each<[string, unknown, RegExp]>([
      ['parsed', EVENT, /parsed already.*express\.raw/],
      ['a list', [EVENT], /parsed already/],
      ["a buffer's JSON", Buffer.from(BODY).toJSON(), /parsed already/],
      ['a number', 7, /parsed already/],
      ['missing', undefined, /no body/],
    ])('a body that is %s', async (_name, body, message) => wrong(body, SECRET, message));
  });

  it('takes a list in which the secret of a rotation is not set', async () => {
    expect(await verifyWebhook(BODY, headersOf(), [SECRET, undefined])).toEqual(EVENT);
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
