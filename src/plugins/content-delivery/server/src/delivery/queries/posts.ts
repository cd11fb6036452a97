import type { Knex } from 'knex';
import { readerDate } from '../../content/rules/reader-date';
import { scopedHash } from '../../platform/scoped-hash';
import { BATCH, inBatches, valuesOf, type IdSlot } from './batches';
import { compile, type Snapshot, type Statement } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';
import {
  byCodeUnit,
  toDate,
  toDateOrNull,
  toMilliseconds,
  type DatabaseDate,
} from '../../platform/database/values';
import type { Website } from './websites';

export interface PostEntity {
  documentId: string;
  title: string;
  slug: string;
  category: string | null;
  tags: string[];
  /** As the upload provider stored it: absolute, or a path on this server. */
  uploadedImage: string | null;
  featuredImageUrl: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
  createdAt: Date;
  updatedAt: Date;
  publishDate: Date;
  scheduleDate: Date | null;
}

export type PostEntityWithContent = PostEntity & { content: string };

/** A draft as it would be if it were published now, and the slug of its live version. */
export interface PostDraft {
  post: PostEntityWithContent;
  liveSlug: string | null;
}

/** What decides the order of the list. */
interface OrderRow {
  id: number;
  document_id: string;
  created_at: DatabaseDate;
  publish_date: DatabaseDate | null;
}

interface PostRow extends OrderRow {
  title: string;
  slug: string;
  featured_image_url: string | null;
  meta_title: string | null;
  meta_description: string | null;
  updated_at: DatabaseDate;
  schedule_date: DatabaseDate | null;
  category: string | null;
  image: string | null;
}

interface DraftRow extends Omit<PostRow, 'title' | 'slug'> {
  title: string | null;
  slug: string | null;
  content: string | null;
  filled_date: DatabaseDate | null;
}

interface LiveRow {
  slug: string | null;
  publish_date: DatabaseDate | null;
  schedule_date: DatabaseDate | null;
}

interface TagRow {
  post: number;
  name: string;
}

/** All that the list reads of a post's own row. On SQLite an index has them too: see `list-index`. */
export const POST_LIST_COLUMNS = [
  'id',
  'published_at',
  'document_id',
  'title',
  'slug',
  'featured_image_url',
  'meta_title',
  'meta_description',
  'created_at',
  'updated_at',
  'publish_date',
  'schedule_date',
] as const;

const LIST_COLUMNS = POST_LIST_COLUMNS.map((column) => `p.${column}`);
const TEXTS = ['title', 'slug', 'featured_image_url', 'meta_title', 'meta_description'];
/** What names, dates and quotes of a list item take, roughly, in bytes. */
const ITEM_OVERHEAD = 350;

type OfWebsite = 'website' | 'now';

