import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { createAnswers } from './delivery/answers';
import { createBin } from './content/bin';
import { createEarlierSlugs } from './content/earlier-slugs';
import { createHistory } from './content/history';
import { createPurges } from './events/purges';
import { createWebhooks } from './events/webhooks';
import { logDueMoments } from './freshness/changes/clock';
import { pruneActivity } from './freshness/activity/prune';
import { pruneChangeLog } from './freshness/changes/prune';
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
import { createSqliteOffloading } from './platform/database/sqlite';
import { createDatabaseWatch } from './platform/database/watch';
import { createEscapingUpgrade } from './pseo/campaigns/escaping';
import { createDrips } from './pseo/drips';
import { createExporter } from './export';
import { createFrontEndViews } from './panel/front-end-view';
import { createImports } from './pseo/imports';
import { createPageHtml } from './pseo/imports/page-html';
import { createJobs } from './jobs';
import { createPoller, type Poller } from './jobs/poller';
import { createPasswordMails } from './access/hardening/password-mails';
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
import { createSaves } from './content/saves';
import { createUnsavedWorkStore } from './panel/unsaved-work/store';
import { createReachability } from './operation/probes/reachability';
import { createReadiness } from './operation/probes/readiness';
import { rememberRendered } from './pseo/templates/rendered-before';
import { surviveLostStatements } from './platform/database/lost-promises';
import { initDatabaseOnly } from './platform/patches/content-type-models';
import { divertRequests } from './delivery/http/divert-requests';
import { createHandOn } from './operation/workers/hand-on';
import { prepareListener } from './prepare-listener';
import { createTemplates } from './pseo/templates/templates';
import { openWriter, type ReportWriter, type WriterOptions } from './migration';
import { createQueries } from './delivery/queries';
import { createReader, type Reader } from './platform/database/reader';
import { primaryOf } from './platform/processes/questions';
import { prepareFirstRoles } from './access/roles/first-roles';
import { grantLaterTypes, grantLaterWebsiteFields } from './access/roles/later-types';
import { createRequestIds } from './operation/request-log/request-id';
import { createShutdown } from './operation/shutdown';
import { createTraffic } from './operation/shutdown/traffic';
import { createStartLock } from './operation/startup/lock';
import { createWaitingRoom } from './operation/startup/waiting-room';
import { webhookQueueOf } from './platform/webhook-queue';
import { createPreviewLinks } from './content/previews/links';
import { createPreviewStore } from './content/previews/store';
import { createPreviewTokens } from './content/previews/token';
import { encryptionKeyOf } from './platform/encryption-key';
import { createKeySecrets } from './content/api-keys/secrets';
import { createKeyStore } from './content/api-keys/store';
import { createWebsiteKeyStrategy } from './delivery/authentication/strategy';
import { createKeyResolver } from './delivery/authentication/websites';
import { createTaskWorker } from './platform/task-worker';
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
  workers: readonly { close(): Promise<void> }[];
}

/** What is to be closed at the end. A server that was refused at its start has none, and must not make one then. */
const open = new WeakMap<Core.Strapi, Opened>();

export const closeDelivery = async ({ strapi }: WithStrapi): Promise<void> => {
  serviceOf(strapi, 'database').close();
  await serviceOf(strapi, 'start').finish();
  const opened = open.get(strapi);
  if (opened) await closeOpened(strapi, opened);
  await serviceOf(strapi, 'sqlite-offloading').close();
};

const closeOpened = async (strapi: Core.Strapi, opened: Opened): Promise<void> => {
  const { shutdown, metrics, diskSpace } = serviceOf(strapi, 'operation');
  diskSpace.close();
  // After a signal, the work has been put down with the requests, or has had its time.
  if (!(await shutdown.ended())) {
    await Promise.all([releaseWork(strapi), serviceOf(strapi, 'password-mails').finish()]);
  }
  await metrics.close();
  await Promise.all([
    opened.reader.destroy(),
    opened.limits.close(),
    ...opened.workers.map((worker) => worker.close()),
    closePasswordThread(),
  ]);
};

/** All that waits for a moment: started where requests are served, and stopped together. */
export const pollersOf = (strapi: Core.Strapi): Poller[] => [
  serviceOf(strapi, 'jobs').runner,
  serviceOf(strapi, 'drips').runner,
  serviceOf(strapi, 'links').runner,
  serviceOf(strapi, 'clock'),
  serviceOf(strapi, 'webhooks').runner,
  serviceOf(strapi, 'purges').runner,
  serviceOf(strapi, 'housekeeping'),
];

