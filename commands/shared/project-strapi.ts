import type { Core } from '@strapi/strapi';
import { createProject } from './project';

/** This project, as it was built, for a command beside its server; not loaded yet. @throws NotStarted */
export const projectsStrapi = async (): Promise<Core.Strapi> => {
  // Log lines would mix with those of the command; a configured level goes first. They are for people, as what it says itself.
  process.env['LOG_LEVEL'] = process.env['LOG_LEVEL']?.trim() || 'warn';
  process.env['LOG_FORMAT'] = process.env['LOG_FORMAT']?.trim() || 'text';
  // A user waits for it.
  process.env['DATABASE_WAIT_SECONDS'] ??= '0';
  const strapi = await createProject({ serveAdminPanel: false });
  strapi.config.set('server.listens', false);
  return strapi;
};
