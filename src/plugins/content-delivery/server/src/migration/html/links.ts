import { addressesLeft } from './left-addresses';
import { isFile, isTaken, shownFiles } from './linked-files';
import { attributeIn } from './markup';
import type { OldSite } from './old-site';
import { tokenize } from './tokens';
import { attributeValue } from '../../platform/html/references';

export interface LinkedContent {
  html: string;
  /** Links to posts that come too. */
  toPosts: number;
  /** Links to anything else of the old site, pictures and other files aside. */
  toOthers: URL[];
  /** Files of the old site that are linked to or shown, each once; images that are shown as such aside. */
  toFiles: URL[];
  /** Those of them that are not copied when linked files are. */
  notTaken: URL[];
  /** Addresses of the old site in all other places (`addressesLeft`). */
  left: URL[];
  beside: URL[];
}

/**
 * Finds the links to the old site in a post's HTML.
 * @param linksTo the path that posts have here, such as `/blog/`: links to posts lead there then. Null leaves them.
 * @param page the address of the post, which links without a `/` at their start are relative to; left out where it is not known
 */
export const withLinks = (
  html: string,
  oldSite: OldSite,
  linksTo: string | null,
  page?: URL,
): LinkedContent => {
  const toFiles = new Map<string, URL>();
  const notTaken = new Map<string, URL>();
  const linked = { html, toPosts: 0, toOthers: [] as URL[], ...addressesLeft(html, oldSite) };
  const isOfSite = ({ host }: URL): boolean => oldSite.hosts.has(host);
  const addFile = (address: URL, mayBeTaken = true): void => {
    const { host, pathname, search } = address;
    const name = `${host}${pathname}${isOfSite(address) ? search : ''}`;
    if (!toFiles.has(name)) toFiles.set(name, address);
    if ((!mayBeTaken || !isTaken(address)) && !notTaken.has(name)) notTaken.set(name, address);
  };
  const addShown = (written: string, mayBeTaken: boolean): void => {
    const file = addressOf(written, oldSite.base);
    if (file && (isOfSite(file) || oldSite.fileHosts.has(file.host))) addFile(file, mayBeTaken);
  };
  let isChanged = false;
  const parts = tokenize(html).map((token) => {
    if (token.kind !== 'tag') return token.raw;
    const shown = shownFiles(token);
    for (const written of shown.played) addShown(written, true);
    for (const written of shown.inStyle) addShown(written, false);
    if ((token.name !== 'a' && token.name !== 'area') || token.isClosing) return token.raw;
    const href = attributeIn(token.raw, 'href');
    const address = href && addressOf(href.value, oldSite.base, page);
    if (!address) return token.raw;
    const isOld = isOfSite(address);
    const slug = isOld ? oldSite.slugAt(address) : (oldSite.slugElsewhere?.(address) ?? null);
    if (slug === null && !isOld) {
      if (oldSite.fileHosts.has(address.host) && isFile(address)) addFile(address);
      return token.raw;
    }
    if (slug === null) {
      if (isFile(address)) addFile(address);
      else linked.toOthers.push(address);
      return token.raw;
    }
    linked.toPosts += 1;
    if (linksTo === null) return token.raw;
    isChanged = true;
    const target = `${linksTo}${encodeURIComponent(slug)}${address.hash}`;
    return token.raw.slice(0, href.from) + target + token.raw.slice(href.from + href.value.length);
  });
  if (isChanged) linked.html = parts.join('');
  return { ...linked, toFiles: [...toFiles.values()], notTaken: [...notTaken.values()] };
};

/** Of full addresses and of paths; a place within the page is no link to one. */
const addressOf = (href: string, base: string, page?: URL): URL | null => {
  const address = attributeValue(href.trim());
  const isFromRoot = /^(?:(?:https?:)?\/|\?)/i.test(address);
  if (!isFromRoot && (!page || !/^(?![a-z][a-z\d+.-]*:|[#[]|$)/i.test(address))) return null;
  return URL.parse(address, isFromRoot ? base : page?.href);
};
