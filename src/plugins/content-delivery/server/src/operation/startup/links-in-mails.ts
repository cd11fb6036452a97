import type { Core } from '@strapi/strapi';

/**
 * Has links in mails that Strapi sends (a reset password, a confirmed address) and addresses of sign-in by providers lead to where the server is
 * reached: Strapi makes them from host and port. An address that a project has set in `config/server` or `config/admin` stays.
 *
 * Not while a developer works: Strapi builds the admin panel from the same settings then (decision 5).
 */
export const linkToPublicUrl = (strapi: Core.Strapi, publicUrl: string): void => {
  const { config } = strapi;
  if (config.get<boolean>('autoReload') || config.get<string>('server.url') !== '') return;
  config.set('server.absoluteUrl', publicUrl);
  const panel = config.get<string>('admin.url');
  if (panel.startsWith('/')) config.set('admin.absoluteUrl', `${publicUrl}${panel}`);
};
