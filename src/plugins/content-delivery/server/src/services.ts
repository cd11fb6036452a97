import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { createAnswers } from './delivery/answers';
import { createBin } from './content/bin';
import { createEarlierSlugs, type EarlierSlugs } from './content/earlier-slugs';
import { createHistory } from './content/history';
import { createPurges, type Purges } from './events/purges';
import { createWebhooks, type Webhooks } from './events/webhooks';
import { logDueMoments } from './freshness/changes/clock';
import { purgeActivity } from './freshness/activity/purge';
import { purgeChangeLog } from './freshness/changes/purge';
import { createByteCache } from './freshness/cache/bytes';
import { publicUrlOf, type PluginConfig } from './config';
import { createDeliveryController } from './delivery/controller';
import { createChanges } from './delivery/changes';
import { createPreviews } from './delivery/previews';
import { createRequestQueries } from './delivery/http/request-query';
import { createRespond } from './delivery/http/respond';
import { createDiskSpace } from './operation/disk-space';
import { writtenFolders } from './operation/disk-space/folders';
import { createRevisionSource } from './freshness/current';
import { createGate } from './freshness/gate';
import { createSqliteTurns, type SqliteTurns } from './platform/database/sqlite';
import { createDatabaseWatch, type DatabaseWatch } from './platform/database/watch';
import { createEscapingUpgrade } from './pseo/campaigns/escaping';
import { createDrips } from './pseo/drips';
import { createExporter, type Exporter } from './export';
import { createFrontEndViews } from './panel/front-end-view';
import { createImports } from './pseo/imports';
import { createPageHtml } from './pseo/imports/page-html';
import { createJobs } from './jobs';
import { createPoller, type Poller } from './jobs/poller';
import { closePasswordThread } from './access/hardening/passwords/thread';
import { createLimits, type Limits } from './access/limits';
import { createMetricsEndpoint } from './operation/metrics';
import { createQueryTimes } from './operation/metrics/query-times';
import { createStoredFigures } from './operation/metrics/stored-figures';
import { createRequestCounters } from './operation/metrics/request-counters';
import { createPages } from './pseo/pages';
import { createCampaignPages } from './pseo/pages/of-campaign';
import { createLinks } from './panel/links';
import { createReplacements } from './panel/replacements';
import { createSaves, type Saves } from './content/saves';
import { createUnsavedWorkStore, type UnsavedWorkStore } from './panel/unsaved-work/store';
import { createReachability } from './operation/probes/reachability';
import { createReadiness } from './operation/probes/readiness';
import { rememberRendered } from './pseo/templates/rendered-before';
import { createTemplates } from './pseo/templates/templates';
import { openWriter, type ReportWriter, type WriterOptions } from './migration';
import { createQueries } from './delivery/queries';
import { createReader, type Reader } from './platform/database/reader';
import { prepareFirstRoles } from './access/roles/first-roles';
import { grantLaterTypes, grantLaterWebsiteFields } from './access/roles/later-types';
import { createRequestIds } from './operation/request-log/request-id';
import { createShutdown } from './operation/shutdown';
import { createTraffic } from './operation/shutdown/traffic';
import { createStartLock } from './operation/startup/lock';
import { createWaitingRoom } from './operation/startup/waiting-room';
import { webhooksOf } from './platform/webhook-queue';
import { createPreviewLinks, type PreviewLinks } from './content/previews/links';
import { createPreviewStore } from './content/previews/store';
import { createPreviewTokens } from './content/previews/token';
import { encryptionKeyOf } from './platform/encryption-key';
import { createKeySecrets } from './content/api-keys/secrets';
import { createKeyStore } from './content/api-keys/store';
import { createWebsiteKeyStrategy } from './delivery/authentication/strategy';
import { createKeyResolver } from './delivery/authentication/websites';
import { createWorkerThread } from './platform/worker-thread';
import type { Tasks } from './worker-tasks';

/** Milliseconds between two looks for what the clock has brought. */
const CLOCK_INTERVAL = 2_000;

/** Milliseconds between two looks for what has been kept for long enough. */
const HOUSEKEEPING_INTERVAL = 3_600_000;

interface WithStrapi {
  strapi: Core.Strapi;
}

interface Opened {
  reader: Reader;
  limits: Limits;
  threads: readonly { close(): Promise<void> }[];
}

/** What is to be closed at the end. A server that was refused at its start has none, and must not make one then. */
const open = new WeakMap<Core.Strapi, Opened>();

export const closeDelivery = async ({ strapi }: WithStrapi): Promise<void> => {
  databaseOf(strapi).close();
  await startOf(strapi).finish();
  const opened = open.get(strapi);
  if (opened) await closeOpened(strapi, opened);
  await sqliteTurnsOf(strapi).close();
};

