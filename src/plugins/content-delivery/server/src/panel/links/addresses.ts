import type { RedirectType } from '../../../../contracts/delivery';
import { percentDecoded } from '../../platform/formats';

/** Parts of a path that a slug may have. */
const MAX_PARTS = 6;
/** Stands for the website in relative addresses. */
const HERE = new URL('http://here.invalid');

/** What an address says of the page that it leads to. */
export interface PageAddress {
  /** Null where it is on the same website. */
  host: string | null;
  /** Decoded, without slashes at its ends; empty for the home page. */
  path: string;
}

/** The host of a website's address, the same with and without `www.`; null for none. */
export const hostOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? plainHost(new URL(url)) : null;

/** @returns null for what leads to no page of a website, such as an e-mail address or a place on the same page */
export const readAddress = (written: string): PageAddress | null => {
  const plain = written.trim();
  if (plain === '' || plain.startsWith('#') || !URL.canParse(plain, HERE.href)) return null;
  const url = new URL(plain, HERE);
  if (!/^https?:$/.test(url.protocol)) return null;
  return {
    host: url.host === HERE.host ? null : plainHost(url),
    path: percentDecoded(url.pathname).replace(/^\/+|(?<!\/)\/+$/g, ''),
  };
};

/** The slugs that a path may end with, the longest first: under which path a front end shows an entry is not known. */
export const slugsIn = (path: string): string[] => {
  const parts = path.split('/').slice(-MAX_PARTS);
  return parts.map((_part, index) => parts.slice(index).join('/'));
};

/** Whether an address is that of an entry of a website, where that has one of these slugs. */
export const leadsToSlug = (
  written: string,
  host: string | null,
  type: RedirectType,
  slugs: ReadonlySet<string>,
): boolean => {
  const read = readAddress(written);
  if (!read || (read.host !== null && read.host !== host)) return false;
  const { path } = read;
  // Pages stand at their slug; where posts do is not known.
  return slugs.has(type === 'post' ? path.slice(path.lastIndexOf('/') + 1) : path);
};

const plainHost = ({ host }: URL): string => host.replace(/^www\./, '');
