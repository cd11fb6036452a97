import { SHOWN_WEBSITE_HEADER } from '../../../contracts/website-switch';
import { shownWebsite } from '../shared/shown-website';

/** Strapi's own lists and pickers, and its media library. */
const PATHS = /\/(content-manager\/(collection-types|relations)|upload)(\/|\?|$)/;

/** Names the shown website to the server with what Strapi asks for its lists. Its client has no place for that. */
export const nameShownWebsite = (): void => {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const website = shownWebsite();
    if (!website || typeof input !== 'string' || !PATHS.test(input)) return send(input, init);
    const headers = new Headers(init?.headers);
    if (headers.has(SHOWN_WEBSITE_HEADER)) return send(input, init);
    headers.set(SHOWN_WEBSITE_HEADER, website.documentId);
    return send(input, { ...init, headers });
  };
};
