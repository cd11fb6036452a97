import { addressOf, clientOf } from './database/address';
import { databaseFileWarnings } from './database/file';
import { tlsWarnings } from './database/tls';
import { pathWarning } from './environment/paths';
import { secretWarnings } from './environment/secrets';
import type { Env } from './environment/variables';
import { mailWarnings } from './mail/settings';

const databaseWarnings = (env: Env): string[] => {
  const client = clientOf(env);
  return client === 'sqlite' ? databaseFileWarnings(env) : tlsWarnings(env, addressOf(env, client));
};

/** What is unwise in the environment, and works: a sentence or two each, for the log. */
export const settingsWarnings = (env: Env): string[] => [
  ...databaseWarnings(env),
  ...pathWarning(env, 'PUBLIC_DIR'),
  ...mailWarnings(env),
  ...secretWarnings(env),
];
