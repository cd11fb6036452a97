import type { Knex } from 'knex';
import { slugFromName } from '../../../../contracts/delivery';
import {
  compile,
  type DatedSnapshot,
  type Snapshot,
  type Statement,
} from '../../platform/database/statement';
import type { Link, Tables } from '../../platform/database/tables';
import { compileByIds } from './batches';
import {
  bothWays,
  livePosts,
  ORDER_COLUMNS,
  toPlaces,
  type OfWebsite,
  type OrderRow,
  type PostPlace,
} from './live-posts';
import { compileTerms, type TermRow } from './taxonomies';
import type { Website } from './websites';

/** Only posts that have these, each by its name or by the slug that is made of it. */
export interface TermFilter {
  category?: string | undefined;
  tag?: string | undefined;
}

/** The places of posts in the list: of all, of some, of a category or tag. */
export const postPlaceQueries = (sql: Knex, tables: Tables) => {
  const { posts } = tables;
  const { liveOf, shownOf, shownWithTerm } = livePosts(sql, tables);

  const all = bothWays((isDue) =>
    compile<OrderRow, OfWebsite>((value) => shownOf(value, isDue).select(...ORDER_COLUMNS)),
  );
  const ofEntries = bothWays((isDue) =>
    compileByIds<OrderRow, OfWebsite>((ids, value) =>
      shownOf(value, isDue, 'unindexed')
        .whereIn('p.document_id', ids)
        .select(...ORDER_COLUMNS),
    ),
  );
  /** @param terms those of a website, in its own table @param link from posts to them */
  const havingTerm = (terms: Statement<TermRow, 'website'>, link: Link) => {
    const everyPost = bothWays((isDue) =>
      compile<OrderRow, OfWebsite | 'term'>((value) =>
        shownWithTerm(link, value, isDue).select(...ORDER_COLUMNS),
      ),
    );
    const somePosts = bothWays((isDue) =>
      compileByIds<OrderRow, OfWebsite | 'term'>((ids, value) =>
        shownWithTerm(link, value, isDue, 'unindexed')
          .whereIn('p.document_id', ids)
          .select(...ORDER_COLUMNS),
      ),
    );
    return async (
      snapshot: DatedSnapshot,
      website: Website,
      wanted: string,
      entries: readonly string[] | undefined,
    ): Promise<Map<number, OrderRow>> => {
      const found = new Map<number, OrderRow>();
      for (const { id, name } of await snapshot.rows(terms, { website: website.id })) {
        if (name !== wanted && slugFromName(name) !== wanted) continue;
        const values = { website: website.id, now: snapshot.now, term: id };
        const rows = entries
          ? await somePosts(website)(snapshot, entries, values)
          : await snapshot.rows(everyPost(website), values);
        for (const row of rows) found.set(row.id, row);
      }
      return found;
    };
  };
  const ofCategory = havingTerm(
    compileTerms(sql, tables.categories, tables.categoryWebsite),
    tables.postCategory,
  );
  const ofTag = havingTerm(compileTerms(sql, tables.tags, tables.tagWebsite), tables.postTags);
  const due = compile<OrderRow, OfWebsite | 'since'>((value) =>
    liveOf(value('website'), 'unindexed')
      .where('p.schedule_date', '>', value('since'))
      .where('p.schedule_date', '<=', value('now'))
      .select(...ORDER_COLUMNS),
  );
  const lengths = compileByIds<{ id: number; length: number | string | null }>((ids) =>
    sql(`${posts} as p`).whereIn('p.id', ids).select('p.id', sql.raw('length(p.content) as length')),
  );

  const contentSize = bothWays((isDue) =>
    compile<{ characters: number | string | null }, OfWebsite>((value) =>
      shownOf(value, isDue).select(sql.raw('sum(length(p.content)) as characters')),
    ),
  );

  return {
    /** Of all that readers get, newest first. */
    postPlaces: async (snapshot: DatedSnapshot, website: Website): Promise<PostPlace[]> =>
      toPlaces(await snapshot.rows(all(website), { website: website.id, now: snapshot.now })),

    /** Of those that have a category, a tag or both. @param entries documentIds; all where left out */
    async filteredPostPlaces(
      snapshot: DatedSnapshot,
      website: Website,
      { category, tag }: TermFilter,
      entries?: readonly string[],
    ): Promise<PostPlace[]> {
      const found: Map<number, OrderRow>[] = [];
      if (category !== undefined) found.push(await ofCategory(snapshot, website, category, entries));
      if (tag !== undefined) found.push(await ofTag(snapshot, website, tag, entries));
      const [first, ...others] = found;
      const rows = [...(first?.values() ?? [])];
      return toPlaces(rows.filter(({ id }) => others.every((other) => other.has(id))));
    },

    /** Of some, as far as readers get them. @param entries documentIds */
    async placesOfPosts(
      snapshot: DatedSnapshot,
      website: Website,
      entries: readonly string[],
    ): Promise<PostPlace[]> {
      const values = { website: website.id, now: snapshot.now };
      return toPlaces(await ofEntries(website)(snapshot, entries, values));
    },

    /** Of those whose schedule date has come since a moment. */
    placesOfDuePosts: async (snapshot: DatedSnapshot, website: Website, since: Date): Promise<PostPlace[]> =>
      toPlaces(await snapshot.rows(due, { website: website.id, since, now: snapshot.now })),

    /** How many characters the contents of all posts that readers get have. */
    async postContentSize(snapshot: DatedSnapshot, website: Website): Promise<number> {
      const [row] = await snapshot.rows(contentSize(website), { website: website.id, now: snapshot.now });
      return Number(row?.characters ?? 0);
    },

    /** How many characters the contents of posts have, by the numbers of their rows. */
    async contentLengths(snapshot: Snapshot, ids: readonly number[]): Promise<Map<number, number>> {
      const rows = await lengths(snapshot, ids, {});
      return new Map(rows.map(({ id, length }) => [id, Number(length ?? 0)]));
    },
  };
};
