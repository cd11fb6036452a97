import path from 'node:path';
import { createStrapi, type Core } from '@strapi/strapi';

const ROOT = path.resolve(__dirname, '..', '..', '..');

/** This project, as it was built; not loaded yet. */
export const projectsStrapi = (): Core.Strapi => {
  // Log lines would mix with those of the command; a configured level goes first.
  process.env['LOG_LEVEL'] = process.env['LOG_LEVEL']?.trim() || 'warn';
  // A user waits for it.
  process.env['DATABASE_WAIT_SECONDS'] ??= '0';
  return createStrapi({
    appDir: ROOT,
    distDir: path.join(ROOT, 'dist'),
    autoReload: false,
    serveAdminPanel: false,
  });
};
