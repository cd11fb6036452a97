import path from 'node:path';
import type * as Strapi from '@strapi/strapi';
import type { Core } from '@strapi/strapi';
import { waitForIdlePool } from '../../src/plugins/content-delivery/server/src/platform/idle-pool';
import { createTestDatabase, type TestDatabase } from './databases';
import { ENVIRONMENT } from './environment';
import { inTime } from './in-time';
import { forgetStrapi, requireOutside } from './outside';
import { stop } from './stop';

export { PUBLIC_URL } from './environment';

const ROOT = path.resolve(__dirname, '..', '..');

/** Milliseconds in which a server starts on a copy of the template on a busy machine, and on any other database. */
const START_TIME = 50_000;
const FIRST_START_TIME = 240_000;
/** The same for taking down what has not started. */
const END_TIME = 10_000;

export interface TestServer {
  strapi: Core.Strapi;
  database: TestDatabase;
  /** Stops the server and drops its database. */
  stop(): Promise<void>;
  /** Stops the server; the database stays for another one. */
  stopAndKeepDatabase(): Promise<void>;
}

/**
 * Starts a separate real Strapi; it listens nowhere.
 * @param environment variables that differ from the usual; undefined takes one away
 * @param database that of a server that was stopped before; else a fresh one
 * @param settings what replaces `config/`: `{ 'server.mcp.enabled': true }`
 */
export const startServer = async (
  environment: Record<string, string | undefined> = {},
  database?: TestDatabase,
  settings: Record<string, unknown> = {},
): Promise<TestServer> => {
  const ownDatabase = database ?? (await createTestDatabase());
  for (const [name, value] of Object.entries({
    ...ENVIRONMENT,
    ...ownDatabase.environment,
    ...environment,
  })) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  hurryPasswords();
  const { createStrapi } = requireOutside<typeof Strapi>('@strapi/strapi');
  const strapi = createStrapi({
    appDir: ROOT,
    distDir: path.join(ROOT, 'dist'),
    autoReload: false,
    serveAdminPanel: false,
  });
  for (const [name, value] of Object.entries(settings)) strapi.config.set(name, value);
  globalThis.outside?.running.add(strapi);
  const isCopy = !database && Boolean(process.env['TEST_DATABASE_TEMPLATE']);
  const start = async (): Promise<void> => {
    await strapi.register();
    const restore = isCopy ? skipViewSync(strapi) : null;
    await strapi.bootstrap();
    restore?.();
    strapi.isLoaded = true;
    strapi.server.mount();
  };
  try {
    await inTime('a test server to start', start(), { within: isCopy ? START_TIME : FIRST_START_TIME });
  } catch (error) {
    // One that was refused early has parts that cannot be taken down; why it was refused is what matters.
    await inTime('its end', destroyed(strapi), { within: END_TIME }).catch(() => undefined);
    if (!database) await ownDatabase.drop();
    throw error;
  }
  return {
    strapi,
    database: ownDatabase,
    async stop() {
      await stopped(strapi);
      await ownDatabase.drop();
    },
    stopAndKeepDatabase: () => stopped(strapi),
  };
};

const stopped = async (strapi: Core.Strapi): Promise<void> => {
  let isPatient = true;
  await stop('the last work of a test server', () => waitForIdlePool(strapi, () => isPatient));
  isPatient = false;
  // It cannot be killed without this process, but the next one can start, and its database can be dropped.
  const cut = (): Promise<void> => {
    if (globalThis.outside) forgetStrapi(globalThis.outside.require);
    strapi.server.httpServer.closeAllConnections();
    return strapi.db.destroy();
  };
  await stop('a test server', () => destroyed(strapi), { kill: cut });
};

const destroyed = async (strapi: Core.Strapi): Promise<void> => {
  await strapi.destroy();
  globalThis.outside?.running.delete(strapi);
};

/**
 * Views of the content manager are in the template already; to compare them again is half the work of a start.
 * @returns puts the comparison back
 */
const skipViewSync = (strapi: Core.Strapi): (() => void) => {
  const services = ['components', 'content-types'].map((name) =>
    strapi.plugin('content-manager').service(name),
  );
  const usual = services.map(({ syncConfigurations }) => syncConfigurations);
  for (const service of services) service.syncConfigurations = async () => undefined;
  return () => {
    for (const [at, service] of services.entries()) service.syncConfigurations = usual[at];
  };
};

interface Bcrypt {
  genSalt(rounds: number, ...rest: unknown[]): unknown;
}
const ROUNDS = 4;
const hurried = Symbol.for('content-delivery.hurried');

/** Users of tests have nothing to protect: a tenth of a second for each password and each sign-in adds up. */
const hurryPasswords = (): void => {
  const bcrypt = requireOutside<Bcrypt & { [hurried]?: true }>('bcryptjs');
  if (bcrypt[hurried]) return;
  const { genSalt } = bcrypt;
  bcrypt.genSalt = (_rounds, ...rest) => genSalt(ROUNDS, ...rest);
  bcrypt[hurried] = true;
};
