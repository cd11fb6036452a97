import { PLUGIN_ID } from '../../shared/plugin-id';

/** The server's route for the webhooks of a website. */
export const webhooksRoute = (website: string): string =>
  `/${PLUGIN_ID}/websites/${encodeURIComponent(website)}/webhooks`;

/** For one of them. */
export const webhookRoute = (website: string, webhook: string, rest = ''): string =>
  `${webhooksRoute(website)}/${encodeURIComponent(webhook)}${rest}`;
