import {
  asPage,
  movedToIn,
  oneWithExtras,
  readChanges,
  readInternalLinks,
  readPage,
  readPages,
  readPost,
  readPosts,
  readRedirects,
  readTaxonomies,
  readWebsite,
  saysGone,
  saysNotFound,
  withExtras,
  type Page,
  type Reader,
} from './answers/read.js';
import { DELIVERY_PATHS } from './contract.js';
import type {
  Changes,
  InternalLink,
  Post,
  PostExtras,
  PostListItem,
  PseoPage,
  PseoPageExtras,
  PseoPageListItem,
  Redirect,
  Taxonomies,
  Website,
} from './contract.js';
import { settingsFrom, type ClientOptions } from './options.js';
import { createRequester } from './transport/request.js';
import { realRuntime, type Runtime } from './transport/runtime.js';

export interface ReadOptions {
  /** Stops the request, its retries included; the call then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface PreviewOptions {
  /**
   * The token of a preview link: answers the draft that it opens, or null when it opens none under this slug. Drafts
   * are never kept, neither here nor by the server; see that your `fetch` keeps none either. Empty counts as absent.
   */
  preview?: string | undefined;
}

export interface MovedOptions {
  /** True also tells of an earlier slug: the answer may be `{ movedTo }` then, in place of null. */
  movedTo: boolean | undefined;
}

/** Says nothing of earlier slugs: the answer is never `{ movedTo }`. */
export interface NotMovedOptions {
  movedTo?: false | undefined;
}

/** The slug that was asked for is an earlier one. Redirect to the one of now. */
export interface Moved {
  movedTo: string;
}

/** What is asked for beside what an answer has anyway. */
export interface IncludeOptions<Include> {
  include?: Include | undefined;
}

/** Names of extras, as `include` takes them. */
type Names<Extras> = readonly (keyof Extras & string)[];

/** An item with the extras of these names. */
export type With<Item, Extras, Include extends Names<Extras>> = Item & Pick<Extras, Include[number]>;

/** A part of a list: at most so many items, from a cursor on, which is the `next` of the part before. */
export interface PageOptions {
  /** 1 to 1 000. */
  limit: number;
  cursor?: string | null | undefined;
}

export interface PostFilter {
  /** Only posts of this category: its name, or the slug that is made of it. */
  category?: string | undefined;
  /** Only posts with this tag. */
  tag?: string | undefined;
}

export interface PageFilter {
  campaignId?: string | undefined;
}

/** How a list is read. */
export interface Lists<Item, Extras, Filter> {
  /** All at once. */
  list<const Include extends Names<Extras> = []>(
    options?: ReadOptions & Filter & IncludeOptions<Include>,
  ): Promise<With<Item, Extras, Include>[]>;
  /** A part of it. */
  page<const Include extends Names<Extras> = []>(
    options: ReadOptions & Filter & IncludeOptions<Include> & PageOptions,
  ): Promise<Page<With<Item, Extras, Include>>>;
  /**
   * One after the other, however many there are, read in parts of `limit`: 100. What is there all the time and keeps its
   * place comes once, whatever is written meanwhile.
   */
  all<const Include extends Names<Extras> = []>(
    options?: ReadOptions & Filter & IncludeOptions<Include> & { limit?: number | undefined },
  ): AsyncGenerator<With<Item, Extras, Include>, void, undefined>;
}

/** Every function throws a `ContentDeliveryError` for whatever is neither an answer nor "not found". */
export interface Client {
  /** Newest first, without content unless it is included. Those with a `scheduleDate` to come are among them. */
  posts: Lists<PostListItem, PostExtras, PostFilter> & {
    /** One post with its content; null when there is none with this slug. */
    get<const Include extends Names<PostExtras> = []>(
      slug: string,
      options?: ReadOptions & PreviewOptions & NotMovedOptions & IncludeOptions<Include>,
    ): Promise<With<Post, PostExtras, Include> | null>;
    get<const Include extends Names<PostExtras> = []>(
      slug: string,
      options: ReadOptions & PreviewOptions & MovedOptions & IncludeOptions<Include>,
    ): Promise<With<Post, PostExtras, Include> | Moved | null>;
  };
  taxonomies: {
    get(options?: ReadOptions): Promise<Taxonomies>;
  };
  internalLinks: {
    list(options?: ReadOptions): Promise<InternalLink[]>;
  };
  /** Live pages by slug, all or those of one campaign, without HTML unless it is included. */
  pseoPages: Lists<PseoPageListItem, PseoPageExtras, PageFilter> & {
    /** One page with its HTML; null when there is none with this slug. */
    get(
      slug: string,
      options?: ReadOptions & PreviewOptions & NotMovedOptions & PageFilter,
    ): Promise<PseoPage | null>;
    get(
      slug: string,
      options: ReadOptions & PreviewOptions & MovedOptions & PageFilter,
    ): Promise<PseoPage | Moved | null>;
  };
  /** What the website may be introduced with: name, address, language, description, picture. */
  website(options?: ReadOptions): Promise<Website>;
  /** All earlier slugs, and where they lead to: for static builds. */
  redirects(options?: ReadOptions): Promise<Redirect[]>;
  /**
   * Without `since` the present cursor and no changes; with one, the `next` of an earlier answer, what has changed since. Null
   * when nothing is known of that cursor any more: read everything again, and begin anew.
   */
  changes(options?: ReadOptions & { since?: undefined }): Promise<Changes>;
  changes(options: ReadOptions & { since?: string | undefined }): Promise<Changes | null>;
}

