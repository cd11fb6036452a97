import { ACCOUNT, AUTHOR, CAMPAIGN, CATEGORY, INTERNAL_LINK, PAGE, POST, TAG, WEBSITE } from './uids';

const ENTRIES = '/content-manager/collection-types';

const entryOf =
  (uid: string) =>
  (documentId: string): string =>
    `${ENTRIES}/${uid}/${encodeURIComponent(documentId)}`;

/** The address of an entry's form, within the admin panel. */
export const entryPath = ({ uid, documentId }: { uid: string; documentId: string }): string =>
  entryOf(uid)(documentId);

/** The address of the form of a new entry. */
export const newEntryPath = (uid: string): string => `${ENTRIES}/${uid}/create`;

/** Addresses of the content manager's pages, within the admin panel. */
export const contentManager = {
  newWebsite: newEntryPath(WEBSITE),
  website: entryOf(WEBSITE),
  newCampaign: newEntryPath(CAMPAIGN),
  campaign: entryOf(CAMPAIGN),
  page: entryOf(PAGE),
  post: entryOf(POST),
  category: entryOf(CATEGORY),
  tag: entryOf(TAG),
  author: entryOf(AUTHOR),
  internalLink: entryOf(INTERNAL_LINK),
  account: entryOf(ACCOUNT),
  newPost: newEntryPath(POST),

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
