/** What is known of the pages of the old site. */
export interface OldSite {
  /** Its address, which paths are relative to. */
  base: string;
  /** Its hosts, as `URL.host` has them. */
  hosts: ReadonlySet<string>;
  /** Hosts of its media library. */
  fileHosts: ReadonlySet<string>;
  /** The slug here of the post at an address of the old site; null for all others. */
  slugAt(address: URL): string | null;
  /** The same for an address that a post had on another host, where the source knows those. */
  slugElsewhere?(address: URL): string | null;
}

/** A website is at its host with `www.` before it, and without. */
export const withTwin = (host: string): string[] => [
  host,
  host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`,
];

/** Ends of paths under which the same post is shown, or a part of it: for phones, as a feed, further comments. */
export const OTHER_VIEWS = /(?:\/(?:amp|feed(?:\/(?:rss2?|atom|rdf))?|comment-page-\d+))$/;