/** As all kinds of `get` are asked, for the one function that does them. */
type GetOptions = ReadOptions &
  PreviewOptions & { movedTo?: boolean | undefined } & PageFilter &
  IncludeOptions<readonly string[]>;

/** As all kinds of lists are. */
type ListOptions = ReadOptions &
  PostFilter &
  PageFilter &
  IncludeOptions<readonly string[]> & { limit?: number | undefined; cursor?: string | null | undefined };

/** How many items `all` reads at a time. */
const PART = 100;

/**
 * Reads one website's content.
 * @throws TypeError for options that cannot work
 */
export const createClient = (options: ClientOptions): Client => createClientOn(realRuntime, options);

/** For tests: with their own clock. */
export const createClientOn = (runtime: Runtime, options: ClientOptions): Client => {
  const request = createRequester(settingsFrom(options), runtime);
  const { blog, taxonomies, internalLinks, pseoPages, website, redirects, changes } = DELIVERY_PATHS;
  const orNotFound = (text: string): null | undefined => (saysNotFound(text) ? null : undefined);
  const orMoved = (text: string): Moved | null | undefined => {
    const movedTo = movedToIn(text);
    return movedTo === null ? orNotFound(text) : { movedTo };
  };
  const named = (include: readonly string[]): string | undefined => include.join(',') || undefined;
  const one =
    <T extends object>(path: string, read: Reader<T | null>) =>
    async (slug: string, { campaignId, include = [], preview, movedTo, signal }: GetOptions = {}) =>
      // Nothing has an empty slug, and asking for it would not be asking for one.
      slug === ''
        ? null
        : request<T | Moved | null>({
            path,
            parameters: { slug, campaignId, include: named(include) },
            preview,
            read: oneWithExtras(read, include),
            orNotFound: movedTo ? orMoved : orNotFound,
            signal,
          });
  const lists = <T extends object>(path: string, read: Reader<T[]>) => {
    const asked = ({ include = [], limit, cursor, campaignId, category, tag, signal }: ListOptions) => ({
      path,
      parameters: {
        campaignId,
        category,
        cursor: cursor ?? undefined,
        include: named(include),
        limit: limit === undefined ? undefined : String(limit),
        tag,
      },
      read: withExtras(read, include),
      signal,
    });
    const page = (options: ListOptions) => {
      const { read: readItems, ...rest } = asked(options);
      return request({ ...rest, read: asPage(readItems, !options.cursor) });
    };
    return {
      list: ({ limit: _limit, cursor: _cursor, ...options }: ListOptions = {}) => request(asked(options)),
      page,
      async *all({ limit = PART, ...options }: ListOptions = {}) {
        for (let cursor: string | null = null; ;) {
          const part: Page<T> = await page({ ...options, limit, cursor });
          yield* part.items;
          if (part.next === null) return;
          cursor = part.next;
        }
      },
    };
  };

  return {
    posts: { ...lists(blog, readPosts), get: one(blog, readPost) } as unknown as Client['posts'],
    taxonomies: {
      get: ({ signal } = {}) => request({ path: taxonomies, parameters: {}, read: readTaxonomies, signal }),
    },
    internalLinks: {
      list: ({ signal } = {}) =>
        request({ path: internalLinks, parameters: {}, read: readInternalLinks, signal }),
    },
    pseoPages: {
      ...lists(pseoPages, readPages),
      get: one(pseoPages, readPage),
    } as unknown as Client['pseoPages'],
    website: ({ signal } = {}) => request({ path: website, parameters: {}, read: readWebsite, signal }),
    redirects: ({ signal } = {}) => request({ path: redirects, parameters: {}, read: readRedirects, signal }),
    changes: (({ since, signal }: ReadOptions & { since?: string | undefined } = {}) =>
      request<Changes | null>({
        path: changes,
        parameters: { since },
        read: readChanges,
        ...(since !== undefined && { orGone: (text) => (saysGone(text) ? null : undefined) }),
        signal,
      })) as Client['changes'],
  };
};
