import 'server-only';
import {
  createClient,
  isVisible,
  type Client,
  type Moved,
  type Post,
  type PostExtras,
  type PseoPage,
  type RedirectType,
  type With,
} from 'content-delivery-client';
import { cache } from 'react';
import { draftOf } from './preview';
import { contentServer, revalidateSeconds } from './settings';
import { tagsOfRead } from './tags';

let client: Client | undefined;

/** For what reads all of the website: its sitemap, its feed. */
export const content = (): Client =>
  (client ??= createClient({
    ...contentServer(),
    // Next.js keeps the answers, and the pages made from them, for so long or until a webhook names one of their tags.
    fetch: (url, init) =>
      new URL(url).searchParams.has('preview')
        ? fetch(url, { ...init, cache: 'no-store' })
        : fetch(url, { ...init, next: { revalidate: revalidateSeconds(), tags: tagsOfRead(url) } }),
  }));

// React's cache() asks once for all parts of a page. What cannot be read throws: an error is never an empty blog.

/** All posts that may be shown now, newest first. */
export const visiblePosts = cache(async () =>
  (await content().posts.list({ include: ['image', 'lang'] })).filter(isVisible),
);

export const visibleSlugs = cache(async () => new Set((await visiblePosts()).map(({ slug }) => slug)));

export type ListedPost = Awaited<ReturnType<typeof visiblePosts>>[number];

/** A post with its picture, who has written it and in which language. */
export type WholePost = With<Post, PostExtras, ['image', 'author', 'lang']>;

/** What a preview shows in place of what readers see. */
type Shown<Entry> = Entry & { isDraft?: true };

const WHOLE = { include: ['image', 'author', 'lang'] } as const;

/** A post that may be shown now, where one that had this slug is now, or null. */
export const visiblePost = cache(async (slug: string): Promise<Shown<WholePost> | Moved | null> => {
  const draft = await draftOf((preview) => content().posts.get(slug, { ...WHOLE, preview }));
  if (draft) return { ...draft, isDraft: true };
  const post = await content().posts.get(slug, WHOLE);
  if (post === null) return movedPost(slug);
  return isVisible(post) ? post : null;
});

/** Null also while the post is not shown yet where it is now: what it is called is not told before its date. */
const movedPost = async (slug: string): Promise<Moved | null> => {
  const moved = await movedFrom('post', slug);
  const post = moved && (await content().posts.get(moved.movedTo, WHOLE));
  return post && isVisible(post) ? moved : null;
};

export const taxonomies = cache(() => content().taxonomies.get());

export const internalLinks = cache(() => content().internalLinks.list());

/** A pSEO page, where one that had this slug is now, or null. */
export const pageBySlug = cache(async (slug: string): Promise<Shown<PseoPage> | Moved | null> => {
  const draft = await draftOf((preview) => content().pseoPages.get(slug, { preview }));
  if (draft) return { ...draft, isDraft: true };
  return (await content().pseoPages.get(slug)) ?? movedFrom('pseo-page', slug);
});

/** Where earlier slugs lead to. One list, so that a change of it renews what has looked into it, and nothing else. */
export const redirects = cache(() => content().redirects());

const movedFrom = async (type: RedirectType, slug: string): Promise<Moved | null> => {
  const redirect = (await redirects()).find(({ type: one, from }) => one === type && from === slug);
  return redirect ? { movedTo: redirect.to } : null;
};

export const isMoved = (answer: object | null): answer is Moved => answer !== null && 'movedTo' in answer;