const releaseWork = (strapi: Core.Strapi): Promise<unknown> =>
  Promise.all(pollersOf(strapi).map((poller) => poller.stop()));

const configOf = (strapi: Core.Strapi) => strapi.config.get<PluginConfig>('plugin::content-delivery');

/** Times the statements of the panel and of the delivery routes from now on. */
export const watchQueries = (strapi: Core.Strapi): void => {
  const { queryTimes, reader } = serviceOf(strapi, 'delivery');
  queryTimes.watch(strapi.db.connection);
  if (reader.shortReads) queryTimes.watch(reader.shortReads.connection);
};

/** Everything that the delivery routes need, put together once. */
const delivery = ({ strapi }: WithStrapi) => {
  const configured = configOf(strapi);
  const config: PluginConfig = {
    ...configured,
    publicUrl: publicUrlOf(
      configured.publicUrl,
      strapi.config.get<string>('server.host'),
      strapi.config.get<number>('server.port'),
    ),
  };
  const secrets = createKeySecrets(strapi);
  const startWorker = () =>
    createTaskWorker<Tasks>(path.join(__dirname, 'worker-entry.js'), {
      runsIn: 'process',
      ownerOf: () => `user ${userOf(strapi) ?? ''}`,
    });
  const taskWorker = startWorker();
  // For what nobody waits for: a long text would keep those who save waiting, and with them the database.
  const backgroundWorker = startWorker();
  const templates = rememberRendered(createTemplates(taskWorker));
  const cache = createByteCache(config.cacheMegabytes * 1024 * 1024);
  const queryTimes = createQueryTimes();
  const reader = createReader(strapi, queryTimes.ofDelivery.observe, serviceOf(strapi, 'database').noteLoss);
  const queries = createQueries(strapi, reader);
  const revisionSource = createRevisionSource(strapi, reader);
  const gate = createGate(revisionSource, config.staleSeconds * 1000);
  const release = strapi.config.get<string>('info.version');
  const answers = createAnswers({ queries, templates, cache, gate, release, publicUrl: config.publicUrl });
  const previewTokens = createPreviewTokens(() => encryptionKeyOf(strapi));
  const previews = createPreviews({ queries, tokens: previewTokens, templates, publicUrl: config.publicUrl });
  const websites = createKeyResolver(queries, gate);
  const queryOf = createRequestQueries(secrets.hash);
  const respond = createRespond(config, cache);
  const limits = createLimits(config.limits, config.trustedProxies, strapi.log, primaryOf(strapi));
  const unknownSlugs = new WeakMap<IncomingMessage, Error>();
  const created = {
    config,
    unknownSlugs,
    reader,
    revisionSource,
    queryTimes,
    previewTokens,
    taskWorker,
    backgroundWorker,
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
      toMarkdown: (html) => backgroundWorker.run('markdownBody', html),
    }),
    strategy: createWebsiteKeyStrategy(websites, queryOf, limits),
    frontEndView: createFrontEndViews({
      strapi,
      queries,
      templates,
      taskWorker,
      publicUrl: config.publicUrl,
      earlierSlugs: serviceOf(strapi, 'earlier-slugs'),
    }),
    controller: createDeliveryController({
      answers,
      queryOf,
      respond,
      previews,
      readChanges: createChanges(queries),
      cacheControl: config.cacheControl,
      cacheTags: config.cacheTags,
      unknownSlugs,
    }),
  };
  open.set(strapi, { reader, limits, workers: [taskWorker, backgroundWorker] });
  return created;
};

