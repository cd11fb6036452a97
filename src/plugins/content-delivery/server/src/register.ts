import type { Core } from '@strapi/strapi';
import { closeEndUserAccounts } from './access/end-users';
import { confirmCommits } from './database/commits';
import { catchAfterCommit } from './database/after-commit';
import { extendEditorRoutes } from './editors';
import { harden } from './hardening';
import { carryOpenedVersion } from './saving';
import { registerHtmlField } from './html-field';
import { readBodiesOnceAuthenticated } from './request-bodies';
import { logLostErrors } from './requests/lost-errors';
import type { PluginConfig } from './config';
import { databaseOf, deliveryOf, startOf } from './services';
import { awaitDatabase } from './startup/database';
import { refuseMcp } from './startup/mcp';
import { refuseMissingSecrets } from './startup/secrets';
import { refuseBadKeys } from './website-key/entered-keys';

export const register = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const { databaseWaitSeconds, requestBodies } = strapi.config.get<PluginConfig>('plugin::content-delivery');
  // Not made before it is asked for: a server that is refused at its start has none.
  const signIns = () => deliveryOf(strapi).limits.ofSignIns;
  refuseMissingSecrets(strapi);
  refuseMcp(strapi);
  const start = startOf(strapi);
  await awaitDatabase(strapi, start.waitingRoom, databaseWaitSeconds);
  await start.lock.acquire();
  confirmCommits(strapi.db);
  catchAfterCommit(strapi);
  databaseOf(strapi).begin();
  readBodiesOnceAuthenticated(strapi, requestBodies);
  carryOpenedVersion(strapi);
  extendEditorRoutes(strapi);
  refuseBadKeys(strapi);
  harden(strapi, signIns);
  closeEndUserAccounts(strapi, signIns);
  registerHtmlField(strapi);
  logLostErrors(strapi);
};
