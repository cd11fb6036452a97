import { createLogger, formats, type winston } from '@strapi/logger';
import { env } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import { jsonLines } from '../../src/settings/logging/json-lines';
import { logFormatOf } from '../../src/settings/logging/log-format';
import { NotStarted } from './not-started';
import { createProject, load } from './project';

interface Steps {
  /** Whether the admin panel is served; it is, unless this says otherwise. */
  serveAdminPanel?: boolean;
  /** Done when all is loaded, before anybody can ask anything. */
  prepare?(strapi: Core.Strapi): Promise<void>;
  /** Done as soon as requests are answered. */
  serving?(strapi: Core.Strapi): Promise<void> | void;
}

/** Serves this project until a signal ends it. One that cannot be served says why in its log, and ends with status 1. */
export const serve = async ({ serveAdminPanel = true, prepare, serving }: Steps = {}): Promise<void> => {
  let strapi: Core.Strapi | undefined;
  try {
    strapi = await createProject({ serveAdminPanel });
    await load(strapi);
    await prepare?.(strapi);
    await strapi.listen();
    await serving?.(strapi);
  } catch (error) {
    const log = strapi?.log ?? firstLog();
    log.error(error instanceof NotStarted ? error.message : error);
    process.exit(1);
  }
};

/** The log, before there is a configuration that says how it is written. */
const firstLog = (): winston.Logger =>
  createLogger({ level: 'error', format: isJson() ? jsonLines() : formats.prettyPrint() });

const isJson = (): boolean => {
  try {
    return logFormatOf(env) === 'json';
  } catch {
    // LOG_FORMAT itself is what is wrong.
    return env('NODE_ENV') === 'production';
  }
};
