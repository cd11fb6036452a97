/**
 * What the switcher of the admin panel, which narrows it to one website, takes and sends along.
 *
 * This file imports only contracts, so that server, admin panel and tests can all use it.
 */

/** Names, by its documentId, the website to which Strapi's own lists and pickers are narrowed. */
export const SHOWN_WEBSITE_HEADER = 'X-Content-Delivery-Website';

/** `GET /website-names`: the websites that the user may see, by name. */
export interface WebsiteName {
  documentId: string;
  name: string;
  /** Null where there is none, or the user may not see it. */
  account: { documentId: string; name: string } | null;
}