/** What operators see of a running server, and how it ends. */
const operation = ({ strapi }: WithStrapi) => {
  const { config, cache, limits, queryTimes, reader, revisionSource } = serviceOf(strapi, 'delivery');
  const traffic = createTraffic();
  const requestCounters = createRequestCounters();
  const readStored = createStoredFigures(strapi, reader, () => [
    ...serviceOf(strapi, 'jobs').kinds(),
    ...serviceOf(strapi, 'links').jobKinds(),
  ]);
  const isReachable = createReachability(revisionSource);
  const diskSpace = createDiskSpace({
    folders: writtenFolders(strapi),
    minFree: config.diskMinFreeMegabytes * 1024 * 1024,
    log: strapi.log,
  });
  const shutdown = createShutdown({
    server: strapi.server.httpServer,
    traffic,
    log: strapi.log,
    delaySeconds: config.shutdownDelaySeconds,
    seconds: config.shutdownSeconds,
    release: () => releaseWork(strapi),
    sendMails: () => serviceOf(strapi, 'password-mails').finish(),
    webhookQueue: () => webhookQueueOf(strapi),
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
        connections: shutdown.connections,
        cache,
        isReachable,
        diskSpace,
        webhooks: serviceOf(strapi, 'webhooks').counters,
        purges: serviceOf(strapi, 'purges').counters,
        readStored,
        primary: primaryOf(strapi),
        isWorker: strapi.config.get<boolean>('server.isWorker', false),
      },
      { token: config.metricsToken, host: config.metricsHost, port: config.metricsPort },
    ),
    shutdown,
  };
};

/** Who has signed in and sent the request that is under way. */
const userOf = (strapi: Core.Strapi): number | undefined =>
  (strapi.requestContext.get()?.state as { user?: { id: number } } | undefined)?.user?.id;

