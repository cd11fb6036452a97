import type { Core } from '@strapi/strapi';
import { firstLog } from './first-log';
import { NotStarted } from './not-started';
import { createProject, load as loadAll } from './project';

interface Steps {
  /** Whether the admin panel is served; it is, unless this says otherwise. */
  serveAdminPanel?: boolean;
  /** Done when the configuration is read, before anything is loaded. */
  created?(strapi: Core.Strapi): void;
  /** In place of all that a server needs. @throws NotStarted */
  load?(strapi: Core.Strapi): Promise<unknown>;
  /** Done when all is loaded, before anybody can ask anything. */
  prepare?(strapi: Core.Strapi): Promise<void>;
  /** In place of Strapi's own. */
  listen?(strapi: Core.Strapi): Promise<void>;
  /** Done as soon as requests are answered. */
  serving?(strapi: Core.Strapi): Promise<void> | void;
}

/** Serves this project until a signal ends it. One that cannot be served says why in its log, and ends with status 1. */
export const serve = async ({
  serveAdminPanel = true,
  created,
  load = loadAll,
  prepare,
  listen,
  serving,
}: Steps = {}): Promise<void> => {
  let strapi: Core.Strapi | undefined;
  try {
    strapi = await createProject({ serveAdminPanel });
    created?.(strapi);
    await load(strapi);
    await prepare?.(strapi);
    await (listen ? listen(strapi) : strapi.listen());
    await serving?.(strapi);
  } catch (error) {
    const log = strapi?.log ?? firstLog();
    log.error(error instanceof NotStarted ? error.message : error);
    process.exit(1);
  }
};
