/** The files of a JSON export, each a list but the first; an entry a line, so that they can be read bit by bit. */
export const JSON_FILES = {
  website: 'website.json',
  taxonomies: 'taxonomies.json',
  authors: 'authors.json',
  links: 'internal-links.json',
  posts: 'blog.json',
  campaigns: 'pseo-campaigns.json',
  pages: 'pseo-pages.json',
  redirects: 'redirects.json',
  pictures: 'files.json',
} as const;
