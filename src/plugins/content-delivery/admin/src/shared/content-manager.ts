import { ACCOUNT, CAMPAIGN, CATEGORY, INTERNAL_LINK, PAGE, POST, TAG, WEBSITE } from './uids';

const ENTRIES = '/content-manager/collection-types';

const entryOf =
  (uid: string) =>
  (documentId: string): string =>
    `${ENTRIES}/${uid}/${encodeURIComponent(documentId)}`;

/** Addresses of the content manager's pages, within the admin panel. */
export const contentManager = {
  newWebsite: `${ENTRIES}/${WEBSITE}/create`,
  website: entryOf(WEBSITE),
  newCampaign: `${ENTRIES}/${CAMPAIGN}/create`,
  campaign: entryOf(CAMPAIGN),
  page: entryOf(PAGE),
  post: entryOf(POST),
  category: entryOf(CATEGORY),
  tag: entryOf(TAG),
  internalLink: entryOf(INTERNAL_LINK),
  account: entryOf(ACCOUNT),
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
