import { parseAddress } from '../address.js';
import type { PostListItem, PseoPageListItem, Term } from '../contract.js';

/** Where a website shows what it reads: paths that begin with a slash, encoded. */
export interface SitePaths {
  /** Of the website: `https://www.example.com`. */
  origin: string;
  post(post: Pick<PostListItem, 'slug'>): string;
  /** Left out where the website shows no pSEO pages. */
  page?: ((page: Pick<PseoPageListItem, 'slug'>) => string) | undefined;
}

/** Also where it shows categories and tags. */
export interface TermPaths {
  category?(term: Pick<Term, 'name'>): string;
  tag?(term: Pick<Term, 'name'>): string;
}

/** @throws TypeError for an origin that is none */
export const absoluteOn = (origin: string): ((path: string) => string) => {
  const address = parseAddress(origin);
  if (!address) {
    throw new TypeError('origin must be the address of the website, such as https://www.example.com.');
  }
  const base = address.origin;
  return (path) => new URL(path, base).href;
};
