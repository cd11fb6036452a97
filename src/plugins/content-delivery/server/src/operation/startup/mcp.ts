import type { Core } from '@strapi/strapi';
import { refusal } from '../../platform/refusal';

/**
 * Refuses to start with Strapi's MCP endpoint. It authenticates its callers inside its handler, past what protects
 * of the admin panel's routes: restricted editors would reach other websites there, and overwrite what others saved.
 * Whatever is not plainly off counts as on.
 */
export const refuseMcp = (strapi: Core.Strapi): void => {
  if ((strapi.config.get<unknown>('server.mcp.enabled') ?? false) === false) return;
  throw refusal(
    'server.mcp.enabled is on. The MCP endpoint of Strapi does not keep editors to their websites, nor does it keep ' +
      'them from overwriting what others have saved. Take the setting out of config/server, or set it to false.',
  );
};
