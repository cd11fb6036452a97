import {
  movedToIn,
  readChanges,
  readInternalLinks,
  readPage,
  readPages,
  readPost,
  readPosts,
  readRedirects,
  readTaxonomies,
  saysNotFound,
  type Reader,
} from './answers/read.js';
import { DELIVERY_PATHS } from './contract.js';
import type {
  Changes,
  InternalLink,
  Post,
  PostListItem,
  PseoPage,
  PseoPageListItem,
  Redirect,
  Taxonomies,
} from './contract.js';
import { settingsFrom, type ClientOptions } from './options.js';
import { createRequester } from './transport/request.js';
import { realRuntime, type Runtime } from './transport/runtime.js';

export interface ReadOptions {
  /** Stops the request, its retries included; the call then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface PreviewOptions {
  /**
   * The token of a preview link: answers the draft that it opens, or null when it opens none under this slug. Drafts
   * are never kept, neither here nor by the server; see that your `fetch` keeps none either. Empty counts as absent.
   */
  preview?: string | undefined;
}

export interface MovedOptions {
  /** Also tells of an earlier slug: the answer may be `{ movedTo }` then, in place of null. */
  movedTo: true;
}

/** The slug that was asked for is an earlier one. Redirect to the one of now. */
export interface Moved {
  movedTo: string;
}

/** Every function throws a `ContentDeliveryError` for whatever is neither an answer nor "not found". */
export interface Client {
  posts: {
    /** All published posts, newest first, without content. Those with a `scheduleDate` to come are among them. */
    list(options?: ReadOptions): Promise<PostListItem[]>;
    /** One post with its content; null when there is none with this slug. */
    get(slug: string, options?: ReadOptions & PreviewOptions): Promise<Post | null>;
    get(slug: string, options: ReadOptions & PreviewOptions & MovedOptions): Promise<Post | Moved | null>;
  };
  taxonomies: {
    get(options?: ReadOptions): Promise<Taxonomies>;
  };
  internalLinks: {
    list(options?: ReadOptions): Promise<InternalLink[]>;
  };
  pseoPages: {
    /** All live pages, or those of one campaign, without HTML. */
    list(options?: ReadOptions & { campaignId?: string }): Promise<PseoPageListItem[]>;
    /** One page with its HTML; null when there is none with this slug. */
    get(
      slug: string,
      options?: ReadOptions & PreviewOptions & { campaignId?: string },
    ): Promise<PseoPage | null>;
    get(
      slug: string,
      options: ReadOptions & PreviewOptions & MovedOptions & { campaignId?: string },
    ): Promise<PseoPage | Moved | null>;
  };
  /** All earlier slugs, and where they lead to: for static builds. */
  redirects(options?: ReadOptions): Promise<Redirect[]>;
  /**
   * What has changed since a cursor, the `next` of an earlier answer; without one the present cursor and no changes.
   * Null when nothing is known of that cursor any more: read everything again, and begin anew.
   */
  changes(options?: ReadOptions & { since?: string }): Promise<Changes | null>;
}

/** As both kinds of `get` are asked, for the one function that does both. */
type GetOptions = ReadOptions & PreviewOptions & Partial<MovedOptions> & { campaignId?: string };

/**
 * Reads one website's content.
 * @throws TypeError for options that cannot work
 */
export const createClient = (options: ClientOptions): Client => createClientOn(realRuntime, options);

/** For tests: with their own clock. */
export const createClientOn = (runtime: Runtime, options: ClientOptions): Client => {
  const request = createRequester(settingsFrom(options), runtime);
  const { blog, taxonomies, internalLinks, pseoPages, redirects, changes } = DELIVERY_PATHS;
  const orNotFound = (text: string): null | undefined => (saysNotFound(text) ? null : undefined);
  const orMoved = (text: string): Moved | null | undefined => {
    const movedTo = movedToIn(text);
    return movedTo === null ? orNotFound(text) : { movedTo };
  };
  const one =
    <T>(path: string, read: Reader<T | null>) =>
    async (slug: string, { campaignId, preview, movedTo, signal }: GetOptions = {}) =>
      // Nothing has an empty slug, and asking for it would not be asking for one.
      slug === ''
        ? null
        : request<T | Moved | null>({
            path,
            parameters: { slug, campaignId },
            preview,
            read,
            orNotFound: movedTo ? orMoved : orNotFound,
            signal,
          });

  return {
    posts: {
      list: ({ signal } = {}) => request({ path: blog, parameters: {}, read: readPosts, signal }),
      get: one(blog, readPost) as Client['posts']['get'],
    },
    taxonomies: {
      get: ({ signal } = {}) => request({ path: taxonomies, parameters: {}, read: readTaxonomies, signal }),
    },
    internalLinks: {
      list: ({ signal } = {}) =>
        request({ path: internalLinks, parameters: {}, read: readInternalLinks, signal }),
    },
    pseoPages: {
      list: ({ campaignId, signal } = {}) =>
        request({ path: pseoPages, parameters: { campaignId }, read: readPages, signal }),
      get: one(pseoPages, readPage) as Client['pseoPages']['get'],
    },
    redirects: ({ signal } = {}) => request({ path: redirects, parameters: {}, read: readRedirects, signal }),
    changes: ({ since, signal } = {}) =>
      request<Changes | null>({
        path: changes,
        parameters: { since },
        read: readChanges,
        orGone: orNotFound,
        signal,
      }),
  };
};
