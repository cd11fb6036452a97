import type { Core } from '@strapi/strapi';
import { BIN_MODEL } from './content/bin';
import { SAVE_MODEL } from './content/saves';
import { EARLIER_SLUG_MODEL } from './content/earlier-slugs';
import { PUBLICATION_MODEL, VERSION_MODEL } from './content/history';
import { PURGE_ATTEMPT_MODEL, PURGE_MODEL } from './events/purges';
import { allowedBy } from './events/allowed';
import { sendStrapisWebhooksOutside } from './events/strapis-webhooks';
import { WEBHOOK_ATTEMPT_MODEL, WEBHOOK_EVENT_MODEL } from './events/webhooks';
import { ACTIVITY_MODEL } from './freshness/activity/model';
import { LINK_CHECK_MODEL, LINK_FINDING_MODEL } from './panel/links';
import { REPLACED_POST_MODEL } from './panel/replacements';
import { CHANGE_MODEL, CLOCK_MODEL, LOG_START_MODEL, MOMENT_MODEL } from './freshness/changes/model';
import { closeEndUserAccounts } from './access/end-users';
import { confirmCommits } from './platform/database/commits';
import { shedAbandonedRequests } from './platform/database/abandoned-requests';
import { withWorkBeforeCommit } from './platform/database/before-commit';
import { endLongPanelReads } from './platform/database/panel-reads';
import { deferConnections } from './platform/database/sqlite/deferred-connections';
import { searchAlike } from './platform/database/search/statements';
import { catchAfterCommit } from './platform/database/after-commit';
import { changeTransactions } from './platform/patches/strapi-transactions';
import { extendEditorRoutes } from './access/editors';
import { harden } from './access/hardening';
import { attachVersion } from './content/edit-conflicts';
import { registerHtmlField } from './platform/html-field';
import { readBodiesOnceAuthenticated } from './access/request-bodies';
import { logLostErrors } from './operation/request-log/lost-errors';
import { publicUrlOf, type PluginConfig } from './config';
import { serviceOf } from './services';
import { awaitDatabase } from './operation/startup/database';
import { linkToPublicUrl } from './operation/startup/links-in-mails';
import { refuseMcp } from './operation/startup/mcp';
import { refuseMissingSecrets } from './operation/startup/secrets';
import { refuseBadUploadFolder } from './operation/startup/upload-folder';
import { renderAheadOfPublishing } from './pseo/pages/render-ahead';
import { leaveLongTextsOutOfLists } from './panel/short-lists';
import { followWebsiteSwitch } from './panel/website-switch';
import { answerStrapisPreview } from './panel/previews/strapi-preview';
import { refuseBadKeys } from './content/api-keys/entered-keys';

export const register = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const { databaseWaitSeconds, publicUrl, requestBodies, webhooks } =
    strapi.config.get<PluginConfig>('plugin::content-delivery');
  const { host, port } = strapi.config.get<{ host: string; port: number }>('server');
  // Not made before it is asked for: a server that is refused at its start has none.
  const limits = () => serviceOf(strapi, 'delivery').limits;
  const models = strapi.get('models') as { add(model: object): void };
  for (const model of [
    CHANGE_MODEL,
    CLOCK_MODEL,
    LOG_START_MODEL,
    MOMENT_MODEL,
    EARLIER_SLUG_MODEL,
    PUBLICATION_MODEL,
    VERSION_MODEL,
    BIN_MODEL,
    SAVE_MODEL,
    ACTIVITY_MODEL,
    REPLACED_POST_MODEL,
    WEBHOOK_EVENT_MODEL,
    WEBHOOK_ATTEMPT_MODEL,
    PURGE_MODEL,
    PURGE_ATTEMPT_MODEL,
    LINK_CHECK_MODEL,
    LINK_FINDING_MODEL,
  ])
    models.add(model);
  refuseMissingSecrets(strapi);
  refuseMcp(strapi);
  linkToPublicUrl(strapi, publicUrlOf(publicUrl, host, port));
  refuseBadUploadFolder(strapi);
  const start = serviceOf(strapi, 'start');
  await awaitDatabase(strapi, start.waitingRoom, databaseWaitSeconds);
  await start.lock.acquire();
  serviceOf(strapi, 'sqlite-offloading');
  endLongPanelReads(strapi);
  searchAlike(strapi);
  confirmCommits(strapi.db);
  changeTransactions(strapi, { around: withWorkBeforeCommit, callback: catchAfterCommit(strapi.log) });
  serviceOf(strapi, 'database').begin();
  shedAbandonedRequests(strapi);
  deferConnections(strapi);
  readBodiesOnceAuthenticated(strapi, requestBodies);
  attachVersion(strapi);
  renderAheadOfPublishing(strapi, () => serviceOf(strapi, 'delivery').templates);
  // Behind the rules for editors, which are passed first: what it adds to a request is not for them to judge.
  followWebsiteSwitch(strapi);
  leaveLongTextsOutOfLists(strapi);
  extendEditorRoutes(strapi);
  refuseBadKeys(strapi);
  harden(strapi, limits, serviceOf(strapi, 'password-mails'));
  closeEndUserAccounts(strapi, () => limits().ofSignIns);
  registerHtmlField(strapi);
  answerStrapisPreview(strapi, () => serviceOf(strapi, 'previews'));
  sendStrapisWebhooksOutside(strapi, allowedBy(webhooks.allowedNetworks));
  logLostErrors(strapi);
};
