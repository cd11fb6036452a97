import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLimits } from '../../../../src/plugins/content-delivery/server/src/access/limits';
import type { LimitsConfig } from '../../../../src/plugins/content-delivery/server/src/access/limits/config';
import type { PrimaryChannel } from '../../../../src/plugins/content-delivery/server/src/platform/processes/questions';

const NONE: LimitsConfig = {
  website: 0,
  address: 0,
  wrongKeys: 0,
  signIns: 0,
  redisUrl: '',
  redisPrefix: '',
};
const log = { error: jest.fn(), info: jest.fn() };
const limitsOf = (config: Partial<LimitsConfig>, proxies: string[] = [], primary?: PrimaryChannel) =>
  createLimits({ ...NONE, ...config }, proxies, log, primary);

const requestFrom = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

/** A response, and its headers so far. */
const response = () => {
  const headers: Record<string, string> = {};
  const of = {
    getHeader: (name: string) => headers[name],
    setHeader: (name: string, value: string) => void (headers[name] = value),
  } as unknown as ServerResponse;
  return { of, headers };
};

/** What becomes of a request: its refusal, and the headers of its answer. */
const counted = async (
  limit: { count(request: IncomingMessage, response: ServerResponse): Promise<unknown> } | null,
  request: IncomingMessage,
) => {
  const { of, headers } = response();
  return { refusal: await limit?.count(request, of), headers };
};

describe('limits', () => {
  it('are null where none are set, but for attempts for one account', () => {
    const { ofAddresses, ofWebsites, ofWrongKeys, ofSignIns, ofAccounts } = limitsOf({});
    expect([ofAddresses, ofWebsites, ofWrongKeys, ofSignIns]).toEqual([null, null, null, null]);
    expect(ofAccounts).not.toBeNull();
  });

  it('say with each answer how much is left, and when it is too much', async () => {
    const { ofAddresses } = limitsOf({ address: 2 });
    const ask = () => counted(ofAddresses, requestFrom('192.0.2.1'));
    expect(await ask()).toEqual({
      refusal: null,
      headers: {
        'RateLimit-Policy': '"address";q=2;w=60',
        RateLimit: expect.stringMatching(/^"address";r=1;t=(60|59)$/) as string,
      },
    });
    expect((await ask()).refusal).toBeNull();
    const { refusal, headers } = await ask();
    expect(refusal).toEqual({
      message: expect.stringMatching(
        /^Too many requests came from your address\. Please try again in \d+ seconds\.$/,
      ) as string,
      retryAfter: Number(headers['Retry-After']),
    });
    expect(headers['RateLimit']).toMatch(/^"address";r=0;/);
    expect((await counted(ofAddresses, requestFrom('192.0.2.2'))).refusal).toBeNull();
  });

  it('stand side by side in the headers', async () => {
    const { ofAddresses, ofWebsites } = limitsOf({ address: 5, website: 7 });
    const request = requestFrom('192.0.2.1');
    const { of, headers } = response();
    await ofAddresses?.count(request, of);
    await ofWebsites?.count(request, of, 'website');
    expect(headers['RateLimit-Policy']).toBe('"address";q=5;w=60, "website";q=7;w=60');
    expect(headers['RateLimit']).toMatch(/^"address";r=4;t=\d+, "website";r=6;t=\d+$/);
  });

  it('count a request once, however often it is asked on its way', async () => {
    const { ofAddresses } = limitsOf({ address: 1 });
    const request = requestFrom('192.0.2.1');
    for (let time = 0; time < 3; time += 1) {
      expect((await counted(ofAddresses, request)).refusal).toBeNull();
    }
    expect((await counted(ofAddresses, requestFrom('192.0.2.1'))).refusal).not.toBeNull();
  });

  it('take the address that a trusted proxy names, and no other', async () => {
    const { ofAddresses } = limitsOf({ address: 1 }, ['10.0.0.0/8', 'no network']);
    const isRefused = async (request: IncomingMessage) =>
      (await counted(ofAddresses, request)).refusal !== null;
    expect(await isRefused(requestFrom('10.0.0.1', '192.0.2.1'))).toBe(false);
    expect(await isRefused(requestFrom('10.0.0.2', '192.0.2.2'))).toBe(false);
    expect(await isRefused(requestFrom('10.0.0.2', '192.0.2.1'))).toBe(true);
    expect(await isRefused(requestFrom('192.0.2.9', '192.0.2.7'))).toBe(false);
    expect(await isRefused(requestFrom('192.0.2.9', '192.0.2.8'))).toBe(true);
  });

  describe('of wrong keys', () => {
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it('say nothing until they are exceeded, and who is known to have exceeded them, for as long', async () => {
      const { ofWrongKeys } = limitsOf({ wrongKeys: 1 });
      const ask = () => counted(ofWrongKeys, requestFrom('192.0.2.1'));
      const isExhausted = (address: string) => ofWrongKeys?.isExhausted(requestFrom(address));
      expect(await ask()).toEqual({ refusal: null, headers: {} });
      expect(isExhausted('192.0.2.1')).toBe(false);
      const { refusal, headers } = await ask();
      const { retryAfter } = refusal as { retryAfter: number };
      expect(headers).toMatchObject({
        'Retry-After': String(retryAfter),
        'RateLimit-Policy': '"wrong-keys";q=1;w=60',
      });
      expect([isExhausted('192.0.2.1'), isExhausted('192.0.2.2')]).toEqual([true, false]);
      const now = Date.now();
      jest.spyOn(Date, 'now').mockReturnValue(now + retryAfter * 1_000 + 1);
      expect(isExhausted('192.0.2.1')).toBe(false);
    });
  });

  describe('of one account', () => {
    it('count addresses apart where they are to', async () => {
      const { ofAccounts } = limitsOf({});
      const isRefused = async (address: string, caller: 'address' | 'anybody', account = 'a@example.com') =>
        (await ofAccounts.count(requestFrom(address), response().of, account, caller)) !== null;
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect(await isRefused('192.0.2.1', 'address')).toBe(false);
        expect(await isRefused(`192.0.2.${attempt}`, 'anybody', 'b@example.com')).toBe(false);
      }
      expect(await isRefused('192.0.2.1', 'address')).toBe(true);
      expect(await isRefused('192.0.2.2', 'address')).toBe(false);
      expect(await isRefused('192.0.2.99', 'anybody', 'b@example.com')).toBe(true);
      expect(await isRefused('192.0.2.1', 'address', 'c@example.com')).toBe(false);
    });
  });

  it('are counted for several processes by the one that has them, and alone where it does not answer', async () => {
    const exceeded = { isExceeded: true, remaining: 0, resetsIn: 1_000 };
    const ask = jest.fn().mockResolvedValueOnce([exceeded]).mockRejectedValue(new Error('gone'));
    const { ofAddresses } = limitsOf({ address: 9 }, [], { ask } as unknown as PrimaryChannel);
    const { refusal } = await counted(ofAddresses, requestFrom('192.0.2.1'));
    expect(refusal).toMatchObject({ message: expect.stringMatching(/in 1 second\.$/) as string });
    expect((await counted(ofAddresses, requestFrom('192.0.2.1'))).refusal).toBeNull();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('end whether or not they were shared', () => {
    for (const redisUrl of ['', 'redis://127.0.0.1:1']) {
      expect(() => limitsOf({ address: 1, redisUrl }).close()).not.toThrow();
    }
  });
});
