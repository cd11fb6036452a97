/** This project, as it was built: how servers and commands come to it, and what they say when they do not. */
import { ROOT } from './environment';
import './quick-loading';
import path from 'node:path';
import { createStrapi, type Core } from '@strapi/strapi';
import { NotStarted } from './not-started';
import { explainFailure } from '../../src/plugins/content-delivery/server/src/operation/startup/failure';

const explained = async <Result>(
  work: () => Result | Promise<Result>,
  strapi?: Core.Strapi,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const reason = await explainFailure(error, strapi);
    throw reason === null ? error : new NotStarted(reason, { cause: error });
  }
};

/** Reads the configuration; nothing is loaded yet. @throws NotStarted */
export const createProject = ({ serveAdminPanel }: { serveAdminPanel: boolean }): Promise<Core.Strapi> =>
  explained(() =>
    createStrapi({ appDir: ROOT, distDir: path.join(ROOT, 'dist'), autoReload: false, serveAdminPanel }),
  );

/** Prepares the database and all services. @throws NotStarted */
export const load = (strapi: Core.Strapi): Promise<unknown> => explained(() => strapi.load(), strapi);

/** Only as far as that the database can be read and written; its tables stay as they are. @throws NotStarted */
export const register = (strapi: Core.Strapi): Promise<unknown> => explained(() => strapi.register(), strapi);
