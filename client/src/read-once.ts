import type { Client, With } from './client.js';
import type {
  InternalLink,
  PostExtras,
  PostListItem,
  PseoPage,
  Redirect,
  Taxonomies,
  Website,
} from './contract.js';

/** What posts are read with: what pages, feeds and searches show. */
const WITH_POSTS = ['content', 'image', 'excerpt', 'author'] as const;
const WITH_PAGES = ['html', 'fields', 'internalLinks'] as const;

/** Whole posts, with the extras of these names as well. */
type WholePost<Include extends readonly (keyof PostExtras)[]> = With<
  PostListItem,
  PostExtras,
  readonly [...typeof WITH_POSTS, ...Include]
>;

/** Entries of one kind, whole. */
export interface WholeList<Entry> {
  /** In the order of the API; a list of one's own to sort and filter. */
  list(): Promise<Entry[]>;
  all(): AsyncGenerator<Entry, void, undefined>;
  /** Null when there is none with this slug. */
  get(slug: string): Promise<Entry | null>;
}

/** A website as it was when it was first asked for. */
export interface WebsiteContent<Include extends readonly (keyof PostExtras)[] = []> {
  /** Those with a `scheduleDate` to come are among them. */
  posts: WholeList<WholePost<Include>>;
  pseoPages: WholeList<PseoPage>;
  taxonomies: { get(): Promise<Taxonomies> };
  internalLinks: { list(): Promise<InternalLink[]> };
  website(): Promise<Website>;
  redirects(): Promise<Redirect[]>;
}

/** Again where it has failed, so that one failure is not kept for good. */
const once = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let reading: Promise<Value> | undefined;
  return () =>
    (reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
};

const wholeList = <Entry extends { slug: string }>(readAll: () => AsyncIterable<Entry>): WholeList<Entry> => {
  const bySlug = once(async () => {
    const entries = new Map<string, Entry>();
    for await (const entry of readAll()) entries.set(entry.slug, entry);
    return entries;
  });
  return {
    list: async () => [...(await bySlug()).values()],
    async *all() {
      yield* (await bySlug()).values();
    },
    get: async (slug) => (await bySlug()).get(slug) ?? null,
  };
};

/**
 * For a build of a website: reads each list once, whole, when it is first asked for, however many pages ask. What changes later
 * is seen by the next build.
 * @throws ContentDeliveryError from each of its functions
 */
export const readOnce = <const Include extends readonly (keyof PostExtras)[] = []>(
  client: Client,
  { include }: { include?: Include | undefined } = {},
): WebsiteContent<Include> => ({
  posts: wholeList(
    () =>
      client.posts.all({ include: [...WITH_POSTS, ...(include ?? [])] }) as AsyncIterable<WholePost<Include>>,
  ),
  pseoPages: wholeList<PseoPage>(() => client.pseoPages.all({ include: WITH_PAGES })),
  taxonomies: { get: once(() => client.taxonomies.get()) },
  internalLinks: { list: once(() => client.internalLinks.list()) },
  website: once(() => client.website()),
  redirects: once(() => client.redirects()),
});
