import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  generateSecret,
  isMask,
  maskOf,
  secretProblem,
} from '../../../../src/plugins/content-delivery/server/src/events/webhooks/secret';
import { signatureHeaders } from '../../../../src/plugins/content-delivery/server/src/events/webhooks/signature';

const BODY = '{"type":"test","slug":"café ☕"}';
const signed = (secrets: readonly string[], signatureHeader: string | null = null) =>
  signatureHeaders({ id: 'msg_1', at: new Date(), body: BODY, secrets, signatureHeader });

describe('the signature of an event', () => {
  it.each([generateSecret(), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])(
    'is one that the library of Standard Webhooks takes: %#',
    (secret) => {
      expect(new Webhook(secret).verify(BODY, signed([secret]))).toEqual(JSON.parse(BODY));
      expect(() => new Webhook(generateSecret()).verify(BODY, signed([secret]))).toThrow('No matching');
      expect(() => new Webhook(secret).verify(`${BODY} `, signed([secret]))).toThrow('No matching');
    },
  );

  it('is made with the bytes of a secret that is no base64', () => {
    const secret = 'a_secret-from-elsewhere!';
    expect(new Webhook(secret, { format: 'raw' }).verify(BODY, signed([secret]))).toEqual(JSON.parse(BODY));
  });

  it('is taken with either secret while one is rotated', () => {
    const [current, old] = [generateSecret(), generateSecret()];
    const headers = signed([current, old]);
    for (const secret of [current, old]) new Webhook(secret).verify(BODY, headers);
  });

  it('is there once more under a name of the owner’s, with the secret as it is written', () => {
    const secret = generateSecret();
    const headers = signed([secret, generateSecret()], 'X-Hub-Signature-256');
    const digest = createHmac('sha256', secret).update(BODY).digest('hex');
    expect(headers['X-Hub-Signature-256']).toBe(`sha256=${digest}`);
  });

  it('is made with secrets of 256 bits, which are shown as a mask', () => {
    const secret = generateSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(maskOf(secret)).toBe(`whsec_••••••••${secret.slice(-4)}`);
    expect([isMask(maskOf(secret)), isMask(secret)]).toEqual([true, false]);
    expect(maskOf('short')).toBe('••••••••');
    expect(secretProblem(secret)).toBeNull();
    for (const bad of [maskOf(secret), 'with space', 'é'.repeat(20), 'x'.repeat(256)]) {
      expect(secretProblem(bad)).not.toBeNull();
    }
  });
});
