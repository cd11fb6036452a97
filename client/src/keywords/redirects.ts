import type { Redirect } from '../contract.js';
import { isSafeTarget, targetNamer } from './targets.js';

/** Addresses that have moved: what `client.redirects()` gives, and where the website shows posts and pages. */
export interface LinkRedirects {
  list: readonly Redirect[];
  /** Of the website, where rules lead to whole addresses of it too: `https://www.example.com`. */
  origin?: string | undefined;
  /** The path of a post, encoded; left out where the website shows none. */
  post?: ((post: { slug: string }) => string) | undefined;
  /** The path of a pSEO page, encoded; left out where the website shows none. */
  page?: ((page: { slug: string }) => string) | undefined;
}

const BEGINS_QUERY = /[?#]/;
const IS_WHOLE = /^https?:\/\//i;

/**
 * Says where an address leads now. Query and fragment stay, and a whole address stays one.
 * @throws TypeError for an origin that is none
 */
export const targetMover = (redirects: LinkRedirects | undefined): ((url: string) => string) => {
  if (!redirects) return (url) => url;
  const { list, origin, post, page } = redirects;
  const nameOf = targetNamer(origin, 'redirects.origin');
  const moved = new Map<string, string>();
  for (const { type, from, to } of list) {
    const pathOf = type === 'post' ? post : page;
    const name = pathOf && nameOf(pathOf({ slug: from }));
    const target = pathOf?.({ slug: to });
    if (name && target !== undefined && isSafeTarget(target)) moved.set(name, target);
  }
  return (url) => {
    const end = url.search(BEGINS_QUERY);
    const [address, rest] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
    const target = moved.get(nameOf(address) ?? '');
    if (target === undefined) return url;
    return `${IS_WHOLE.test(address) ? new URL(target, address).href : target}${rest}`;
  };
};
