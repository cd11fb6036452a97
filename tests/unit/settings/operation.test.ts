import { env } from '@strapi/utils';
import configuration from '../../../config/plugins';
import serverConfiguration from '../../../config/server';
import plugin, { type PluginConfig } from '../../../src/plugins/content-delivery/server/src/config';
import { USUAL_CONFIG } from '../../support/usual-config';

const accept = (settings: Partial<PluginConfig>) => () => plugin.validator({ ...USUAL_CONFIG, ...settings });

describe('the proxies that are trusted', () => {
  it.each([
    ['', false],
    [' , ', false],
    ['10.0.0.0/8', true],
  ])('make Strapi believe forwarded addresses only when there are some: "%s"', (value, isBelieved) => {
    process.env['TRUSTED_PROXIES'] = value;
    try {
      const { proxy } = serverConfiguration({ env } as Parameters<typeof serverConfiguration>[0]);
      expect(proxy).toEqual({ koa: isBelieved });
    } finally {
      Reflect.deleteProperty(process.env, 'TRUSTED_PROXIES');
    }
  });
});

describe("Strapi's telemetry", () => {
  it('is off, as it would report addresses with the API keys in them', () => {
    const before = process.env['STRAPI_TELEMETRY_DISABLED'];
    process.env['STRAPI_TELEMETRY_DISABLED'] = 'false';
    try {
      serverConfiguration({ env } as Parameters<typeof serverConfiguration>[0]);
      expect(process.env['STRAPI_TELEMETRY_DISABLED']).toBe('true');
    } finally {
      process.env['STRAPI_TELEMETRY_DISABLED'] = before;
    }
  });
});

describe('what is set but empty', () => {
  const settings = () => {
    const parameters = { env } as Parameters<typeof configuration>[0];
    const { host, dirs } = serverConfiguration(parameters);
    return { host, dirs, plugins: configuration(parameters) };
  };

  const NAMES = [
    'HOST',
    'PUBLIC_DIR',
    'PUBLIC_URL',
    'DELIVERY_CACHE_CONTROL',
    'RATE_LIMIT_REDIS_PREFIX',
    'RATE_LIMIT_REDIS_URL',
    'METRICS_HOST',
    'METRICS_PORT',
    'METRICS_TOKEN',
    'LOG_FORMAT',
  ];
  const before = { ...process.env };
  // Servers of other tests may have left some in this process.
  beforeEach(() => {
    for (const name of NAMES) Reflect.deleteProperty(process.env, name);
  });
  afterEach(() => {
    process.env = { ...before };
  });

  it.each(NAMES)('is as if it were not set: %s', (name) => {
    const usual = settings();
    expect(usual.dirs).toEqual({ public: 'public' });
    for (const empty of ['', ' ', '\r']) {
      process.env[name] = empty;
      expect(settings()).toEqual(usual);
    }
  });
});

