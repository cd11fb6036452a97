import type { ChangeType } from '../../../contracts/delivery';

/**
 * Names that answers carry for caches in front, and that a change names what it has made old by. An answer has a tag of
 * each change that may alter it.
 */
const tag = (kind: string, documentId: string): string => `${kind}-${documentId.toLowerCase()}`;

export const websiteTag = (website: string): string => tag('w', website);
export const postsTag = (website: string): string => tag('posts', website);
export const pagesTag = (website: string): string => tag('pages', website);
export const termsTag = (website: string): string => tag('terms', website);
export const authorsTag = (website: string): string => tag('authors', website);
export const linksTag = (website: string): string => tag('links', website);
/** Of a post or of a pSEO page. */
export const entryTag = (documentId: string): string => tag('p', documentId);
export const campaignTag = (documentId: string): string => tag('c', documentId);

/** What a row of the change log says, as far as it decides what is old. */
export interface TaggedChange {
  type: ChangeType | (string & {});
  /** documentId */
  entry: string | null;
}

/** The tags of the answers that a change has made old. */
export const tagsOfChange = (website: string, { type, entry }: TaggedChange): string[] => {
  switch (type) {
    case 'post':
      return entry === null ? [websiteTag(website)] : [entryTag(entry), postsTag(website)];
    case 'pseo-page':
      return entry === null ? [websiteTag(website)] : [entryTag(entry), pagesTag(website)];
    case 'campaign':
      return entry === null ? [websiteTag(website)] : [campaignTag(entry), pagesTag(website)];
    case 'taxonomies':
      return [termsTag(website)];
    case 'authors':
      return [authorsTag(website)];
    case 'internal-links':
      return [linksTag(website)];
    case 'redirects':
      // Of the answers that caches keep, none has earlier slugs in it.
      return [];
    default:
      return [websiteTag(website)];
  }
};
