import { setImmediate as tick } from 'node:timers/promises';
import type { ChangeType, PostExtras } from '../../../../../contracts/delivery';
import type { DeliverySnapshot } from '../../queries';
import { comparePlaces, type PostPlace } from '../../queries/live-posts';
import type { PostEntity } from '../../queries/posts';
import { needsOf, toPostExtras, toPostListItem } from '../../serializers/post';
import type { EntriesQuery } from '../delivery-query';
import type { Make } from '../json';
import type { State } from '../state';
import { NO_SIZES, readSizes, sizedPlaces, type List, type Sizes } from './list';
import type { Orders } from './orders';
import { findPlaces, type Positions } from './parts';
import { placedList, plainList } from './placed-list';
import type { PlaceSource } from './place-source';

type BlogQuery = Extract<EntriesQuery, { route: 'blog' }>;

/** What an item takes, roughly, in bytes: its texts, and what was asked for beside them. */
const ITEM = 600;
const EXTRA = 300;
/** What it takes to find the related posts of one, as if they were bytes to read. */
const RELATED = 2_000;
/** Characters of HTML whose text is read before others get their turn. */
const MAX_READ = 256 * 1024;

/** What changes the order of all posts, which of them have a term, what they show of it, and what they show of their author. */
const WHOLE = {
  place: new Set(['website']),
  term: new Set(['website', 'taxonomies']),
  author: new Set(['website', 'taxonomies', 'authors']),
} satisfies Record<string, ReadonlySet<ChangeType>>;

/** The places of the posts that a query asks for. */
const sourceFor = (
  { category, tag }: BlogQuery,
  { website }: State,
  snapshot: DeliverySnapshot,
): PlaceSource<PostPlace> => {
  const terms = { category, tag };
  const isNarrowed = category !== undefined || tag !== undefined;
  const some = (entries: readonly string[]) =>
    isNarrowed
      ? snapshot.filteredPostPlaces(website, terms, entries)
      : snapshot.placesOfPosts(website, entries);
  return {
    type: 'post',
    whole: isNarrowed ? WHOLE.term : WHOLE.place,
    filter: isNarrowed ? JSON.stringify([category, tag]) : '',
    compare: comparePlaces,
    all: () => (isNarrowed ? snapshot.filteredPostPlaces(website, terms) : snapshot.postPlaces(website)),
    some,
    async due(since) {
      const places = await snapshot.placesOfDuePosts(website, since);
      return isNarrowed && places.length > 0 ? some(places.map(({ documentId }) => documentId)) : places;
    },
  };
};

const POSITIONS: Positions<PostPlace> = {
  of: ({ at, documentId }) => [at, documentId],
  compare: (place, [at, documentId]) => comparePlaces(place, { at: Number(at), documentId }),
};

/** The list of posts as the specification has it (4.1). */
const allPosts = (
  state: State,
  snapshot: DeliverySnapshot,
  publicUrl: string,
  source: PlaceSource<PostPlace>,
): List => {
  const { website } = state;
  const toItems = (posts: readonly PostEntity[]) => posts.map((post) => toPostListItem(post, publicUrl));
  const batchesAt = async function* (places: readonly PostPlace[]): AsyncGenerator<Make> {
    for await (const posts of snapshot.postsAt(places, needsOf([]))) yield () => toItems(posts);
  };
  return plainList(snapshot, state, {
    bytes: () => snapshot.postListSize(website),
    async read() {
      const posts = await snapshot.livePosts(website);
      const places = posts.map(({ documentId, publishDate }) => ({ documentId, at: publishDate.getTime() }));
      return { places, make: () => toItems(posts) };
    },
    batchesAt,
    source: { ...source, whole: WHOLE.term },
  });
};

/** A list of posts: all, some of them, a part, with more about each. */
export const postList = async (
  query: BlogQuery,
  state: State,
  snapshot: DeliverySnapshot,
  publicUrl: string,
  orders: Orders,
): Promise<List> => {
  const { include = [], category, tag, limit } = query;
  const { website } = state;
  const source = sourceFor(query, state, snapshot);
  if (include.length === 0 && category === undefined && tag === undefined && limit === undefined) {
    return allPosts(state, snapshot, publicUrl, source);
  }
  const needs = needsOf(include);
  const make =
    (posts: readonly PostEntity[], related: ReadonlyMap<number, PostExtras['related']>): Make =>
    async () => {
      const items: unknown[] = [];
      let read = 0;
      for (const post of posts) {
        const surroundings = { related: related.get(post.id) ?? [], language: website.language };
        items.push({
          ...toPostListItem(post, publicUrl),
          ...toPostExtras(post, surroundings, include, publicUrl),
        });
        read += post.content?.length ?? 0;
        if (read < MAX_READ) continue;
        read = 0;
        await tick();
      }
      return items;
    };
  const batchesAt = async function* (some: readonly PostPlace[], contents: Sizes): AsyncGenerator<Make> {
    const relatedOf = include.includes('related') ? snapshot.relatedPosts(website) : null;
    for await (const sized of sizedPlaces(some, contents)) {
      for await (const posts of snapshot.postsAt(sized, needs)) {
        yield make(posts, (await relatedOf?.(posts)) ?? new Map<number, PostExtras['related']>());
      }
    }
  };
  return placedList(snapshot, state, {
    found: await findPlaces(query, state, snapshot, orders, source, POSITIONS),
    isPart: limit !== undefined,
    batchesAt,
    // Of what is no part, those of all posts of the website are taken together.
    sizesAt: async (places, isFew) =>
      needs.content
        ? readSizes(places, isFew, snapshot.contentLengths, () => snapshot.postContentSize(website))
        : NO_SIZES,
    sizeOf({ length }, total) {
      const items = length * (ITEM + EXTRA * include.length);
      const compared = include.includes('related') ? length * RELATED : 0;
      return include.includes('content')
        ? { bytes: items + total, work: compared }
        : { bytes: items, work: total + compared };
    },
    // Which posts are related depends on all of them.
    source: include.includes('related')
      ? null
      : { ...source, whole: include.includes('author') ? WHOLE.author : WHOLE.term },
  });
};
