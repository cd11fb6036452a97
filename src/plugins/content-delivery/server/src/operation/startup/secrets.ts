import type { Core } from '@strapi/strapi';
import { listed } from '../../platform/listed';
import { quotedFault, WHENCE } from '../../platform/quoted-values';
import { UIDS, USER_UID } from '../../platform/uids';
import { refusal } from '../../platform/refusal';

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
  if (missing.length === 0) {
    const keys = strapi.config.get<string[]>(SECRETS.APP_KEYS);
    if (keys.every((key) => key !== '')) return;
    throw refusal('APP_KEYS has an empty key: take away the comma that has no key on one of its sides.');
  }
  throw refusal(
    `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set. ` +
      'Run "npm run secrets" to write a .env file with fresh ones, or set them in the environment.',
  );
};

const isEmpty = (value: string | string[] | undefined): boolean =>
  Array.isArray(value) ? value.every((item) => item === '') : !value;

/**
 * Refuses to start with an encryption key that is not the one of the stored API keys.
 * @param quoted variables of secrets that have quotation marks around their values
 */
export const unreadableKeys = (quoted: readonly string[]): Error =>
  refusal(
    'The API keys in the database cannot be read with this ENCRYPTION_KEY. ' +
      'Start with the key that they were stored with; it is in the .env file or the environment of the earlier installation.' +
      (quoted.includes('ENCRYPTION_KEY')
        ? ` It has quotation marks around it now, which count as part of it ${WHENCE}: they may be all that is wrong.`
        : ''),
  );

/**
 * Secrets with quotation marks around them: refused as long as nothing depends on them. Where something does, it may always have been
 * so, and to take the marks away would make it void.
 * @param quoted their variables
 * @throws Error that names them; they are not repeated
 */
export const judgeQuotedSecrets = async (strapi: Core.Strapi, quoted: readonly string[]): Promise<void> => {
  if (quoted.length === 0) return;
  const [keys, people] = await Promise.all([
    strapi.db.query(UIDS.apiKey).count({ where: { cipher: { $notNull: true } } }),
    strapi.db.query(USER_UID).count({}),
  ]);
  // The keys have been read already: it is the one that they were stored with.
  const isDependedOn = (name: string) => keys > 0 || (name !== 'ENCRYPTION_KEY' && people > 0);
  const idle = quoted.filter((name) => !isDependedOn(name));
  const fault = quotedFault(quoted);
  if (idle.length > 0) {
    throw refusal(
      `${fault}. Write ${listed(idle)} without: nothing depends on ${idle.length === 1 ? 'it' : 'them'} yet.`,
    );
  }
  strapi.log.warn(
    `${fault}. This installation may always have run with them, so it goes on. ` +
      'docs/configuration.md says under "Secrets" what it costs to take them away.',
  );
};