const closeOpened = async (strapi: Core.Strapi, opened: Opened): Promise<void> => {
  const { shutdown, metrics, diskSpace } = operationOf(strapi);
  diskSpace.close();
  // After a signal, the work has been put down with the requests, or has had its time.
  if (!(await shutdown.ended())) await releaseWork(strapi);
  await metrics.close();
  await Promise.all([
    opened.reader.destroy(),
    opened.limits.close(),
    ...opened.threads.map((thread) => thread.close()),
    closePasswordThread(),
  ]);
};

/** All that waits for a moment: started where requests are served, and stopped together. */
export const pollersOf = (strapi: Core.Strapi): Poller[] => [
  jobsOf(strapi).runner,
  dripsOf(strapi).runner,
  linksOf(strapi).runner,
  clockOf(strapi),
  websiteWebhooksOf(strapi).runner,
  purgesOf(strapi).runner,
  housekeepingOf(strapi),
];

const releaseWork = (strapi: Core.Strapi): Promise<unknown> =>
  Promise.all(pollersOf(strapi).map((poller) => poller.stop()));

/** `strapi.plugin('content-delivery').service('api-keys')`: reveals the API key of a website. */
const apiKeys = ({ strapi }: WithStrapi) => createKeyStore(strapi, createKeySecrets(strapi));

/** `strapi.plugin('content-delivery').service('previews')`: links to drafts. */
const previews = ({ strapi }: WithStrapi) =>
  createPreviewLinks(
    strapi,
    createPreviewTokens(() => encryptionKeyOf(strapi)),
    createPreviewStore(strapi),
  );

/** Everything behind the four routes, put together once. */
const delivery = ({ strapi }: WithStrapi) => {
  const configured = strapi.config.get<PluginConfig>('plugin::content-delivery');
  const config: PluginConfig = {
    ...configured,
    publicUrl: publicUrlOf(
      configured.publicUrl,
      strapi.config.get<string>('server.host'),
      strapi.config.get<number>('server.port'),
    ),
  };
  const secrets = createKeySecrets(strapi);
  const startThread = () =>
    createWorkerThread<Tasks>(path.join(__dirname, 'worker-entry.js'), {
      runsIn: 'process',
      ownerOf: () => `user ${userOf(strapi) ?? ''}`,
    });
  const workerThread = startThread();
  // For what nobody waits for: a long text would keep those who save waiting, and with them the database.
  const backgroundThread = startThread();
  const templates = rememberRendered(createTemplates(workerThread));
  const cache = createByteCache(config.cacheMegabytes * 1024 * 1024);
  const queryTimes = createQueryTimes();
  const reader = createReader(strapi, queryTimes.ofDelivery.observe, databaseOf(strapi).noteLoss);
  const queries = createQueries(strapi, reader);
  const revisionSource = createRevisionSource(strapi, reader);
  const gate = createGate(revisionSource, config.staleSeconds * 1000);
  const release = strapi.config.get<string>('info.version');
  const answers = createAnswers({ queries, templates, cache, gate, release, publicUrl: config.publicUrl });
  const tokens = createPreviewTokens(() => encryptionKeyOf(strapi));
  const previews = createPreviews({ queries, tokens, templates, publicUrl: config.publicUrl });
  const websites = createKeyResolver(queries, gate);
  const queryOf = createRequestQueries(secrets.hash);
  const respond = createRespond(config, cache);
  const limits = createLimits(config.limits, config.trustedProxies, strapi.log);
  const created = {
    config,
    reader,
    revisionSource,
    queryTimes,
    workerThread,
    backgroundThread,
    templates,
    cache,
    gate,
    answers,
    websites,
    queryOf,
    respond,
    limits,
    exporter: createExporter({
      strapi,
      queries,
      templates,
      publicUrl: config.publicUrl,
      toMarkdown: (html) => backgroundThread.run('markdownBody', html),
    }),
    strategy: createWebsiteKeyStrategy(websites, queryOf, limits),
    frontEndView: createFrontEndViews({
      strapi,
      queries,
      templates,
      workerThread,
      publicUrl: config.publicUrl,
      earlierSlugs: earlierSlugsOf(strapi),
    }),
    controller: createDeliveryController({
      answers,
      queryOf,
      respond,
      previews,
      readChanges: createChanges(queries),
      cacheControl: config.cacheControl,
      cacheTags: config.cacheTags,
    }),
  };
  open.set(strapi, { reader, limits, threads: [workerThread, backgroundThread] });
  return created;
};

