import { createClient, isVisible, type Client } from 'content-delivery-client';
import { blogPath, isNamedBy, pagesOf, viewFrom, type BlogView } from './paths';
import { contentServer, revalidateSeconds } from './settings';

/** What was there when it was asked for last, and when that was. */
type Known = Map<string, number>;
/** Addresses that are remembered, and characters of one. */
const MAX_KNOWN = 10_000;
const MAX_LENGTH = 500;

/** One for the process: proxy.ts and the receiver of events are bundles of their own. */
const shared = globalThis as { knownAddresses?: Known };
const known: Known = (shared.knownAddresses ??= new Map());

/** Milliseconds that a visitor waits for an answer at most. */
const TIMEOUT = 2_000;

let client: Client | undefined;
const content = (): Client => (client ??= createClient({ ...contentServer(), retries: 0, timeout: TIMEOUT }));

const isPost = async (slug: string): Promise<boolean> => {
  const found = await content().posts.get(slug, { movedTo: true });
  const post = found && 'movedTo' in found ? await content().posts.get(found.movedTo) : found;
  return post !== null && isVisible(post);
};

const isPage = async (slug: string): Promise<boolean> =>
  (await content().pseoPages.get(slug, { movedTo: true })) !== null;

const isTerm = async (kind: 'categories' | 'tags', segment: string): Promise<boolean> =>
  (await content().taxonomies.get())[kind].some(({ name }) => isNamedBy(name, segment));

const isPageOfList = async (view: BlogView): Promise<boolean> =>
  view.page <= pagesOf(view, (await content().posts.list()).filter(isVisible));

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
  const ask = async (): Promise<boolean> => {
    const isThere = await look(segments, view);
    known.delete(address);
    if (isThere && address.length <= MAX_LENGTH) known.set(address, Date.now());
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return isThere;
  };
  const at = known.get(address);
  if (at === undefined) return ask().catch(() => true);
  if (Date.now() - at > revalidateSeconds() * 1000) {
    known.set(address, Date.now());
    void ask().catch(() => undefined);
  }
  return true;
};

/** Something has changed: each address is asked for again. */
export const forgetAddresses = (): void => known.clear();
