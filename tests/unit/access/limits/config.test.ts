import config from '../../../../src/plugins/content-delivery/server/src/config';
import type { LimitsConfig } from '../../../../src/plugins/content-delivery/server/src/access/limits/config';
import { USUAL_CONFIG } from '../../../support/usual-config';

const validate =
  (limits: Partial<LimitsConfig>, trustedProxies: string[] = []) =>
  () =>
    config.validator({
      ...USUAL_CONFIG,
      limits: { ...USUAL_CONFIG.limits, ...limits },
      trustedProxies,
    });

describe('the configuration of limits', () => {
  it('is right by default', () => {
    expect(validate({})).not.toThrow();
  });

  it.each([
    ['website', 'RATE_LIMIT_WEBSITE'],
    ['address', 'RATE_LIMIT_ADDRESS'],
    ['wrongKeys', 'RATE_LIMIT_WRONG_KEYS'],
    ['signIns', 'RATE_LIMIT_SIGN_INS'],
  ])('takes whole numbers for %s, and 0 for none', (name, variable) => {
    for (const good of [0, 1, 100, 1_000_000]) expect(validate({ [name]: good })).not.toThrow();
    for (const bad of [-1, 0.5, NaN, Infinity]) {
      expect(validate({ [name]: bad })).toThrow(
        `${variable} is ${bad}; it must be a whole number of requests a minute`,
      );
    }
  });

  it.each([
    'redis://127.0.0.1:6379',
    'redis://127.0.0.1',
    'redis://user:secret@host:6379/2',
    'rediss://[::1]:6379/',
  ])('takes %s for Redis', (redisUrl) => {
    expect(validate({ redisUrl })).not.toThrow();
  });

  it.each([
    '127.0.0.1:6379',
    'localhost',
    'http://127.0.0.1:6379',
    'redis://',
    'redis://user:secret@host/name',
    'redis://user:secret@host:port',
  ])('refuses %s for Redis, and does not repeat it', (redisUrl) => {
    expect(validate({ redisUrl })).toThrow(/RATE_LIMIT_REDIS_URL must be an address such as/);
    expect(validate({ redisUrl })).not.toThrow(/secret/);
  });

  it('takes addresses and ranges for proxies, and names what is neither', () => {
    expect(validate({}, ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])).not.toThrow();
    for (const bad of ['loopback', '10.0.0.0/33', '0.0.0.0/0']) {
      expect(validate({}, ['10.0.0.0/8', bad])).toThrow(`TRUSTED_PROXIES has "${bad}"`);
    }
  });
});