/** What operators see of a running server, and how it ends. */
const operation = ({ strapi }: WithStrapi) => {
  const { config, cache, limits, queryTimes, reader, revisionSource } = deliveryOf(strapi);
  const traffic = createTraffic();
  const requestCounters = createRequestCounters();
  const readStored = createStoredFigures(strapi, reader, () => [
    ...jobsOf(strapi).kinds(),
    ...linksOf(strapi).jobKinds(),
  ]);
  const isReachable = createReachability(revisionSource);
  const diskSpace = createDiskSpace({
    folders: writtenFolders(strapi),
    minFree: config.diskMinFreeMegabytes * 1024 * 1024,
    log: strapi.log,
  });
  return {
    config,
    traffic,
    requestCounters,
    requestIdOf: createRequestIds(limits.addresses.areVouchedFor),
    /** When a request arrived that the fast lane looked at first. */
    arrivals: new WeakMap<IncomingMessage, number>(),
    diskSpace,
    readiness: createReadiness(isReachable, traffic, diskSpace),
    metrics: createMetricsEndpoint(
      {
        strapi,
        requestCounters,
        queryTimes,
        traffic,
        cache,
        isReachable,
        diskSpace,
        webhooks: websiteWebhooksOf(strapi).counters,
        purges: purgesOf(strapi).counters,
        readStored,
      },
      { token: config.metricsToken, host: config.metricsHost, port: config.metricsPort },
    ),
    shutdown: createShutdown({
      server: strapi.server.httpServer,
      traffic,
      log: strapi.log,
      delaySeconds: config.shutdownDelaySeconds,
      seconds: config.shutdownSeconds,
      release: () => releaseWork(strapi),
      webhooks: () => webhooksOf(strapi),
    }),
  };
};

/** What holds while the server starts. `src/index.ts` calls `finish` when all is prepared. */
const start = ({ strapi }: WithStrapi) => {
  const waitingRoom = createWaitingRoom(strapi);
  const lock = createStartLock(strapi);
  return {
    waitingRoom,
    lock,
    async finish(): Promise<void> {
      await Promise.all([lock.release(), waitingRoom.close()]);
    },
  };
};

/** Whether the database is there. */
const database = ({ strapi }: WithStrapi) => createDatabaseWatch(strapi);

/** How SQLite is worked with from the start on. */
const sqliteTurns = ({ strapi }: WithStrapi) => createSqliteTurns(strapi);

/** `strapi.plugin('content-delivery').service('jobs')`: long work. */
const jobs = ({ strapi }: WithStrapi) => createJobs(strapi);

/** `strapi.plugin('content-delivery').service('pages')`: pSEO pages by the thousand. */
const pages = ({ strapi }: WithStrapi) => createPages(strapi, jobsOf(strapi), deliveryOf(strapi).templates);

const configOf = (strapi: Core.Strapi) => strapi.config.get<PluginConfig>('plugin::content-delivery');

/** `strapi.plugin('content-delivery').service('history')`: what was published before. */
const history = ({ strapi }: WithStrapi) => createHistory(strapi, configOf(strapi).history);

/** `strapi.plugin('content-delivery').service('escaping-upgrade')`: campaigns from before, and what is new for them. */
const escapingUpgrade = ({ strapi }: WithStrapi) =>
  createEscapingUpgrade(strapi, deliveryOf(strapi).templates, createCampaignPages(strapi));

/** `strapi.plugin('content-delivery').service('bin')`: what was deleted. */
const bin = ({ strapi }: WithStrapi) =>
  createBin(strapi, historyOf(strapi), earlierSlugsOf(strapi), configOf(strapi).binDays);

/** `strapi.plugin('content-delivery').service('earlier-slugs')`: where readers still look for entries. */
const earlierSlugs = ({ strapi }: WithStrapi) => createEarlierSlugs(strapi);

/** `strapi.plugin('content-delivery').service('clock')`: what comes without a write, in the change log. */
const clock = ({ strapi }: WithStrapi) =>
  createPoller(strapi.log, CLOCK_INTERVAL, () => logDueMoments(strapi));

/** `strapi.plugin('content-delivery').service('webhooks')`: events of the change log for receivers. */
const webhooks = ({ strapi }: WithStrapi) => createWebhooks(strapi, configOf(strapi).webhooks);

/** `strapi.plugin('content-delivery').service('purges')`: what is purged from caches in front. */
const purges = ({ strapi }: WithStrapi) => {
  const { purges: config, cacheTags } = configOf(strapi);
  return createPurges(strapi, config, cacheTags);
};

/** `strapi.plugin('content-delivery').service('housekeeping')`: deletes what has been kept for long enough. */
const housekeeping = ({ strapi }: WithStrapi) =>
  createPoller(strapi.log, HOUSEKEEPING_INTERVAL, async (isOn) => {
    await websiteWebhooksOf(strapi).purge(isOn);
    await purgesOf(strapi).clean(isOn);
    await purgeChangeLog(strapi, configOf(strapi).changeLog, isOn);
    await binOf(strapi).purge(isOn);
    await historyOf(strapi).purge(isOn);
    await purgeActivity(strapi, configOf(strapi).activityDays, isOn);
    await unsavedWorkOf(strapi).clean(Date.now());
    await savesOf(strapi).clean(Date.now(), isOn);
    await linksOf(strapi).renew(Date.now());
  });

