import type { Core } from '@strapi/strapi';
import { registerEditorRules } from './access/editors';
import { keepSuperAdmin } from './access/roles/keep-super-admin';
import { recordPeople } from './access/roles/record-people';
import { unlinkCreators } from './access/roles/unlink-creators';
import { surviveLostStatements } from './platform/database/lost-promises';
import { ensureHistory } from './freshness/history';
import { narrowFileLists } from './panel/website-switch';
import { applyLayouts, LAYOUTS } from './panel/layouts';
import {
  CHANGE_PAGES,
  IMPORT_PAGES,
  LIST_PAGES,
  MANAGE_DRIPS,
  EXPORT_WEBSITE,
  MANAGE_PURGE_TARGETS,
  MANAGE_WEBHOOKS,
  OPEN_BIN,
  READ_CACHE_FIGURES,
  REPLACE_POSTS,
  REVEAL_API_KEY,
  ROTATE_API_KEY,
  SEE_ACTIVITY,
  SEE_LINKS,
} from './access/permissions';
import { removeLeftTemporaryFiles } from './access/request-bodies';
import { METRICS_PATH } from './operation/probes';
import type { PluginConfig } from './config';
import { pollersOf, serviceOf, watchQueries } from './services';
import { prepareListener } from './prepare-listener';
import { createSqliteIndexes } from './sqlite-indexes';
import { createDefaultAccount } from './operation/startup/default-account';
import { refuseMcp } from './operation/startup/mcp';
import { judgeQuotedSecrets, unreadableKeys } from './operation/startup/secrets';
import { warnOfReadOnlyUploads } from './operation/startup/upload-folder';
import { warnOfSettings } from './warn-of-settings';
import { subscribeToWrites } from './write-subscribers';

export const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  // Plugins that were registered later may have turned it on.
  refuseMcp(strapi);
  const keys = serviceOf(strapi, 'api-keys');
  const configured = strapi.config.get<PluginConfig>('plugin::content-delivery');
  if (!(await keys.isReadable())) throw unreadableKeys(configured.quotedSecrets);
  await judgeQuotedSecrets(strapi, configured.quotedSecrets);

  const { templates, config } = serviceOf(strapi, 'delivery');
  watchQueries(strapi);
  await ensureHistory(strapi);
  subscribeToWrites({
    strapi,
    keys,
    templates,
    history: serviceOf(strapi, 'history'),
    bin: serviceOf(strapi, 'bin'),
    saves: serviceOf(strapi, 'saves'),
    earlierSlugs: serviceOf(strapi, 'earlier-slugs'),
    webhooks: serviceOf(strapi, 'webhooks'),
    purges: serviceOf(strapi, 'purges'),
  });
  await strapi
    .service('admin::permission')
    .actionProvider.registerMany([
      permission(REVEAL_API_KEY, 'Websites', 'Show API keys'),
      permission(ROTATE_API_KEY, 'Websites', 'Rotate API keys'),
      permission(MANAGE_WEBHOOKS, 'Websites', 'See and change webhooks'),
      permission(EXPORT_WEBSITE, 'Websites', 'Export websites'),
      permission(MANAGE_PURGE_TARGETS, 'Websites', 'See and change purge targets'),
      permission(READ_CACHE_FIGURES, 'Operation', 'See the figures of the cache'),
      permission(LIST_PAGES, 'pSEO pages', 'See the list of pages'),
      permission(CHANGE_PAGES, 'pSEO pages', 'Publish, unpublish, delete and rename many pages at once'),
      permission(MANAGE_DRIPS, 'pSEO pages', 'Plan drips'),
      permission(OPEN_BIN, 'Bin', 'See and bring back what was deleted'),
      permission(SEE_ACTIVITY, 'Activity', 'See what happened'),
      permission(REPLACE_POSTS, 'Posts', 'Search and replace'),
      permission(SEE_LINKS, 'Links', 'See what is wrong with links'),
      permission(IMPORT_PAGES, 'pSEO pages', 'Import pages'),
    ]);
  await registerEditorRules(strapi);
  narrowFileLists(strapi);
  keepSuperAdmin(strapi);
  recordPeople(strapi);
  unlinkCreators(strapi);
  await createDefaultAccount(strapi);
  await createSqliteIndexes(strapi);
  await applyLayouts(strapi, LAYOUTS);

  // They say who does their jobs, before any is looked for.
  serviceOf(strapi, 'pages');
  serviceOf(strapi, 'imports');
  serviceOf(strapi, 'replacements');
  serviceOf(strapi, 'links');

  prepareListener(strapi);

  // Only where requests are served: a command that loads Strapi does its own work and no other.
  strapi.server.httpServer.once('listening', () => {
    surviveLostStatements(strapi.log);
    void removeLeftTemporaryFiles(strapi);
    for (const poller of pollersOf(strapi)) poller.start();
    const { shutdown, metrics, diskSpace } = serviceOf(strapi, 'operation');
    diskSpace.watch();
    warnOfReadOnlyUploads(strapi);
    // While a developer works, the server restarts with every change: at once, and with a browser connected.
    if (!strapi.config.get<boolean>('autoReload')) shutdown.onSignal();
    metrics.listen(METRICS_PATH).catch(({ message }: Error) => strapi.stopWithError(message));
  });

  warnOfSettings(strapi.log, configured, config.publicUrl);
};

/** A permission of the plugin, as the roles screen shows it. */
const permission = (action: string, subCategory: string, displayName: string) => ({
  section: 'plugins',
  subCategory,
  displayName,
  uid: action.slice('plugin::content-delivery.'.length),
  pluginName: 'content-delivery',
});
