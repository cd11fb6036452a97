import type { Core } from '@strapi/strapi';

/** What hands values over; Strapi's `env`. */
export type Env = Core.Config.Shared.ConfigParams['env'];

/**
 * The installation's own secrets. What is stored or handed out depends on them, so they are taken as they stand, and judged once it is
 * known whether anything does.
 */
export const SECRETS = [
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
] as const;

/** Where something is kept: judged by what is there. */
export const PATHS = ['DATABASE_FILENAME', 'PUBLIC_DIR'] as const;

/** Never shown: secrets of others, and addresses that may have some in them. */
export const HIDDEN = [
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'DATABASE_SSL_CA',
  'DATABASE_SSL_CERT',
  'DATABASE_SSL_KEY',
  'METRICS_TOKEN',
  'RATE_LIMIT_REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_PASSWORD',
] as const;

const SHOWN = [
  'ACTIVITY_DAYS',
  'BIN_DAYS',
  'BODY_LIMIT',
  'CHANGE_LOG_DAYS',
  'CHANGE_LOG_ROWS',
  'DATABASE_CLIENT',
  'DATABASE_CONNECTION_TIMEOUT',
  'DATABASE_HOST',
  'DATABASE_NAME',
  'DATABASE_POOL_MAX',
  'DATABASE_POOL_MIN',
  'DATABASE_PORT',
  'DATABASE_SCHEMA',
  'DATABASE_SSL',
  'DATABASE_SSL_CIPHER',
  'DATABASE_SSL_REJECT_UNAUTHORIZED',
  'DATABASE_USERNAME',
  'DATABASE_WAIT_SECONDS',
  'DELIVERY_CACHE_CONTROL',
  'DELIVERY_CACHE_MB',
  'DELIVERY_CACHE_TAGS',
  'DELIVERY_LOG_SAMPLE',
  'DELIVERY_STALE_SECONDS',
  'DISK_MIN_FREE_MB',
  'FLAG_DOC_LINKS',
  'FLAG_NPS',
  'FLAG_PROMOTE_EE',
  'HEADERS_TIMEOUT_SECONDS',
  'HISTORY_DAYS',
  'HISTORY_VERSIONS',
  'HOST',
  'KEEP_ALIVE_SECONDS',
  'LOG_FORMAT',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MAIL_REPLY_TO',
  'METRICS_HOST',
  'METRICS_PORT',
  'NODE_ENV',
  'PORT',
  'PUBLIC_URL',
  'PURGE_ALLOWED_NETWORKS',
  'RATE_LIMIT_ADDRESS',
  'RATE_LIMIT_REDIS_PREFIX',
  'RATE_LIMIT_SIGN_INS',
  'RATE_LIMIT_WEBSITE',
  'RATE_LIMIT_WRONG_KEYS',
  'REQUEST_TIMEOUT_SECONDS',
  'S3_ACL',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_FORCE_PATH_STYLE',
  'S3_PREFIX',
  'S3_PUBLIC_URL',
  'S3_REGION',
  'SHUTDOWN_DELAY_SECONDS',
  'SHUTDOWN_SECONDS',
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_TLS',
  'SMTP_USERNAME',
  'TRUSTED_PROXIES',
  'UPLOAD_LIMIT_BYTES',
  'WEBHOOK_ALLOWED_NETWORKS',
  'WEBHOOK_LOG_DAYS',
  'WEBHOOK_LOG_EVENTS',
  'WEBHOOKS_POPULATE_RELATIONS',
  'WORKERS',
] as const;

/** All whose quotation marks are refused, whatever there is. */
export const PLAIN = [...SHOWN, ...HIDDEN] as const;

export type Secret = (typeof SECRETS)[number];
export type PathVariable = (typeof PATHS)[number];
export type Variable = (typeof PLAIN)[number];
