import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangeType, PostExtras } from '../../../../../contracts/delivery';
import type { DeliverySnapshot } from '../../queries';
import { comparePlaces, type PostPlace } from '../../queries/live-posts';
import type { PostEntity } from '../../queries/posts';
import { needsOf, toPostExtras, toPostListItem } from '../../serializers/post';
import type { EntriesQuery } from '../delivery-query';
import type { State } from '../state';
import { NO_SIZES, readAll, readSizes, sizedPlaces, type List, type Make } from './list';
import type { Orders } from './orders';
import { createCut, type Part } from './parts';

type BlogQuery = Extract<EntriesQuery, { route: 'blog' }>;

/** What an item takes, roughly, in bytes: its texts, and what was asked for beside them. */
const ITEM = 600;
const EXTRA = 300;
/** What it takes to find the related posts of one, as if they were bytes to read. */
const RELATED = 2_000;
/** Characters of HTML whose text is read before others get their turn. */
const MAX_READ = 256 * 1024;

/** What changes where all posts stand; and which of them have a term: one may be renamed. */
const WHOLE: ReadonlySet<ChangeType> = new Set(['website']);
const WHOLE_NARROWED: ReadonlySet<ChangeType> = new Set(['website', 'taxonomies']);

const placesOf = (
  query: BlogQuery,
  state: State,
  snapshot: DeliverySnapshot,
  orders: Orders,
): Promise<Part<PostPlace>> => {
  const { website } = state;
  const cut = createCut<PostPlace>(
    query,
    website.documentId,
    ({ at, documentId }) => [at, documentId],
    (place, [at, documentId]) => comparePlaces(place, { at: Number(at), documentId }),
  );
  const { category, tag } = query;
  const terms = { category, tag };
  const isNarrowed = category !== undefined || tag !== undefined;
  const all = () => (isNarrowed ? snapshot.filteredPostPlaces(website, terms) : snapshot.postPlaces(website));
  // Whoever reads all of a list needs no order in memory.
  if (query.limit === undefined) return all().then(cut);
  const some = (entries: readonly string[]) =>
    isNarrowed
      ? snapshot.filteredPostPlaces(website, terms, entries)
      : snapshot.placesOfPosts(website, entries);
  const due = async (since: Date) => {
    const places = await snapshot.placesOfDuePosts(website, since);
    return isNarrowed && places.length > 0 ? some(places.map(({ documentId }) => documentId)) : places;
  };
  const source = {
    type: 'post',
    whole: isNarrowed ? WHOLE_NARROWED : WHOLE,
    filter: isNarrowed ? JSON.stringify([category, tag]) : '',
    compare: comparePlaces,
    all,
    some,
    due,
  } as const;
  return orders.read(snapshot, state, source, cut);
};

/** The list of posts as the specification has it (4.1): read at once where it is short. */
const plainList = ({ website }: State, snapshot: DeliverySnapshot, publicUrl: string): List => {
  const toItems = (posts: readonly PostEntity[]) => posts.map((post) => toPostListItem(post, publicUrl));
  return {
    headers: {},
    size: () => snapshot.postListSize(website),
    async read() {
      const posts = await snapshot.livePosts(website);
      return () => toItems(posts);
    },
    async *batches() {
      const places = await snapshot.postPlaces(website);
      for await (const posts of snapshot.postsAt(places, needsOf([]))) yield () => toItems(posts);
    },
  };
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
  if (include.length === 0 && category === undefined && tag === undefined && limit === undefined) {
    return plainList(state, snapshot, publicUrl);
  }
  const { places, headers } = await placesOf(query, state, snapshot, orders);
  const needs = needsOf(include);
  const { language } = state.website;
  const make =
    (posts: readonly PostEntity[], related: ReadonlyMap<number, PostExtras['related']>): Make =>
    async () => {
      const items: unknown[] = [];
      let read = 0;
      for (const post of posts) {
        items.push({
          ...toPostListItem(post, publicUrl),
          ...toPostExtras(post, { related: related.get(post.id) ?? [], language }, include, publicUrl),
        });
        read += post.content?.length ?? 0;
        if (read < MAX_READ) continue;
        read = 0;
        await nextTurn();
      }
      return items;
    };
  // Of what is no part, those of all posts of the website are taken together.
  const contents = needs.content
    ? await readSizes(places, limit !== undefined, snapshot.contentLengths, () =>
        snapshot.postContentSize(state.website),
      )
    : NO_SIZES;
  const batches = async function* (): AsyncGenerator<Make> {
    const relatedOf = include.includes('related') ? snapshot.relatedPosts(state.website) : null;
    for await (const sized of sizedPlaces(places, contents)) {
      for await (const posts of snapshot.postsAt(sized, needs)) {
        yield make(posts, (await relatedOf?.(posts)) ?? new Map<number, PostExtras['related']>());
      }
    }
  };
  const items = places.length * (ITEM + EXTRA * include.length);
  const [size, read] = include.includes('content') ? [items + contents.total, 0] : [items, contents.total];
  const compared = include.includes('related') ? places.length * RELATED : 0;
  return {
    headers,
    size: async () => size,
    work: read + compared,
    read: () => readAll(batches()),
    batches,
  };
};
