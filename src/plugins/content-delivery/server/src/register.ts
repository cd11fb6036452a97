import type { Core } from '@strapi/strapi';
import { extendEditorRoutes } from './editors';
import { harden } from './hardening';
import { carryOpenedVersion } from './saving';
import { registerHtmlField } from './html-field';
import { logLostErrors } from './requests/lost-errors';
import { refuseMissingSecrets } from './startup/secrets';

export const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  refuseMissingSecrets(strapi);
  carryOpenedVersion(strapi);
  extendEditorRoutes(strapi);
  harden(strapi);
  registerHtmlField(strapi);
  logLostErrors(strapi);
};
