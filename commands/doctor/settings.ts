import path from 'node:path';
import { env } from '@strapi/utils';
import adminConfiguration from '../../config/admin';
import databaseConfiguration from '../../config/database';
import loggerConfiguration from '../../config/logger';
import pluginsConfiguration from '../../config/plugins';
import serverConfiguration from '../../config/server';
import type { DatabaseClient } from '../../src/settings/database/address';
import { mailSettingsOf, type MailSettings } from '../../src/settings/mail/settings';
import { workersIn } from '../../src/settings/environment/workers';
import contentDelivery, { type PluginConfig } from '../../src/plugins/content-delivery/server/src/config';

export interface DatabaseSettings {
  client: DatabaseClient;
  /** For the driver: a file name, or host, user, password and more. */
  connection: Record<string, unknown>;
  pool?: { max?: number };
}

/** Another provider of Strapi's than the one that it has of itself. */
export interface Provider {
  provider: string;
  providerOptions: Record<string, unknown>;
}

/** What the server would be configured with. Null for what a variable makes impossible. */
export interface Settings {
  plugin: PluginConfig | null;
  /** How many delivery workers there are beside the server. */
  workers: number | null;
  database: DatabaseSettings | null;
  /** Absolute; uploads are kept in its folder `uploads`. */
  publicDir: string | null;
  /** Null for the folder. */
  bucket: Provider | null;
  /** Null where no mail server is set. */
  mail: MailSettings | null;
  /** What was refused, in the words that the server would say. */
  problems: string[];
}

interface Plugins {
  'content-delivery': { config: PluginConfig };
  upload?: { config?: Partial<Provider> };
}

/** Reads the environment as the server does, but each part by itself: one that is refused does not hide the others. */
export const readSettings = (root: string): Settings => {
  const problems: string[] = [];
  const attempt = <Part>(read: () => Part): Part | null => {
    try {
      return read();
    } catch (error) {
      const { message } = error as Error;
      if (!problems.includes(message)) problems.push(message);
      return null;
    }
  };
  attempt(() => loggerConfiguration({ env }));
  attempt(() => adminConfiguration({ env } as never));
  const server = attempt(() => serverConfiguration({ env } as never) as { dirs: { public: string } });
  const plugins = attempt(() => pluginsConfiguration({ env } as never) as unknown as Plugins);
  const database = attempt(
    () => databaseConfiguration({ env } as never).connection as unknown as DatabaseSettings,
  );
  return {
    plugin: plugins && attempt(() => validated(plugins['content-delivery'].config)),
    workers: attempt(() => workersIn(env)),
    database,
    publicDir: server && path.resolve(root, server.dirs.public),
    bucket: providerOf(plugins?.upload),
    mail: attempt(() => mailSettingsOf(env)),
    problems,
  };
};

const validated = (config: PluginConfig): PluginConfig => {
  contentDelivery.validator(config);
  return config;
};

const providerOf = (plugin: { config?: Partial<Provider> } | undefined): Provider | null => {
  const { provider, providerOptions = {} } = plugin?.config ?? {};
  return provider === undefined ? null : { provider, providerOptions };
};
