import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createStrapi, type Core } from '@strapi/strapi';

const ROOT = path.resolve(__dirname, '..', '..');

export const TEST_SECRETS = {
  APP_KEYS: 'test-app-key-1,test-app-key-2',
  ADMIN_JWT_SECRET: 'test-admin-jwt-secret',
  API_TOKEN_SALT: 'test-api-token-salt',
  TRANSFER_TOKEN_SALT: 'test-transfer-token-salt',
  ENCRYPTION_KEY: 'test-encryption-key',
};

export const PUBLIC_URL = 'https://cms.example.com';

export interface TestServer {
  strapi: Core.Strapi;
  /** The folder of this server's own database and uploads. */
  directory: string;
  stop(): Promise<void>;
}

/** Starts a real Strapi of its own on a fresh database; it listens nowhere. */
export const startServer = async (
  environment: Record<string, string | undefined> = {},
  directory?: string,
): Promise<TestServer> => {
  const folder = directory ?? (await mkdtemp(path.join(tmpdir(), 'content-delivery-')));
  Object.assign(process.env, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    STRAPI_TELEMETRY_DISABLED: 'true',
    DATABASE_FILENAME: path.join(folder, 'data.db'),
    PUBLIC_URL,
    ...TEST_SECRETS,
  });
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  const strapi = createStrapi({
    appDir: ROOT,
    distDir: path.join(ROOT, 'dist'),
    autoReload: false,
    serveAdminPanel: false,
  });
  await strapi.load();
  strapi.server.mount();
  return {
    strapi,
    directory: folder,
    async stop() {
      await strapi.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
