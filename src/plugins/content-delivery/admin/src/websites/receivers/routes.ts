import { PLUGIN_ID } from '../../shared/plugin-id';

/** The server's route for what a website's changes are sent to. */
export const receiversRoute = (website: string, kind: 'purge-targets' | 'webhooks'): string =>
  `/${PLUGIN_ID}/websites/${encodeURIComponent(website)}/${kind}`;
