import path from 'node:path';
import type * as Strapi from '@strapi/strapi';
import type { Core } from '@strapi/strapi';
import { waitForIdlePool } from '../../src/plugins/content-delivery/server/src/platform/idle-pool';
import { createTestDatabase, type TestDatabase } from './databases';
import { ENVIRONMENT } from './environment';
import { requireOutside } from './outside';

export { PUBLIC_URL } from './environment';

const ROOT = path.resolve(__dirname, '..', '..');

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
  try {
    await strapi.register();
    const restore = !database && process.env['TEST_DATABASE_TEMPLATE'] ? skipViewSync(strapi) : null;
    await strapi.bootstrap();
    restore?.();
    strapi.isLoaded = true;
    strapi.server.mount();
  } catch (error) {
    // One that was refused early has parts that cannot be taken down; why it was refused is what matters.
    await destroyed(strapi).catch(() => undefined);
    if (!database) await ownDatabase.drop();
    throw error;
  }
  return {
    strapi,
    database: ownDatabase,
    async stop() {
      await stopped(strapi);
      await inTime('dropping its database', ownDatabase.drop());
    },
    stopAndKeepDatabase: () => stopped(strapi),
  };
};

const stopped = async (strapi: Core.Strapi): Promise<void> => {
  await inTime('its last statements', waitForIdlePool(strapi));
  await inTime('strapi.destroy()', destroyed(strapi));
};

const destroyed = async (strapi: Core.Strapi): Promise<void> => {
  await strapi.destroy();
  globalThis.outside?.running.delete(strapi);
};

/** Half of what a hook may take, so that the message says more than that the hook took too long. */
const STOP_SECONDS = 150;

const inTime = async (what: string, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ');
      reject(new Error(`A test server did not stop: ${what} took ${STOP_SECONDS} s. Open: ${open}`));
    }, STOP_SECONDS * 1_000);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
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
