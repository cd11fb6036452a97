import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { createAnswers } from './delivery/answers';
import { createByteCache } from './freshness/cache/bytes';
import { publicUrlOf, type PluginConfig } from './config';
import { createDeliveryController } from './delivery/controller';
import { createDiskSpace } from './operation/disk-space';
import { writtenFolders } from './operation/disk-space/folders';
import { createRevisionSource } from './freshness/current';
import { createGate } from './freshness/gate';
import { createSqliteTurns, type SqliteTurns } from './platform/database/sqlite';
import { createDatabaseWatch, type DatabaseWatch } from './platform/database/watch';
import { createDrips } from './pseo/drips';
import { createFrontEndViews } from './panel/front-end-view';
import { createImports } from './pseo/imports';
import { createPageHtml } from './pseo/imports/page-html';
import { createJobs } from './jobs';
import { createLimits, type Limits } from './access/limits';
import { createMetricsEndpoint } from './operation/metrics';
import { createQueryTimes } from './operation/metrics/query-times';
import { createStoredFigures } from './operation/metrics/stored-figures';
import { createTallies } from './operation/metrics/tallies';
import { createPages } from './pseo/pages';
import { createReadiness } from './operation/probes/readiness';
import { createTemplates } from './pseo/templates/templates';
import { openWriter, type ReportWriter, type WriterOptions } from './migration';
import { createQueries } from './delivery/queries';
import { createReader, type Reader } from './platform/database/reader';
import { prepareFirstRoles } from './access/roles/first-roles';
import { createShutdown } from './operation/shutdown';
import { createTraffic } from './operation/shutdown/traffic';
import { createStartLock } from './operation/startup/lock';
import { createWaitingRoom } from './operation/startup/waiting-room';
import { webhooksOf } from './platform/webhook-queue';
import { createKeySecrets } from './content/api-keys/secrets';
import { createKeyStore } from './content/api-keys/store';
import { createWebsiteKeyStrategy } from './delivery/authentication/strategy';
import { createKeyResolver } from './delivery/authentication/websites';
import { createWorkerThread } from './platform/worker-thread';
import type { Tasks } from './worker-tasks';

interface WithStrapi {
  strapi: Core.Strapi;
}

interface Opened {
  reader: Reader;
  limits: Limits;
  workerThread: { close(): Promise<void> };
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
  await Promise.all([opened.reader.destroy(), opened.limits.close(), opened.workerThread.close()]);
};

const releaseWork = (strapi: Core.Strapi): Promise<unknown> =>
  Promise.all([jobsOf(strapi).runner.stop(), dripsOf(strapi).runner.stop()]);

/** `strapi.plugin('content-delivery').service('api-keys')`: reveals the API key of a website. */
const apiKeys = ({ strapi }: WithStrapi) => createKeyStore(strapi, createKeySecrets(strapi));

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
  const workerThread = createWorkerThread<Tasks>(path.join(__dirname, 'worker-entry.js'));
  const templates = createTemplates(workerThread);
  const cache = createByteCache(config.cacheMegabytes * 1024 * 1024);
  const queryTimes = createQueryTimes();
  const reader = createReader(strapi, queryTimes.ofDelivery.observe, databaseOf(strapi).noteLoss);
  const queries = createQueries(strapi, reader);
  const revisionSource = createRevisionSource(strapi, reader);
  const gate = createGate(revisionSource, config.staleSeconds * 1000);
  const release = strapi.config.get<string>('info.version');
  const answers = createAnswers({ queries, templates, cache, gate, release, publicUrl: config.publicUrl });
  const websites = createKeyResolver(queries, gate, secrets.hash);
  const limits = createLimits(config.limits, config.trustedProxies, strapi.log);
  const created = {
    config,
    reader,
    revisionSource,
    queryTimes,
    workerThread,
    templates,
    cache,
    gate,
    answers,
    websites,
    limits,
    strategy: createWebsiteKeyStrategy(websites, limits),
    frontEndView: createFrontEndViews({
      strapi,
      queries,
      templates,
      workerThread,
      publicUrl: config.publicUrl,
    }),
    controller: createDeliveryController({ answers, cache, cacheControl: config.cacheControl }),
  };
  open.set(strapi, { reader, limits, workerThread });
  return created;
};

/** What operators see of a running server, and how it ends. */
const operation = ({ strapi }: WithStrapi) => {
  const { config, cache, gate, queryTimes, reader, revisionSource } = deliveryOf(strapi);
  const traffic = createTraffic();
  const tallies = createTallies();
  const readStored = createStoredFigures(strapi, reader);
  const diskSpace = createDiskSpace({
    folders: writtenFolders(strapi),
    minFree: config.diskMinFreeMegabytes * 1024 * 1024,
    log: strapi.log,
  });
  return {
    config,
    traffic,
    tallies,
    /** When a request arrived that the fast lane looked at first. */
    arrivals: new WeakMap<IncomingMessage, number>(),
    diskSpace,
    readiness: createReadiness(revisionSource, traffic, diskSpace),
    metrics: createMetricsEndpoint(
      { strapi, tallies, queryTimes, traffic, cache, gate, diskSpace, readStored },
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

/** `strapi.plugin('content-delivery').service('drips')`: some pages every day or week. */
const drips = ({ strapi }: WithStrapi) => createDrips(strapi, pagesOf(strapi));

/** `strapi.plugin('content-delivery').service('roles')`: what `src/index.ts` calls when Strapi has its roles. */
const roles = ({ strapi }: WithStrapi) => ({ prepareFirst: () => prepareFirstRoles(strapi) });

/** `strapi.plugin('content-delivery').service('imports')`: pages from files. */
const imports = ({ strapi }: WithStrapi) => {
  const { templates, workerThread } = deliveryOf(strapi);
  const created = createImports(strapi, templates, createPageHtml(workerThread), jobsOf(strapi));
  created.doneBy(jobsOf(strapi));
  return created;
};

/** `strapi.plugin('content-delivery').service('migration')`: content from elsewhere. */
const migration = ({ strapi }: WithStrapi) => ({
  open: (options: WriterOptions, report: ReportWriter) =>
    openWriter(
      { strapi, keys: apiKeysOf(strapi), publicUrl: deliveryOf(strapi).config.publicUrl },
      options,
      report,
    ),
});

export type Delivery = ReturnType<typeof delivery>;
export type ApiKeys = ReturnType<typeof apiKeys>;
export type Operation = ReturnType<typeof operation>;

export const deliveryOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('delivery') as Delivery;
export const operationOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('operation') as Operation;
export const startOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('start') as ReturnType<typeof start>;
export const databaseOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('database') as DatabaseWatch;
export const sqliteTurnsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('sqlite-turns') as SqliteTurns;
export const apiKeysOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('api-keys') as ApiKeys;

export const jobsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('jobs') as ReturnType<typeof jobs>;

export const pagesOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('pages') as ReturnType<typeof createPages>;

export const dripsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('drips') as ReturnType<typeof createDrips>;

export const migrationOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('migration') as ReturnType<typeof migration>;

export const importsOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('imports') as ReturnType<typeof imports>;

export default {
  'api-keys': apiKeys,
  database,
  delivery,
  drips,
  imports,
  jobs,
  migration,
  operation,
  pages,
  roles,
  'sqlite-turns': sqliteTurns,
  start,
};