/** `strapi.plugin('content-delivery').service('replacements')`: search and replace over posts. */
const replacements = ({ strapi }: WithStrapi) =>
  createReplacements(strapi, jobsOf(strapi), deliveryOf(strapi).workerThread);

/** `strapi.plugin('content-delivery').service('links')`: what is wrong with links. */
const links = ({ strapi }: WithStrapi) =>
  createLinks(strapi, deliveryOf(strapi).backgroundThread, binOf(strapi), historyOf(strapi));

/** `strapi.plugin('content-delivery').service('drips')`: some pages every day or week. */
const drips = ({ strapi }: WithStrapi) => createDrips(strapi, pagesOf(strapi));

/** `strapi.plugin('content-delivery').service('roles')`: what `src/index.ts` calls when Strapi has its roles. */
const roles = ({ strapi }: WithStrapi) => ({
  async prepare() {
    await prepareFirstRoles(strapi);
    await grantLaterTypes(strapi);
    await grantLaterWebsiteFields(strapi);
  },
});

/** `strapi.plugin('content-delivery').service('imports')`: pages from files. */
const imports = ({ strapi }: WithStrapi) => {
  const { templates, workerThread } = deliveryOf(strapi);
  const created = createImports(strapi, templates, createPageHtml(workerThread), jobsOf(strapi));
  created.registerJobHandlers(jobsOf(strapi));
  return created;
};

/** Saves that were committed, by the names that the panel gave them. */
const saves = ({ strapi }: WithStrapi) => createSaves(strapi);

/** What editors have typed and not saved. */
const unsavedWork = ({ strapi }: WithStrapi) => createUnsavedWorkStore(strapi);

/** `strapi.plugin('content-delivery').service('migration')`: content from elsewhere. */
const migration = ({ strapi }: WithStrapi) => ({
  open: (options: WriterOptions, report: ReportWriter) =>
    openWriter(
      {
        strapi,
        keys: apiKeysOf(strapi),
        earlierSlugs: earlierSlugsOf(strapi),
        publicUrl: deliveryOf(strapi).config.publicUrl,
      },
      options,
      report,
    ),
});

export const deliveryOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('delivery') as ReturnType<typeof delivery>;
export const operationOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('operation') as ReturnType<typeof operation>;
export const startOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('start') as ReturnType<typeof start>;
export const databaseOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('database') as DatabaseWatch;
export const sqliteTurnsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('sqlite-turns') as SqliteTurns;
export const apiKeysOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('api-keys') as ReturnType<typeof apiKeys>;

export const previewsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('previews') as PreviewLinks;

export const jobsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('jobs') as ReturnType<typeof jobs>;

export const pagesOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('pages') as ReturnType<typeof createPages>;

export const escapingUpgradeOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('escaping-upgrade') as ReturnType<typeof escapingUpgrade>;

export const replacementsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('replacements') as ReturnType<typeof createReplacements>;

export const linksOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('links') as ReturnType<typeof createLinks>;

export const dripsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('drips') as ReturnType<typeof createDrips>;

export const historyOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('history') as ReturnType<typeof createHistory>;

export const binOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('bin') as ReturnType<typeof createBin>;

export const earlierSlugsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('earlier-slugs') as EarlierSlugs;

const clockOf = (strapi: Core.Strapi) => strapi.plugin('content-delivery').service('clock') as Poller;

export const websiteWebhooksOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('webhooks') as Webhooks;

export const purgesOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('purges') as Purges;

const housekeepingOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('housekeeping') as Poller;

export const migrationOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('migration') as ReturnType<typeof migration>;

/** Websites on their way out. */
export const exporterOf = (strapi: Core.Strapi): Exporter => deliveryOf(strapi).exporter;

export const importsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('imports') as ReturnType<typeof imports>;

export const savesOf = (strapi: Core.Strapi) => strapi.plugin('content-delivery').service('saves') as Saves;

export const unsavedWorkOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('unsaved-work') as UnsavedWorkStore;

export default {
  'api-keys': apiKeys,
  bin,
  clock,
  database,
  delivery,
  drips,
  'earlier-slugs': earlierSlugs,
  'escaping-upgrade': escapingUpgrade,
  history,
  housekeeping,
  imports,
  jobs,
  links,
  migration,
  operation,
  pages,
  previews,
  purges,
  replacements,
  roles,
  saves,
  'sqlite-turns': sqliteTurns,
  start,
  'unsaved-work': unsavedWork,
  webhooks,
};

/** Who has signed in and sent the request that is under way. */
const userOf = (strapi: Core.Strapi): number | undefined =>
  (strapi.requestContext.get()?.state as { user?: { id: number } } | undefined)?.user?.id;