export const postQueries = (sql: Knex, tables: Tables) => {
  const { posts, postWebsite, postCategory, categories, postTags, tags, fileUses, files } = tables;

  const liveOf = (website: Knex.Value) =>
    sql(`${postWebsite.table} as w`)
      .join(`${posts} as p`, 'p.id', `w.${postWebsite.from}`)
      .where(`w.${postWebsite.to}`, website)
      .whereNotNull('p.published_at');
  const shownOf = (value: (name: OfWebsite) => Knex.Value, isDue: boolean) => {
    const live = liveOf(value('website'));
    return isDue ? live.where((due) => whereDue(due, value('now'))) : live;
  };
  /** For websites that show scheduled posts, and for those that withhold them. */
  const bothWays = <Row, Name extends string>(
    make: (isDue: boolean) => Statement<Row, Name>,
  ): ((website: Website) => Statement<Row, Name>) => {
    const [all, due] = [make(false), make(true)];
    return (website) => (website.withholdsScheduled ? due : all);
  };

  const withNames = (live: Knex.QueryBuilder) =>
    live
      .leftJoin(`${postCategory.table} as pc`, `pc.${postCategory.from}`, 'p.id')
      .leftJoin(`${categories} as c`, 'c.id', `pc.${postCategory.to}`)
      .leftJoin(`${fileUses} as fu`, (image) =>
        image
          .on('fu.related_id', 'p.id')
          .andOnVal('fu.related_type', 'api::post.post')
          .andOnVal('fu.field', 'featuredImage'),
      )
      .leftJoin(`${files} as f`, 'f.id', 'fu.file_id');
  const NAMES = ['c.name as category', 'f.url as image'];

  const withTags = (live: Knex.QueryBuilder) =>
    live
      .join(`${postTags.table} as pt`, `pt.${postTags.from}`, 'p.id')
      .join(`${tags} as t`, 't.id', `pt.${postTags.to}`)
      .orderBy([{ column: `pt.${postTags.order}`, nulls: 'first' }, { column: 'pt.id' }])
      .select(`pt.${postTags.from} as post`, 't.name as name');

  const ofIds = (value: (name: IdSlot) => Knex.Value) =>
    sql(`${posts} as p`).whereIn('p.id', BATCH.map(value));

  const list = bothWays((isDue) =>
    compile<PostRow, OfWebsite>((value) =>
      withNames(shownOf(value, isDue)).select(...LIST_COLUMNS, ...NAMES),
    ),
  );
  const listTags = compile<TagRow, 'website'>((value) => withTags(liveOf(value('website'))));
  const listSize = bothWays((isDue) =>
    compile<{ count: number | string; characters: number | string | null }, OfWebsite>((value) =>
      shownOf(value, isDue).select(
        sql.raw('count(*) as count'),
        sql.raw(
          `sum(${TEXTS.map((column) => `coalesce(length(p.${column}), 0)`).join(' + ')}) as characters`,
        ),
      ),
    ),
  );
  const order = bothWays((isDue) =>
    compile<OrderRow, OfWebsite>((value) =>
      shownOf(value, isDue).select('p.id', 'p.document_id', 'p.created_at', 'p.publish_date'),
    ),
  );
  const batch = compile<PostRow, IdSlot>((value) =>
    withNames(ofIds(value)).select(...LIST_COLUMNS, ...NAMES),
  );
  const batchTags = compile<TagRow, IdSlot>((value) => withTags(ofIds(value)));
  const nextDue = compile<{ due: DatabaseDate }, OfWebsite>((value) =>
    liveOf(value('website'))
      .where('p.schedule_date', '>', value('now'))
      .orderBy('p.schedule_date')
      .first('p.schedule_date as due'),
  );
  const bySlug = bothWays((isDue) =>
    compile<PostRow & { content: string | null }, 'key' | 'now'>((value) => {
      const live = sql(`${posts} as p`).where('p.unique_key', value('key')).whereNotNull('p.published_at');
      const due = isDue ? live.where((when) => whereDue(when, value('now'))) : live;
      return withNames(due).first(...LIST_COLUMNS, 'p.content', ...NAMES);
    }),
  );
  const draft = compile<DraftRow, 'website' | 'entry'>((value) =>
    withNames(
      sql(`${posts} as p`)
        .join(`${postWebsite.table} as w`, `w.${postWebsite.from}`, 'p.id')
        .where('p.document_id', value('entry'))
        .whereNull('p.published_at')
        .where(`w.${postWebsite.to}`, value('website')),
    ).first(...LIST_COLUMNS, 'p.content', 'p.filled_date', ...NAMES),
  );
  const liveOfDraft = compile<LiveRow, 'entry'>((value) =>
    sql(`${posts} as p`)
      .where('p.document_id', value('entry'))
      .whereNotNull('p.published_at')
      .first('p.slug', 'p.publish_date', 'p.schedule_date'),
  );
  const tagsOfOne = compile<TagRow, 'post'>((value) =>
    withTags(sql(`${posts} as p`).where('p.id', value('post'))),
  );

  return {
    /** About how many bytes the list takes as JSON. */
    async postListSize(snapshot: Snapshot, website: Website, now: Date): Promise<number> {
      const [row] = await snapshot.rows(listSize(website), { website: website.id, now });
      return Number(row?.characters ?? 0) + Number(row?.count ?? 0) * ITEM_OVERHEAD;
    },

    /** All live posts of a website, newest first, without their content. */
    async livePosts(snapshot: Snapshot, website: Website, now: Date): Promise<PostEntity[]> {
      const rows = await snapshot.rows(list(website), { website: website.id, now });
      const names = namesByPost(await snapshot.rows(listTags, { website: website.id }));
      return onePerPost(newestFirst(rows)).map((row) => toEntity(row, names.get(row.id) ?? []));
    },

    /** The same, some at a time: however many there are, they are never in memory all at once. */
    async *livePostBatches(snapshot: Snapshot, website: Website, now: Date): AsyncGenerator<PostEntity[]> {
      const rows = newestFirst(await snapshot.rows(order(website), { website: website.id, now }));
      for (const ids of inBatches(rows)) {
        const read = await snapshot.rows(batch, valuesOf(ids));
        const names = namesByPost(await snapshot.rows(batchTags, valuesOf(ids)));
        yield onePerPost(newestFirst(read)).map((row) => toEntity(row, names.get(row.id) ?? []));
      }
    },

    /** When the next withheld post of a website is due; null when none is waiting. */
    async nextDueDate(snapshot: Snapshot, website: Website, now: Date): Promise<Date | null> {
      const [row] = await snapshot.rows(nextDue, { website: website.id, now });
      return row ? toDate(row.due) : null;
    },

    /** One live post with its content; null when the website has none under this slug. */
    async livePostBySlug(
      snapshot: Snapshot,
      website: Website,
      slug: string,
      now: Date,
    ): Promise<PostEntityWithContent | null> {
      const key = scopedHash(website.documentId, slug);
      const [row] = await snapshot.rows(bySlug(website), { key, now });
      if (!row) return null;
      const names = await snapshot.rows(tagsOfOne, { post: row.id });
      return {
        ...toEntity(
          row,
          names.map((tag) => tag.name),
        ),
        content: row.content ?? '',
      };
    },

    /** The draft of a post with its content; null when the website has none with this id. */
    async draftPost(
      snapshot: Snapshot,
      website: Website,
      entry: string,
      now: Date,
    ): Promise<PostDraft | null> {
      const [row] = await snapshot.rows(draft, { website: website.id, entry });
      // Compared once more, as MariaDB ignores case.
      if (!row || row.document_id !== entry) return null;
      const [live] = await snapshot.rows(liveOfDraft, { entry });
      const names = await snapshot.rows(tagsOfOne, { post: row.id });
      const { publishDate } = readerDate(
        {
          publishDate: toDateOrNull(row.publish_date),
          scheduleDate: toDateOrNull(row.schedule_date),
          filledDate: toDateOrNull(row.filled_date),
        },
        live
          ? {
              publishDate: toDateOrNull(live.publish_date),
              scheduleDate: toDateOrNull(live.schedule_date),
            }
          : null,
        null,
        now,
      );
      const tags = names.map((tag) => tag.name);
      return {
        post: {
          ...toEntity({ ...row, title: row.title ?? '', slug: row.slug ?? '' }, tags),
          publishDate,
          content: row.content ?? '',
        },
        liveSlug: live?.slug ?? null,
      };
    },
  };
};

