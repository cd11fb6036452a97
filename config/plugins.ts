import type { Core } from '@strapi/strapi';
import { bucketStorageOf } from '../src/uploads/storage';

const allowedMediaTypes = ['image/*', 'video/*', 'audio/*', 'application/pdf', 'text/plain', 'text/csv'];

/** Types that a browser would run when it opens them on the server's own address. */
const deniedMediaTypes = [
  'image/svg+xml',
  'application/vnd.microsoft.portable-executable',
  'application/x-msdownload',
  'application/x-msdos-program',
  'application/x-executable',
  'application/x-dosexec',
  'application/x-sh',
  'text/x-shellscript',
  'application/x-mach-binary',
];

/** What is no number becomes NaN, which the plugin refuses by the variable's name; a prefix of digits is no number. */
const number = (text: string | undefined, fallback: number): number =>
  text === undefined || text.trim() === '' ? fallback : Number(text);

/** Uploads are kept in a bucket where one is configured, else in the folder `uploads` of PUBLIC_DIR. */
const providerOf = (env: Core.Config.Shared.ConfigParams['env']) => {
  const bucket = bucketStorageOf(env);
  return bucket && { provider: 'aws-s3', providerOptions: bucket.providerOptions };
};

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  'content-delivery': {
    enabled: true,
    resolve: './src/plugins/content-delivery',
    config: {
      publicUrl: env('PUBLIC_URL', ''),
      cacheControl: env('DELIVERY_CACHE_CONTROL', 'public, max-age=0, must-revalidate'),
      cacheMegabytes: env.float('DELIVERY_CACHE_MB', 256),
      staleSeconds: env.float('DELIVERY_STALE_SECONDS', 600),
      limits: {
        // `Number` and not `env.int`, which takes "100/s" for 100.
        website: Number(env('RATE_LIMIT_WEBSITE', '0')),
        address: Number(env('RATE_LIMIT_ADDRESS', '0')),
        wrongKeys: Number(env('RATE_LIMIT_WRONG_KEYS', '100')),
        signIns: Number(env('RATE_LIMIT_SIGN_INS', '30')),
        redisUrl: env('RATE_LIMIT_REDIS_URL', ''),
        redisPrefix: env('RATE_LIMIT_REDIS_PREFIX', 'content-delivery:'),
      },
      trustedProxies: env('TRUSTED_PROXIES', '')
        .split(/[\s,]+/)
        .filter(Boolean),
      logSample: number(env('DELIVERY_LOG_SAMPLE'), 0),
      metricsToken: env('METRICS_TOKEN', ''),
      // 0 would be any free port, which nobody could find.
      metricsPort: env('METRICS_PORT') === '0' ? NaN : number(env('METRICS_PORT'), 0),
      metricsHost: env('METRICS_HOST', '127.0.0.1'),
      shutdownDelaySeconds: number(env('SHUTDOWN_DELAY_SECONDS'), 0),
      shutdownSeconds: number(env('SHUTDOWN_SECONDS'), 30),
    },
  },
  upload: {
    config: {
      ...providerOf(env),
      security: {
        allowedTypes: allowedMediaTypes,
        deniedTypes: deniedMediaTypes,
      },
    },
  },
});

export default config;
