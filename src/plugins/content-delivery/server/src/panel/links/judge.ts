import { LRUCache } from 'lru-cache';
import { readAddress } from './addresses';
import type { Site } from './scope';
import type { FoundTarget, Path } from './targets';

/** Addresses that are remembered: most texts of a website lead to the same ones. */
const MAX_KNOWN = 50_000;
/** Under this address the panel and front ends that follow its examples show posts. */
const POST_PATH = /^blog\/[^/]+$/;

export type DeadState = 'draft' | 'deleted' | 'missing';

/** Where a link leads, as far as that is known. */
export interface Verdict {
  live: FoundTarget | null;
  /** Null where it leads to a live entry, to another website, or to what may be a page that the front end has of itself. */
  dead: DeadState | null;
}

/** A link on one of the websites. */
export interface WrittenLink {
  site: Site;
  address: string;
}

/** What is known of an account's websites beside their entries. */
export interface Known {
  sites: readonly Site[];
  /** By website: paths below which pages are. */
  folders: ReadonlyMap<string, ReadonlySet<string>>;
  /** By website: slugs of posts in the bin. */
  deleted: ReadonlyMap<string, ReadonlySet<string>>;
}

const UNKNOWN: Verdict = { live: null, dead: null };

/** The website and path that a link leads to; null where it leads elsewhere. */
export const pathOf = ({ site, address }: WrittenLink, sites: readonly Site[]): Path | null => {
  const read = readAddress(address);
  if (!read) return null;
  // Of websites that share a host, a link more likely stays on its own.
  const own = read.host === null || read.host === site.host ? site : undefined;
  const target = own ?? sites.find(({ host }) => host === read.host);
  return target ? { website: target.documentId, path: read.path } : null;
};

/**
 * Says of links whether a live entry is there. What has an address like a post's or page's and is none is dead; any
 * other address may be a page that the front end has of itself.
 */
export const createJudge = (
  { sites, folders, deleted }: Known,
  lookUp: (paths: readonly Path[]) => Promise<(FoundTarget | null)[]>,
) => {
  const remembered = new LRUCache<string, Verdict>({ max: MAX_KNOWN });
  const keyOf = ({ website, path }: Path): string => `${website} ${path}`;

  const verdictOf = ({ website, path }: Path, target: FoundTarget | null): Verdict => {
    if (target?.isLive) return { live: target, dead: null };
    if (target) return { live: null, dead: 'draft' };
    const slug = path.slice(path.lastIndexOf('/') + 1);
    if (deleted.get(website)?.has(slug)) return { live: null, dead: 'deleted' };
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const isLikeEntry = POST_PATH.test(path) || (folder !== '' && folders.get(website)?.has(folder));
    return isLikeEntry ? { live: null, dead: 'missing' } : UNKNOWN;
  };

  /** @returns one for each link, in the same order */
  return async (links: readonly WrittenLink[]): Promise<Verdict[]> => {
    const paths = links.map((link) => pathOf(link, sites));
    const verdicts = new Map<string, Verdict>();
    const asked = new Map<string, Path>();
    for (const path of paths) {
      if (!path) continue;
      const key = keyOf(path);
      const known = remembered.get(key);
      if (known) verdicts.set(key, known);
      else asked.set(key, path);
    }
    const unknown = [...asked];
    const targets = await lookUp(unknown.map(([, path]) => path));
    unknown.forEach(([key, path], index) => {
      const verdict = verdictOf(path, targets[index] ?? null);
      remembered.set(key, verdict);
      verdicts.set(key, verdict);
    });
    return paths.map((path) => (path && verdicts.get(keyOf(path))) ?? UNKNOWN);
  };
};

export type Judge = ReturnType<typeof createJudge>;