/** Not scheduled, or its moment has come: to the millisecond, by the server's clock. */
const whereDue = (due: Knex.QueryBuilder, now: Knex.Value): void =>
  void due.whereNull('p.schedule_date').orWhere('p.schedule_date', '<=', now);

const publishedAt = (row: OrderRow): number => toMilliseconds(row.publish_date ?? row.created_at);

const newestFirst = <Row extends OrderRow>(rows: Row[]): Row[] =>
  rows.sort((a, b) => publishedAt(b) - publishedAt(a) || byCodeUnit(a.document_id, b.document_id));

/** An image that is linked twice makes two rows of one post, next to each other. */
const onePerPost = <Row extends OrderRow>(rows: Row[]): Row[] =>
  rows.filter((row, i) => row.id !== rows[i - 1]?.id);

/** The names for each post, in the order in which they come. */
const namesByPost = (rows: readonly TagRow[]): Map<number, string[]> => {
  const names = new Map<number, string[]>();
  for (const { post, name } of rows) {
    const known = names.get(post);
    if (known) known.push(name);
    else names.set(post, [name]);
  }
  return names;
};

const toEntity = (row: PostRow, tags: string[]): PostEntity => ({
  documentId: row.document_id,
  title: row.title,
  slug: row.slug,
  category: row.category,
  tags,
  uploadedImage: row.image,
  featuredImageUrl: row.featured_image_url,
  metaTitle: row.meta_title,
  metaDescription: row.meta_description,
  createdAt: toDate(row.created_at),
  updatedAt: toDate(row.updated_at),
  publishDate: toDate(row.publish_date ?? row.created_at),
  scheduleDate: toDateOrNull(row.schedule_date),
});
