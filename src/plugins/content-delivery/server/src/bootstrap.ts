import type { Core } from '@strapi/strapi';
import { registerEditorRules } from './editors';
import { watchWrites } from './freshness/watch';
import { READ_CACHE_FIGURES, REVEAL_API_KEY } from './permissions';
import { registerRules } from './rules';
import { apiKeysOf, deliveryOf } from './services';
import { createDefaultAccount } from './startup/default-account';
import { unreadableKeys } from './startup/secrets';

export const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const keys = apiKeysOf(strapi);
  if (!(await keys.isReadable())) throw unreadableKeys();

  const { templates, config } = deliveryOf(strapi);
  // First the lock, then the rules that rely on it.
  watchWrites(strapi);
  registerRules({ strapi, keys, templates });
  await strapi
    .service('admin::permission')
    .actionProvider.registerMany([
      permission(REVEAL_API_KEY, 'Websites', 'Show API keys'),
      permission(READ_CACHE_FIGURES, 'Operation', 'See the figures of the cache'),
    ]);
  await registerEditorRules(strapi);
  await createDefaultAccount(strapi);

  if (!strapi.config.get<string>('plugin::content-delivery.publicUrl')) {
    strapi.log.warn(
      `PUBLIC_URL is not set: uploaded images are delivered under ${config.publicUrl}, which front ends elsewhere can not reach.`,
    );
  }
};

/** A permission of the plugin, as the roles screen shows it. */
const permission = (action: string, subCategory: string, displayName: string) => ({
  section: 'plugins',
  subCategory,
  displayName,
  uid: action.slice('plugin::content-delivery.'.length),
  pluginName: 'content-delivery',
});
