import type { PostListItem, PseoPageListItem, Term } from '../contract.js';

/** Where a website shows what it reads: paths that begin with a slash, encoded. */
export interface SitePaths {
  /** Of the website: `https://www.example.com`. */
  origin: string;
  post(post: Pick<PostListItem, 'slug'>): string;
  /** Left out where the website shows no pSEO pages. */
  page?(page: Pick<PseoPageListItem, 'slug'>): string;
}

/** Also where it shows categories and tags. */
export interface TermPaths {
  category?(term: Term): string;
  tag?(term: Term): string;
}

/** @throws TypeError for an origin that is none */
export const absoluteOn = (origin: string): ((path: string) => string) => {
  if (!URL.canParse(origin)) {
    throw new TypeError('origin must be the address of the website, such as https://www.example.com.');
  }
  const base = new URL(origin).origin;
  return (path) => new URL(path, base).href;
};
