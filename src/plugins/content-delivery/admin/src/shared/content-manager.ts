import { CAMPAIGN, PAGE, POST, WEBSITE } from './uids';

const ENTRIES = '/content-manager/collection-types';

/** Addresses of the content manager's pages, within the admin panel. */
export const contentManager = {
  newWebsite: `${ENTRIES}/${WEBSITE}/create`,
  website: (documentId: string): string => `${ENTRIES}/${WEBSITE}/${encodeURIComponent(documentId)}`,
  newCampaign: `${ENTRIES}/${CAMPAIGN}/create`,
  campaign: (documentId: string): string => `${ENTRIES}/${CAMPAIGN}/${encodeURIComponent(documentId)}`,
  page: (documentId: string): string => `${ENTRIES}/${PAGE}/${encodeURIComponent(documentId)}`,
  post: (documentId: string): string => `${ENTRIES}/${POST}/${encodeURIComponent(documentId)}`,
  newPost: `${ENTRIES}/${POST}/create`,

  /**
   * The posts of one website.
   * @param name given where it is the only website of this name: the list then shows it as a filter that can be read
   */
  posts: ({ documentId, name }: { documentId: string; name: string | null }): string => {
    const [attribute, value] = name === null ? ['documentId', documentId] : ['name', name];
    const filter = encodeURIComponent(`filters[$and][0][website][${attribute}][$eq]`);
    return `${ENTRIES}/${POST}?page=1&${filter}=${encodeURIComponent(value)}`;
  },
};
