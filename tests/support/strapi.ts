import path from 'node:path';
import { createStrapi, type Core } from '@strapi/strapi';
import { createTestDatabase, type TestDatabase } from './databases';

const ROOT = path.resolve(__dirname, '..', '..');

export const PUBLIC_URL = 'https://cms.example.com';

const ENVIRONMENT = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  STRAPI_TELEMETRY_DISABLED: 'true',
  APP_KEYS: 'test-app-key-1,test-app-key-2',
  ADMIN_JWT_SECRET: 'test-admin-jwt-secret',
  API_TOKEN_SALT: 'test-api-token-salt',
  TRANSFER_TOKEN_SALT: 'test-transfer-token-salt',
  ENCRYPTION_KEY: 'test-encryption-key',
  PUBLIC_URL,
};

export interface TestServer {
  strapi: Core.Strapi;
  database: TestDatabase;
  /** Stops the server and drops its database. */
  stop(): Promise<void>;
  /** Stops the server; the database stays for another one. */
  stopAndKeepDatabase(): Promise<void>;
}

/**
 * Starts a real Strapi of its own; it listens nowhere.
 * @param environment variables that differ from the usual; undefined takes one away
 * @param database that of a server that was stopped before; else a fresh one
 */
export const startServer = async (
  environment: Record<string, string | undefined> = {},
  database?: TestDatabase,
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
  const strapi = createStrapi({
    appDir: ROOT,
    distDir: path.join(ROOT, 'dist'),
    autoReload: false,
    serveAdminPanel: false,
  });
  try {
    await strapi.load();
    strapi.server.mount();
  } catch (error) {
    await strapi.destroy();
    if (!database) await ownDatabase.drop();
    throw error;
  }
  return {
    strapi,
    database: ownDatabase,
    async stop() {
      await quiet(strapi);
      await strapi.destroy();
      await ownDatabase.drop();
    },
    async stopAndKeepDatabase() {
      await quiet(strapi);
      await strapi.destroy();
    },
  };
};

/** Turns of the event loop without a query after which none is to come. */
const QUIET_TURNS = 50;

/** Strapi reads an entry once more for its events after the write has been answered; nobody awaits that. */
const quiet = async (strapi: Core.Strapi): Promise<void> => {
  const { pool } = strapi.db.connection.client as {
    pool: { numUsed(): number; numPendingAcquires(): number };
  };
  for (let turns = 0; turns < QUIET_TURNS;) {
    await new Promise((resolve) => setImmediate(resolve));
    turns = pool.numUsed() + pool.numPendingAcquires() === 0 ? turns + 1 : 0;
  }
};
