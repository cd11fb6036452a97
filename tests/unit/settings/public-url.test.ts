import config, { publicUrlOf } from '../../../src/plugins/content-delivery/server/src/config';
import { USUAL_CONFIG } from '../../support/usual-config';

describe('publicUrlOf', () => {
  it.each([
    ['https://cms.example.com', 'https://cms.example.com'],
    ['https://cms.example.com/', 'https://cms.example.com'],
    ['https://cms.example.com/sub///', 'https://cms.example.com/sub'],
    ['http://localhost:1337', 'http://localhost:1337'],
  ])('takes the configured address %s without slashes at its end', (configured, expected) => {
    expect(publicUrlOf(configured, '0.0.0.0', 1337)).toBe(expected);
  });

  it.each([
    ['0.0.0.0', 'http://localhost:1337'],
    ['::', 'http://localhost:1337'],
    ['', 'http://localhost:1337'],
    ['127.0.0.1', 'http://127.0.0.1:1337'],
    ['cms.internal', 'http://cms.internal:1337'],
    ['::1', 'http://[::1]:1337'],
  ])('derives one from the host %j and the port', (host, expected) => {
    expect(publicUrlOf('', host, 1337)).toBe(expected);
  });
});

describe('the configuration', () => {
  it.each(['', 'http://localhost', 'https://cms.example.com/sub', 'HTTPS://CMS.EXAMPLE.COM'])(
    'takes %j as PUBLIC_URL',
    (publicUrl) => {
      expect(() => config.validator({ ...USUAL_CONFIG, publicUrl })).not.toThrow();
    },
  );

  it.each([
    'cms.example.com',
    '//cms.example.com',
    'ftp://cms.example.com',
    'https://',
    'javascript:alert(1)',
    '/uploads',
    'https://cms.example.com/a b',
    'https://cms.example.com?site=a',
    'https://cms.example.com/#top',
    'https://me:secret@cms.example.com',
    'https://cms.example.com:99999',
    'https:\\\\cms.example.com',
  ])('refuses %j as PUBLIC_URL', (publicUrl) => {
    expect(() => config.validator({ ...USUAL_CONFIG, publicUrl })).toThrow(/PUBLIC_URL/);
  });

  it('does not repeat a password that is in PUBLIC_URL', () => {
    const publicUrl = 'https://me:secret@cms.example.com';
    expect(() => config.validator({ ...USUAL_CONFIG, publicUrl })).toThrow(
      'PUBLIC_URL is "https://…@cms.example.com"; it must',
    );
  });

  it('refuses an empty Cache-Control', () => {
    expect(() => config.validator({ ...USUAL_CONFIG, cacheControl: '' })).toThrow(/DELIVERY_CACHE_CONTROL/);
  });

  it('is valid by default', () => {
    expect(() => config.validator(USUAL_CONFIG)).not.toThrow();
  });
});
