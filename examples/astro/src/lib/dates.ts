import { site } from './settings';

/** A day as readers write it: `3 March 2025`. */
export const dayOf = (timestamp: string): string =>
  new Intl.DateTimeFormat(site.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp));