/** The services of the plugin, by the names under which Strapi makes each of them once. */
const services = {
  /** API keys of websites: given out, rotated, ended, revealed. */
  'api-keys': ({ strapi }: WithStrapi) => createKeyStore(strapi, createKeySecrets(strapi)),

  /** What was deleted. */
  bin: ({ strapi }: WithStrapi) =>
    createBin(
      strapi,
      serviceOf(strapi, 'history'),
      serviceOf(strapi, 'earlier-slugs'),
      configOf(strapi).binDays,
    ),

  /** What comes without a write, in the change log. */
  clock: ({ strapi }: WithStrapi) => createPoller(strapi.log, CLOCK_INTERVAL, () => logDueMoments(strapi)),

  /** Whether the database is there. */
  database: ({ strapi }: WithStrapi) => createDatabaseWatch(strapi),

  /** What answers the public routes. */
  delivery,

  /** Some pages every day or week. */
  drips: ({ strapi }: WithStrapi) => createDrips(strapi, serviceOf(strapi, 'pages')),

  /** Where readers still look for entries. */
  'earlier-slugs': ({ strapi }: WithStrapi) => createEarlierSlugs(strapi),

  /** Campaigns from before, and what is new for them. */
  'escaping-upgrade': ({ strapi }: WithStrapi) =>
    createEscapingUpgrade(strapi, serviceOf(strapi, 'delivery').templates, createCampaignPages(strapi)),

  /** What was published before. */
  history: ({ strapi }: WithStrapi) => createHistory(strapi, configOf(strapi).history),

  /** Deletes what has been kept for long enough. */
  housekeeping: ({ strapi }: WithStrapi) =>
    createPoller(strapi.log, HOUSEKEEPING_INTERVAL, async (shouldContinue) => {
      const steps = [
        () => serviceOf(strapi, 'webhooks').prune(shouldContinue),
        () => serviceOf(strapi, 'purges').prune(shouldContinue),
        () => pruneChangeLog(strapi, configOf(strapi).changeLog, shouldContinue),
        () => serviceOf(strapi, 'bin').prune(shouldContinue),
        () => serviceOf(strapi, 'history').prune(shouldContinue),
        () => pruneActivity(strapi, configOf(strapi).activityDays, shouldContinue),
        () => serviceOf(strapi, 'unsaved-work').prune(Date.now()),
        () => serviceOf(strapi, 'saves').prune(Date.now(), shouldContinue),
        () => serviceOf(strapi, 'links').renew(Date.now()),
      ];
      for (const step of steps) {
        if (!shouldContinue()) return;
        // One that fails does not hold up the others; it is tried again at the next poll.
        await step().catch((error: unknown) => void strapi.log.error(error));
      }
    }),

  /** Pages from files. */
  imports: ({ strapi }: WithStrapi) => {
    const { templates, taskWorker } = serviceOf(strapi, 'delivery');
    const created = createImports(strapi, templates, createPageHtml(taskWorker), serviceOf(strapi, 'jobs'));
    created.registerJobHandlers(serviceOf(strapi, 'jobs'));
    return created;
  },

  /** Long work. */
  jobs: ({ strapi }: WithStrapi) => createJobs(strapi),

  /** What is wrong with links. */
  links: ({ strapi }: WithStrapi) =>
    createLinks(
      strapi,
      serviceOf(strapi, 'delivery').backgroundWorker,
      serviceOf(strapi, 'bin'),
      serviceOf(strapi, 'history'),
    ),

  /** Content from elsewhere. */
  migration: ({ strapi }: WithStrapi) => ({
    open: (options: WriterOptions, report: ReportWriter) =>
      openWriter(
        {
          strapi,
          keys: serviceOf(strapi, 'api-keys'),
          earlierSlugs: serviceOf(strapi, 'earlier-slugs'),
          publicUrl: serviceOf(strapi, 'delivery').config.publicUrl,
        },
        options,
        report,
      ),
  }),

  /** What operators see of a running server. */
  operation,

  /** pSEO pages by the thousand. */
  pages: ({ strapi }: WithStrapi) =>
    createPages(strapi, serviceOf(strapi, 'jobs'), serviceOf(strapi, 'delivery').templates),

  /** Mails of forgotten passwords. */
  'password-mails': ({ strapi }: WithStrapi) => createPasswordMails(strapi.log),

  /** Links to drafts. */
  previews: ({ strapi }: WithStrapi) =>
    createPreviewLinks(strapi, serviceOf(strapi, 'delivery').previewTokens, createPreviewStore(strapi)),

  /** What is purged from caches in front. */
  purges: ({ strapi }: WithStrapi) => {
    const { purges: config, cacheTags } = configOf(strapi);
    return createPurges(strapi, config, cacheTags);
  },

  /** Search and replace over posts. */
  replacements: ({ strapi }: WithStrapi) =>
    createReplacements(strapi, serviceOf(strapi, 'jobs'), serviceOf(strapi, 'delivery').taskWorker),

  /** What `src/index.ts` calls when Strapi has its roles. */
  roles: ({ strapi }: WithStrapi) => ({
    async prepare() {
      await prepareFirstRoles(strapi);
      await grantLaterTypes(strapi);
      await grantLaterWebsiteFields(strapi);
    },
  }),

  /** Saves that were committed, by the names that the panel gave them. */
  saves: ({ strapi }: WithStrapi) => createSaves(strapi),

  /** How SQLite is worked with from the start on. */
  'sqlite-offloading': ({ strapi }: WithStrapi) => createSqliteOffloading(strapi),

  /** What holds while the server starts. `src/index.ts` calls `finish` when all is prepared. */
  start: ({ strapi }: WithStrapi) => {
    const waitingRoom = createWaitingRoom(strapi);
    const lock = createStartLock(strapi);
    return {
      waitingRoom,
      lock,
      async finish(): Promise<void> {
        await Promise.all([lock.release(), waitingRoom.close()]);
      },
    };
  },

  /** What editors have typed and not saved. */
  'unsaved-work': ({ strapi }: WithStrapi) => createUnsavedWorkStore(strapi),

  /** A process that answers the delivery routes, beside a server that does all else. */
  worker: ({ strapi }: WithStrapi) => ({
    /** @param socket where that server listens */
    async prepare(socket: string): Promise<void> {
      await serviceOf(strapi, 'start').finish();
      await initDatabaseOnly(strapi);
      const { httpServer } = strapi.server;
      divertRequests(httpServer, () => serviceOf(strapi, 'operation').traffic.isEnding, createHandOn(socket));
      watchQueries(strapi);
      await strapi.server.initMiddlewares();
      strapi.server.initRouting();
      prepareListener(strapi);
      const { shutdown } = serviceOf(strapi, 'operation');
      httpServer.once('listening', () => {
        surviveLostStatements(strapi.log);
        shutdown.onSignal();
      });
    },
  }),

  /** Events of the change log for receivers. */
  webhooks: ({ strapi }: WithStrapi) => createWebhooks(strapi, configOf(strapi).webhooks),
};

export type Services = typeof services;

/** A service of the plugin: `serviceOf(strapi, 'jobs')`. */
export const serviceOf = <Name extends keyof Services>(
  strapi: Core.Strapi,
  name: Name,
): ReturnType<Services[Name]> =>
  strapi.plugin('content-delivery').service(name) as ReturnType<Services[Name]>;

export default services;
