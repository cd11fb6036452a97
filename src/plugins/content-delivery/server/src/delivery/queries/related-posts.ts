import type { Knex } from 'knex';
import { compile, type DatedSnapshot } from '../../platform/database/statement';
import type { Link, Tables } from '../../platform/database/tables';
import { compileByIds } from './batches';
import {
  comparePlaces,
  livePosts,
  ORDER_COLUMNS,
  toPlaces,
  type OfWebsite,
  type OrderRow,
  type PostPlace,
} from './live-posts';
import type { Website } from './websites';

/** How many a post has at most. */
const RELATED = 5;
/** Of each tag and category, so many of the newest posts count: a tag of half a website says little, and would take long. */
const NEWEST = 200;
/** A shared tag says more than a shared category. */
const TAG = 2;
const CATEGORY = 1;

export interface RelatedEntity {
  title: string;
  slug: string;
}

/** Posts of one build, which have terms in common. */
export type RelatedReader = (
  posts: readonly { id: number; documentId: string }[],
) => Promise<Map<number, RelatedEntity[]>>;

type Kind = 'tag' | 'category';

export const relatedPostQueries = (sql: Knex, tables: Tables) => {
  const { shownWithTerm } = livePosts(sql, tables);
  const termsOf = (link: Link) =>
    compileByIds<{ post: number; term: number }>((ids) =>
      sql(`${link.table} as l`)
        .whereIn(`l.${link.from}`, ids)
        .select(`l.${link.from} as post`, `l.${link.to} as term`),
    );
  const newestOf = (link: Link) =>
    compile<OrderRow, OfWebsite | 'term'>((value) =>
      shownWithTerm(link, value, true)
        .orderByRaw('coalesce(p.publish_date, p.created_at) desc, p.document_id')
        .limit(NEWEST)
        .select(...ORDER_COLUMNS),
    );
  const kindOf = (link: Link, weight: number) => ({
    terms: termsOf(link),
    newest: newestOf(link),
    weight,
  });
  const KINDS = {
    tag: kindOf(tables.postTags, TAG),
    category: kindOf(tables.postCategory, CATEGORY),
  };
  const names = compileByIds<RelatedEntity & { id: number }>((ids) =>
    sql(`${tables.posts} as p`).whereIn('p.id', ids).select('p.id', 'p.title', 'p.slug'),
  );

  return {
    /** Up to five others for each, none that is to come, by shared tags and category, then the newest first. Terms are read once. */
    relatedPosts(snapshot: DatedSnapshot, website: Website): RelatedReader {
      const newest = new Map<string, Promise<PostPlace[]>>();
      const placesById = new Map<number, PostPlace>();
      /** One object for each post, whichever of its terms it was found by. */
      const known = (place: PostPlace): PostPlace => {
        const before = placesById.get(place.id);
        if (!before) placesById.set(place.id, place);
        return before ?? place;
      };
      const placesOf = (kind: Kind, term: number): Promise<PostPlace[]> => {
        const key = `${kind} ${term}`;
        const reading = newest.get(key);
        if (reading) return reading;
        const values = { website: website.id, now: snapshot.now, term };
        const read = snapshot.rows(KINDS[kind].newest, values).then((rows) => toPlaces(rows).map(known));
        newest.set(key, read);
        return read;
      };

      const chosenFor = async (posts: Parameters<RelatedReader>[0]): Promise<Map<number, PostPlace[]>> => {
        const scores = new Map(posts.map(({ id }) => [id, new Map<PostPlace, number>()]));
        const documentIds = new Map(posts.map(({ id, documentId }) => [id, documentId]));
        for (const kind of ['tag', 'category'] as const) {
          const { terms, weight } = KINDS[kind];
          const links = await terms(snapshot, [...scores.keys()], {});
          for (const { post, term } of links) {
            const own = scores.get(post);
            for (const place of await placesOf(kind, term)) {
              if (place.documentId === documentIds.get(post)) continue;
              own?.set(place, (own.get(place) ?? 0) + weight);
            }
          }
        }
        return new Map([...scores].map(([post, own]) => [post, best(own)]));
      };

      return async (posts) => {
        const chosen = await chosenFor(posts);
        const ids = [...new Set([...chosen.values()].flat().map(({ id }) => id))];
        const byId = new Map(
          (await names(snapshot, ids, {})).map(({ id, title, slug }): [number, RelatedEntity] => [
            id,
            { title, slug },
          ]),
        );
        return new Map(
          [...chosen].map(([post, places]) => [post, places.flatMap(({ id }) => byId.get(id) ?? [])]),
        );
      };
    },
  };
};

/** Those with the highest scores, then the newest. Most are worse than all that are chosen: nothing is sorted for them. */
const best = (scores: ReadonlyMap<PostPlace, number>): PostPlace[] => {
  const chosen: { place: PostPlace; score: number }[] = [];
  for (const [place, score] of scores) {
    const isBehind = (other: { place: PostPlace; score: number }): boolean =>
      other.score < score || (other.score === score && comparePlaces(place, other.place) < 0);
    const last = chosen[RELATED - 1];
    if (last && !isBehind(last)) continue;
    const at = chosen.findIndex(isBehind);
    chosen.splice(at < 0 ? chosen.length : at, 0, { place, score });
    chosen.length = Math.min(chosen.length, RELATED);
  }
  return chosen.map(({ place }) => place);
};
