import {
  readInternalLinks,
  readPage,
  readPages,
  readPost,
  readPosts,
  readTaxonomies,
  saysNotFound,
} from './answers/read.js';
import { DELIVERY_PATHS } from './contract.js';
import type { InternalLink, Post, PostListItem, PseoPage, PseoPageListItem, Taxonomies } from './contract.js';
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

/** Every function throws a `ContentDeliveryError` for whatever is neither an answer nor "not found". */
export interface Client {
  posts: {
    /** All published posts, newest first, without content. Those with a `scheduleDate` to come are among them. */
    list(options?: ReadOptions): Promise<PostListItem[]>;
    /** One post with its content; null when there is none with this slug. */
    get(slug: string, options?: ReadOptions & PreviewOptions): Promise<Post | null>;
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
  };
}

/**
 * Reads one website's content.
 * @throws TypeError for options that cannot work
 */
export const createClient = (options: ClientOptions): Client => createClientOn(realRuntime, options);

/** For tests: with their own clock. */
export const createClientOn = (runtime: Runtime, options: ClientOptions): Client => {
  const request = createRequester(settingsFrom(options), runtime);
  const { blog, taxonomies, internalLinks, pseoPages } = DELIVERY_PATHS;
  const orNotFound = (text: string): null | undefined => (saysNotFound(text) ? null : undefined);

  return {
    posts: {
      list: ({ signal } = {}) => request({ path: blog, parameters: {}, read: readPosts, signal }),
      get: async (slug, { preview, signal } = {}) =>
        // No post has an empty slug, and asking for it would not be asking for one post.
        slug === ''
          ? null
          : request({ path: blog, parameters: { slug }, preview, read: readPost, orNotFound, signal }),
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
      get: async (slug, { campaignId, preview, signal } = {}) =>
        slug === ''
          ? null
          : request({
              path: pseoPages,
              parameters: { slug, campaignId },
              preview,
              read: readPage,
              orNotFound,
              signal,
            }),
    },
  };
};
