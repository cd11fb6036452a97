import {
  createClient,
  isVisible,
  memoryCache,
  type Client,
  type PostListItem,
} from 'content-delivery-client';
import { blogPath, isNamedBy, pagesOf, viewFrom, type BlogView } from './paths';
import { contentServer, revalidateSeconds } from './settings';

/** What was found out since something has changed. */
interface Known {
  /** Addresses where something was, and when that was. */
  there: Map<string, number>;
  /** The same of those where nothing was. */
  nowhere: Map<string, number>;
  posts: { list: Promise<PostListItem[]>; at: number } | null;
}
/** Addresses that are remembered, of each kind, and characters of one. */
const MAX_KNOWN = 10_000;
const MAX_LENGTH = 500;

/** One for the process: proxy.ts and the receiver of events are bundles of their own. */
const shared = globalThis as { knownAddresses?: Known };
const knownNow = (): Known =>
  (shared.knownAddresses ??= { there: new Map(), nowhere: new Map(), posts: null });

const remember = (addresses: Map<string, number>, address: string): void => {
  if (address.length > MAX_LENGTH) return;
  addresses.delete(address);
  addresses.set(address, Date.now());
  const [oldest] = addresses.keys();
  if (addresses.size > MAX_KNOWN && oldest !== undefined) addresses.delete(oldest);
};

/** Milliseconds for which the list of posts, and that nothing is at an address, are taken for so: anybody may ask for anything. */
const BRIEFLY = 5_000;
const isFresh = (at: number | undefined): boolean =>
  at !== undefined && Date.now() - at < Math.min(BRIEFLY, revalidateSeconds() * 1000);

/** Milliseconds that a visitor waits for an answer at most. */
const TIMEOUT = 2_000;

let client: Client | undefined;
const content = (): Client =>
  (client ??= createClient({ ...contentServer(), retries: 0, timeout: TIMEOUT, cache: memoryCache() }));

const isPost = async (slug: string): Promise<boolean> => {
  const found = await content().posts.get(slug, { movedTo: true });
  const post = found && 'movedTo' in found ? await content().posts.get(found.movedTo) : found;
  return post !== null && isVisible(post);
};

const isPage = async (slug: string): Promise<boolean> =>
  (await content().pseoPages.get(slug, { movedTo: true })) !== null;

const isTerm = async (kind: 'categories' | 'tags', segment: string): Promise<boolean> =>
  (await content().taxonomies.get())[kind].some(({ name }) => isNamedBy(name, segment));

const listedPosts = (): Promise<PostListItem[]> => {
  const known = knownNow();
  if (!known.posts || !isFresh(known.posts.at)) {
    const posts = { list: content().posts.list(), at: Date.now() };
    known.posts = posts;
    posts.list.catch(() => {
      if (known.posts === posts) known.posts = null;
    });
  }
  return known.posts.list;
};

const isPageOfList = async (view: BlogView): Promise<boolean> =>
  view.page <= pagesOf(view, (await listedPosts()).filter(isVisible));

const look = (segments: readonly string[], view: BlogView | undefined): Promise<boolean> => {
  if (view) return isPageOfList(view);
  const [first, second = '', third = ''] = segments;
  if (first === 'blog' && segments.length === 2) return isPost(second);
  if (first === 'blog' && segments.length === 3 && second === 'category') return isTerm('categories', third);
  if (first === 'blog' && segments.length === 3 && second === 'tag') return isTerm('tags', third);
  return isPage(segments.join('/'));
};

/**
 * Whether there is a page at an address, as far as the content server can be asked. What was there is taken for there, and asked for
 * once more behind the answer when it is due: the page itself is not newer.
 * @param segments of its path, decoded
 * @param query of the list of articles
 */
export const exists = async (segments: readonly string[], query: URLSearchParams): Promise<boolean> => {
  const isList = segments.length === 1 && segments[0] === 'blog';
  const given = Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
  const view = isList ? viewFrom(given) : undefined;
  if (view === null) return false;
  if (view?.page === 1) return true;
  const address = view ? blogPath(view) : `/${segments.map(encodeURIComponent).join('/')}`;
  // Not what is known by the end of asking: an event may come meanwhile.
  const known = knownNow();
  const ask = async (): Promise<boolean> => {
    const isThere = await look(segments, view);
    known[isThere ? 'nowhere' : 'there'].delete(address);
    remember(known[isThere ? 'there' : 'nowhere'], address);
    return isThere;
  };
  if (isFresh(known.nowhere.get(address))) return false;
  const at = known.there.get(address);
  if (at === undefined) return ask().catch(() => true);
  if (Date.now() - at > revalidateSeconds() * 1000) {
    known.there.set(address, Date.now());
    void ask().catch(() => undefined);
  }
  return true;
};

/** Something has changed: each address is asked for again. */
export const forgetAddresses = (): void => {
  delete shared.knownAddresses;
};