describe('the settings of operation', () => {
  it.each<Partial<PluginConfig>>([
    {},
    { cacheControl: 'public, s-maxage=60, stale-while-revalidate=600' },
    { cacheTags: 'Cache-Tag' },
    { cacheTags: 'xkey' },
    { logSample: 0.01 },
    { logSample: 1 },
    { metricsToken: 'sixteen-letters!' },
    { metricsPort: 9464, metricsHost: '0.0.0.0' },
    { shutdownDelaySeconds: 10, shutdownSeconds: 25 },
  ])('may be %j', (settings) => expect(accept(settings)).not.toThrow());

  it.each<[string, Partial<PluginConfig>]>([
    ['DELIVERY_CACHE_CONTROL', { cacheControl: '' }],
    ['DELIVERY_CACHE_CONTROL', { cacheControl: 'no\u2011cache' }],
    ['DELIVERY_CACHE_CONTROL', { cacheControl: 'public,\nmax-age=0' }],
    ['DELIVERY_CACHE_TAGS', { cacheTags: 'Cache Tag' }],
    ['DELIVERY_CACHE_TAGS', { cacheTags: 'Cache-Tag:' }],
    ['DELIVERY_CACHE_TAGS', { cacheTags: 'x\r\ny' }],
    ['DELIVERY_CACHE_TAGS', { cacheTags: 'x'.repeat(65) }],
    ['DELIVERY_CACHE_TAGS', { cacheTags: 'etag' }],
    ['DELIVERY_CACHE_TAGS', { cacheTags: 'Content-Type' }],
    ['DELIVERY_LOG_SAMPLE', { logSample: 2 }],
    ['DELIVERY_LOG_SAMPLE', { logSample: -0.1 }],
    ['DELIVERY_LOG_SAMPLE', { logSample: NaN }],
    ['METRICS_TOKEN', { metricsToken: 'fifteen-letters' }],
    ['METRICS_TOKEN', { metricsToken: 'sixteen letters!' }],
    ['METRICS_TOKEN', { metricsToken: 'sixteen-letters-ü' }],
    ['METRICS_PORT', { metricsPort: NaN }],
    ['METRICS_PORT', { metricsPort: 65_536 }],
    ['METRICS_PORT', { metricsPort: -1 }],
    ['METRICS_PORT', { metricsPort: 80.5 }],
    ['METRICS_HOST', { metricsHost: '' }],
    ['SHUTDOWN_SECONDS', { shutdownSeconds: 0 }],
    ['SHUTDOWN_SECONDS', { shutdownSeconds: NaN }],
    ['SHUTDOWN_SECONDS', { shutdownSeconds: Infinity }],
    ['SHUTDOWN_DELAY_SECONDS', { shutdownDelaySeconds: NaN }],
    ['SHUTDOWN_DELAY_SECONDS', { shutdownDelaySeconds: -1 }],
    ['SHUTDOWN_DELAY_SECONDS', { shutdownDelaySeconds: 30 }],
  ])('are refused by the name of %s: %j', (name, settings) => {
    expect(accept(settings)).toThrow(name);
    const { metricsToken } = settings;
    if (metricsToken) expect(accept(settings)).not.toThrow(metricsToken);
  });

  it.each([
    ['DELIVERY_CACHE_CONTROL', 'no\u2011cache'],
    ['DELIVERY_CACHE_CONTROL', 'banana'],
    ['DELIVERY_CACHE_TAGS', 'Cache-Tag, xkey'],
    ['DELIVERY_CACHE_MB', '1g'],
    ['DELIVERY_CACHE_MB', 'Infinity'],
    ['DELIVERY_STALE_SECONDS', '10m'],
    ['HISTORY_VERSIONS', '0'],
    ['BIN_DAYS', 'a month'],
    ['ACTIVITY_DAYS', '0'],
    ['CHANGE_LOG_ROWS', '1.5'],
    ['RATE_LIMIT_WRONG_KEYS', '100/s'],
    ['DELIVERY_LOG_SAMPLE', '1%'],
    ['METRICS_TOKEN', 'too-short'],
    ['METRICS_PORT', '9464x'],
    ['METRICS_PORT', '0'],
    ['METRICS_HOST', 'http://127.0.0.1'],
    ['METRICS_HOST', '127.0.0.1:9464'],
    ['SHUTDOWN_SECONDS', 'soon'],
    ['SHUTDOWN_SECONDS', '0x10s'],
    ['SHUTDOWN_DELAY_SECONDS', '60'],
  ])('are refused as they stand in the environment: %s=%s', (name, value) => {
    const settings = (): PluginConfig => {
      const { config } = configuration({ env } as Parameters<typeof configuration>[0])[
        'content-delivery'
      ] as { config: PluginConfig };
      return config;
    };
    const usual = settings();
    expect(accept(usual)).not.toThrow();
    process.env[name] = value;
    try {
      expect(() => accept(settings())()).toThrow(new RegExp(`^${name} `));
      // Empty is not 0, which for some means that there is no limit.
      process.env[name] = '';
      expect(settings()).toEqual(usual);
    } finally {
      Reflect.deleteProperty(process.env, name);
    }
  });
});
