import type { Core } from '@strapi/strapi';
import { refusal } from './refusal';

const SECRETS = {
  APP_KEYS: 'server.app.keys',
  ADMIN_JWT_SECRET: 'admin.auth.secret',
  API_TOKEN_SALT: 'admin.apiToken.salt',
  TRANSFER_TOKEN_SALT: 'admin.transfer.token.salt',
  ENCRYPTION_KEY: 'admin.secrets.encryptionKey',
} as const;

/** Refuses to start without secrets, and says which are missing and how to make them. */
export const refuseMissingSecrets = (strapi: Core.Strapi): void => {
  const missing = Object.entries(SECRETS)
    .filter(([, path]) => isEmpty(strapi.config.get<string | string[] | undefined>(path)))
    .map(([name]) => name);
  if (missing.length === 0) return;
  throw refusal(
    `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set. ` +
      'Run "npm run secrets" to write a .env file with fresh ones, or set them in the environment.',
  );
};

const isEmpty = (value: string | string[] | undefined): boolean =>
  Array.isArray(value) ? value.every((item) => item === '') : !value;

/** Refuses to start with an encryption key that is not the one of the stored API keys. */
export const unreadableKeys = (): Error =>
  refusal(
    'The API keys in the database cannot be read with this ENCRYPTION_KEY. ' +
      'Start with the key that they were stored with; it is in the .env file or the environment of the earlier installation.',
  );
