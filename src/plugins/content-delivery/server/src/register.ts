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
import { databaseOf } from './services';
import { refuseUnreachableDatabase } from './startup/database';
import { refuseMissingSecrets } from './startup/secrets';

export const register = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  refuseMissingSecrets(strapi);
  await refuseUnreachableDatabase(strapi);
  confirmCommits(strapi.db);
  catchAfterCommit(strapi);
  databaseOf(strapi).begin();
  readBodiesOnceAuthenticated(strapi);
  carryOpenedVersion(strapi);
  extendEditorRoutes(strapi);
  harden(strapi);
  closeEndUserAccounts(strapi);
  registerHtmlField(strapi);
  logLostErrors(strapi);
};
