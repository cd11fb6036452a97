import type { Core } from '@strapi/strapi';
import { OTHER_TYPES, PICTURE_TYPES } from '../src/plugins/content-delivery/contracts/file-types';
import type { PluginConfig } from '../src/plugins/content-delivery/server/src/config';
import { derivedSecret } from '../src/settings/environment/derived-secret';
import { hostIn } from '../src/settings/environment/hosts';
import { networksIn, trustedProxiesIn } from '../src/settings/environment/networks';
import { bytesIn, numberIn, wholeNumber } from '../src/settings/environment/numbers';
import { quotedSecrets } from '../src/settings/environment/quotation-marks';
import { shutdownIn } from '../src/settings/environment/serving';
import { secretIn, textIn } from '../src/settings/environment/texts';
import type { Env, Variable } from '../src/settings/environment/variables';
import { mailSettingsOf } from '../src/settings/mail/settings';
import { transportOf } from '../src/settings/mail/transport';
import { bucketStorageOf } from '../src/settings/uploads/storage';
import { settingsWarnings } from '../src/settings/warnings';

const allowedMediaTypes = [...PICTURE_TYPES, ...OTHER_TYPES];

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

/** Uploads are kept in a bucket where one is configured, else in the folder `uploads` of PUBLIC_DIR. */
const providerOf = (env: Env) => {
  const bucket = bucketStorageOf(env);
  return bucket && { provider: 'aws-s3', providerOptions: bucket.providerOptions };
};

/** Mails go to the mail server that is set, or nowhere. */
const mailOf = (env: Env) => {
  const settings = mailSettingsOf(env);
  return {
    provider: 'nodemailer',
    providerOptions: transportOf(settings),
    settings: { defaultFrom: settings?.from ?? '', defaultReplyTo: settings?.replyTo ?? '' },
  };
};

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => {
  const number = (name: Variable, usual: number) => numberIn(env, name, usual);
  return {
    'content-delivery': {
      enabled: true,
      resolve: './src/plugins/content-delivery',
      config: {
        publicUrl: textIn(env, 'PUBLIC_URL', ''),
        cacheControl: textIn(env, 'DELIVERY_CACHE_CONTROL', 'public, max-age=0, must-revalidate'),
        cacheTags: textIn(env, 'DELIVERY_CACHE_TAGS', ''),
        cacheMegabytes: number('DELIVERY_CACHE_MB', 256),
        databaseWaitSeconds: number('DATABASE_WAIT_SECONDS', 600),
        staleSeconds: number('DELIVERY_STALE_SECONDS', 600),
        history: { versions: number('HISTORY_VERSIONS', 20), days: number('HISTORY_DAYS', 365) },
        binDays: number('BIN_DAYS', 30),
        activityDays: number('ACTIVITY_DAYS', 365),
        webhooks: {
          allowedNetworks: networksIn(env, 'WEBHOOK_ALLOWED_NETWORKS'),
          days: number('WEBHOOK_LOG_DAYS', 14),
          events: number('WEBHOOK_LOG_EVENTS', 1_000),
        },
        purges: { allowedNetworks: networksIn(env, 'PURGE_ALLOWED_NETWORKS') },
        changeLog: { days: number('CHANGE_LOG_DAYS', 30), rows: number('CHANGE_LOG_ROWS', 100_000) },
        limits: {
          website: number('RATE_LIMIT_WEBSITE', 0),
          address: number('RATE_LIMIT_ADDRESS', 0),
          wrongKeys: number('RATE_LIMIT_WRONG_KEYS', 100),
          signIns: number('RATE_LIMIT_SIGN_INS', 30),
          redisUrl: textIn(env, 'RATE_LIMIT_REDIS_URL', ''),
          redisPrefix: textIn(env, 'RATE_LIMIT_REDIS_PREFIX', 'content-delivery:'),
        },
        requestBodies: {
          // A post of 5 MB becomes a larger JSON document when the admin panel saves it.
          entryBytes: bytesIn(env, 'BODY_LIMIT', '32mb'),
          fileBytes: wholeNumber(env, 'UPLOAD_LIMIT_BYTES', 200 * 1024 * 1024, {
            min: 1,
            max: Number.MAX_SAFE_INTEGER,
          }),
          // All other clients may send 100 kB, and no files.
          senders: ['admin', 'admin-token', 'content-api-token'],
        },
        trustedProxies: trustedProxiesIn(env),
        logSample: number('DELIVERY_LOG_SAMPLE', 0),
        metricsToken: textIn(env, 'METRICS_TOKEN', ''),
        // 0 would be any free port, unknown to others.
        metricsPort: wholeNumber(env, 'METRICS_PORT', 0, { min: 1, max: 65_535 }),
        metricsHost: hostIn(env, 'METRICS_HOST', '127.0.0.1'),
        diskMinFreeMegabytes: number('DISK_MIN_FREE_MB', 100),
        ...shutdownIn(env),
        quotedSecrets: quotedSecrets(env),
        warnings: settingsWarnings(env),
      } satisfies PluginConfig,
    },
    // Accounts of end users, for projects that add content types: closed on a fresh installation.
    'users-permissions': {
      config: {
        jwtSecret:
          secretIn(env, 'JWT_SECRET').trim() ||
          derivedSecret(secretIn(env, 'ADMIN_JWT_SECRET'), 'users-permissions.jwt'),
      },
    },
    email: { config: mailOf(env) },
    upload: {
      config: {
        ...providerOf(env),
        security: {
          allowedTypes: allowedMediaTypes,
          deniedTypes: deniedMediaTypes,
        },
      },
    },
  };
};

export default config;
