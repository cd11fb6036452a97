import { attributeIn } from './markup';
import { tokenize } from './tokens';

/** What is known of the pages of the old site. */
export interface OldSite {
  /** Its address, which paths are relative to. */
  base: string;
  /** Its hosts, as `URL.host` has them. */
  hosts: ReadonlySet<string>;
  /** The slug here of the post that stands at an address of the old site; null for all others. */
  slugAt(address: URL): string | null;
}

export interface LinkedContent {
  html: string;
  /** Links to posts that come too. */
  toPosts: number;
  /** Links to anything else of the old site, pictures and other files aside. */
  toOthers: string[];
}

const FILE = /\/wp-content\/|\.(?:jpe?g|png|gif|webp|avif|svg|pdf|zip|docx?|xlsx?|mp3|mp4|webm)$/i;

/**
 * Finds the links to the old site in a post's HTML.
 * @param linksTo the path that posts have here, such as `/blog/`: links to posts lead there then. Null leaves them.
 */
export const withLinks = (html: string, oldSite: OldSite, linksTo: string | null): LinkedContent => {
  const linked: LinkedContent = { html, toPosts: 0, toOthers: [] };
  let isChanged = false;
  const parts = tokenize(html).map((token) => {
    if (token.kind !== 'tag' || token.name !== 'a' || token.isClosing) return token.raw;
    const href = attributeIn(token.raw, 'href');
    const address = href && addressOf(href.value, oldSite.base);
    if (!address || !oldSite.hosts.has(address.host)) return token.raw;
    const slug = oldSite.slugAt(address);
    if (slug === null) {
      if (!FILE.test(address.pathname)) linked.toOthers.push(`${address.pathname}${address.search}`);
      return token.raw;
    }
    linked.toPosts += 1;
    if (linksTo === null) return token.raw;
    isChanged = true;
    const target = `${linksTo}${encodeURIComponent(slug)}${address.hash}`;
    return token.raw.slice(0, href.from) + target + token.raw.slice(href.from + href.value.length);
  });
  if (isChanged) linked.html = parts.join('');
  return linked;
};

/** Of full addresses and of paths from the root; others are no links to a page. */
const addressOf = (href: string, base: string): URL | null => {
  const address = href.trim().replaceAll('&amp;', '&').replaceAll('&#038;', '&');
  if (!/^(?:https?:)?\//i.test(address)) return null;
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
};
