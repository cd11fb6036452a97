import { PLUGIN_ID } from '../../shared/plugin-id';

/** The server's route for the purge targets of a website. */
export const targetsRoute = (website: string): string =>
  `/${PLUGIN_ID}/websites/${encodeURIComponent(website)}/purge-targets`;

/** For one of them. */
export const targetRoute = (website: string, target: string, rest = ''): string =>
  `${targetsRoute(website)}/${encodeURIComponent(target)}${rest}`;
