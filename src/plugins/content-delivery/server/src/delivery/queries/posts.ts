import type { Knex } from 'knex';
import type { PostAuthor } from '../../../../contracts/delivery';
import { readerDate } from '../../content/rules/reader-date';
import { scopedHash } from '../../platform/scoped-hash';
import { compileByIds, batchesBySize, type SizedPlace } from './batches';
import { compile, type DatedSnapshot, type Snapshot } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';
import { UIDS } from '../../platform/uids';
import { toDate, toDateOrNull, toJson, type DatabaseDate } from '../../platform/database/values';
import { withImage } from './images';
import { bothWays, livePosts, newestFirst, type OfWebsite, type OrderRow } from './live-posts';
import { movedPostOf } from './redirects';
import type { Website } from './websites';

export interface PostEntity {
  /** The number of its row, by which more is read of it. */
  id: number;
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
  /** Null where it was not asked for. */
  content: string | null;
  /** Of the uploaded image, where that was asked for. */
  imageDetails: ImageDetails | null;
  /** By BCP 47; null where it is the website's, or was not asked for. */
  language: string | null;
  /** Null without one, or where it was not asked for. */
  author: AuthorEntity | null;
}

/** Who has written a post. */
export interface AuthorEntity extends Omit<PostAuthor, 'image'> {
  /** As the upload provider stored it. */
  image: string | null;
  imageDetails: ImageDetails;
}

export type PostEntityWithContent = PostEntity & { content: string };

/** A live post by its slug, and what is read with it. */
export interface LivePost {
  /** Null for none. */
  post: PostEntityWithContent | null;
  /** The slug under which the post is found that had this one before; null for none, and where there is one with it. */
  movedTo: string | null;
  /** How far each scope is counted; 0 for one without a write so far. */
  revisions: number[];
}

export interface ImageDetails {
  width: number | null;
  height: number | null;
  alternativeText: string | null;
  /** As the upload plugin stored them, by name. */
  formats: unknown;
}

/** What is read of posts beside what lists always have. */
export interface PostNeeds {
  content: boolean;
  imageDetails: boolean;
  language: boolean;
  author: boolean;
}

/** A draft as it would be if it were published now, and the slug of its live version. */
export interface PostDraft {
  post: PostEntityWithContent;
  liveSlug: string | null;
}

export interface AuthorRow {
  author_name?: string | null;
  author_slug?: string | null;
  author_url?: string | null;
  author_bio?: string | null;
  author_image?: string | null;
  author_image_width?: number | string | null;
  author_image_height?: number | string | null;
  author_image_text?: string | null;
  author_image_formats?: unknown;
}

interface PostRow extends OrderRow, AuthorRow {
  title: string;
  slug: string;
  featured_image_url: string | null;
  meta_title: string | null;
  meta_description: string | null;
  updated_at: DatabaseDate;
  schedule_date: DatabaseDate | null;
  category: string | null;
  image: string | null;
  content?: string | null;
  image_width?: number | string | null;
  image_height?: number | string | null;
  image_text?: string | null;
  image_formats?: unknown;
  language?: string | null;
}

interface DraftRow extends Omit<PostRow, 'title' | 'slug'> {
  title: string | null;
  slug: string | null;
  filled_date: DatabaseDate | null;
}

interface LivePostRow extends Omit<PostRow, 'id'> {
  /** Null where there is no such post. */
  id: number | null;
  /** As JSON, or already read by the driver. */
  tag_names: unknown;
  revisions: unknown;
  moved_to: string | null;
}

type LiveRow = Pick<DraftRow, 'slug' | 'publish_date' | 'schedule_date'>;

interface TagRow {
  post: number;
  name: string;
}

type ScopeSlot = 'first' | 'second' | 'third' | 'fourth';
const SCOPE_SLOTS: readonly ScopeSlot[] = ['first', 'second', 'third', 'fourth'];

/** What makes JSON of several rows, in the database's own words. */
const aggregatesOf = (sql: Knex) => {
  const [list, object] =
    sql.client.dialect === 'postgresql'
      ? ['json_agg(?? order by ?? nulls first, ??)', 'json_object_agg(??, ??)']
      : sql.client.dialect === 'mysql'
        ? ['json_arrayagg(?? order by ??, ??)', 'json_objectagg(??, ??)']
        : ['json_group_array(?? order by ??, ??)', 'json_group_object(??, ??)'];
  return {
    list: (column: string, ...order: readonly [string, string]) => sql.raw(list, [column, ...order]),
    object: (name: string, value: string) => sql.raw(object, [name, value]),
  };
};

/** All that the list reads of a post's own row. On SQLite an index has them too: see `sqlite-indexes`. */
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

/** All that is read of an author `a` and its image. */
export const AUTHOR_COLUMNS = [
  'a.name as author_name',
  'a.slug as author_slug',
  'a.url as author_url',
  'a.bio as author_bio',
  'af.url as author_image',
  'af.width as author_image_width',
  'af.height as author_image_height',
  'af.alternative_text as author_image_text',
  'af.formats as author_image_formats',
];

export const withAuthorImage = (query: Knex.QueryBuilder, tables: Tables): Knex.QueryBuilder =>
  withImage(query, tables, { uid: UIDS.author, field: 'image', of: 'a.id', use: 'au', file: 'af' });

export const postQueries = (sql: Knex, tables: Tables) => {
  const { posts, postWebsite, postCategory, categories, postTags, tags } = tables;
  const { postAuthor, authors, revisions } = tables;

  const { liveOf, shownOf } = livePosts(sql, tables);

  const withNames = (query: Knex.QueryBuilder) =>
    withImage(
      query
        .leftJoin(`${postCategory.table} as pc`, `pc.${postCategory.from}`, 'p.id')
        .leftJoin(`${categories} as c`, 'c.id', `pc.${postCategory.to}`),
      tables,
      { uid: UIDS.post, field: 'featuredImage', of: 'p.id', use: 'fu', file: 'f' },
    );
  const NAMES = ['c.name as category', 'f.url as image'];
  const IMAGE = [
    'f.width as image_width',
    'f.height as image_height',
    'f.alternative_text as image_text',
    'f.formats as image_formats',
  ];
  const withAuthor = (query: Knex.QueryBuilder, { author }: PostNeeds) =>
    author
      ? withAuthorImage(
          query
            .leftJoin(`${postAuthor.table} as pa`, `pa.${postAuthor.from}`, 'p.id')
            .leftJoin(`${authors} as a`, 'a.id', `pa.${postAuthor.to}`),
          tables,
        )
      : query;
  const columnsOf = ({ content, imageDetails, language, author }: PostNeeds): string[] => [
    ...LIST_COLUMNS,
    ...NAMES,
    ...(content ? ['p.content'] : []),
    ...(imageDetails ? IMAGE : []),
    ...(language ? ['p.language'] : []),
    ...(author ? AUTHOR_COLUMNS : []),
  ];
  /** Written on first use: most are never asked for. */
  const perNeeds = <Made>(make: (needs: PostNeeds) => Made) => {
    const made = new Map<string, Made>();
    return (needs: PostNeeds): Made => {
      const key = JSON.stringify([needs.content, needs.imageDetails, needs.language, needs.author]);
      const statement = made.get(key) ?? make(needs);
      made.set(key, statement);
      return statement;
    };
  };

  const withTags = (query: Knex.QueryBuilder) =>
    query
      .join(`${postTags.table} as pt`, `pt.${postTags.from}`, 'p.id')
      .join(`${tags} as t`, 't.id', `pt.${postTags.to}`)
      .orderBy([{ column: `pt.${postTags.order}`, nulls: 'first' }, { column: 'pt.id' }])
      .select(`pt.${postTags.from} as post`, 't.name as name');

  const ofIds = (ids: Knex.Value[]) => sql(`${posts} as p`).whereIn('p.id', ids);

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
  const batch = perNeeds((needs) =>
    compileByIds<PostRow>((ids) => withAuthor(withNames(ofIds(ids)), needs).select(...columnsOf(needs))),
  );
  const batchTags = compileByIds<TagRow>((ids) => withTags(ofIds(ids)));
  const nextDue = compile<{ due: DatabaseDate }, OfWebsite>((value) =>
    liveOf(value('website'), 'unindexed')
      .where('p.schedule_date', '>', value('now'))
      .orderBy('p.schedule_date')
      .first('p.schedule_date as due'),
  );
  const aggregates = aggregatesOf(sql);
  const bySlug = perNeeds((needs) =>
    bothWays((isDue) =>
      compile<LivePostRow, OfWebsite | 'key' | ScopeSlot>((value) => {
        // A row is there also where the post is not.
        const one = sql(sql.raw('(select 1 as one) as o')).leftJoin(`${posts} as p`, (post) => {
          void post.onVal('p.unique_key', value('key')).onNotNull('p.published_at');
          if (!isDue) return;
          void post.andOn((due: Knex.JoinClause) => {
            void due.onNull('p.schedule_date').orOnVal('p.schedule_date', '<=', value('now'));
          });
        });
        const names = sql(`${postTags.table} as pt`)
          .join(`${tags} as t`, 't.id', `pt.${postTags.to}`)
          .whereRaw('?? = ??', [`pt.${postTags.from}`, 'p.id'])
          .select(aggregates.list('t.name', `pt.${postTags.order}`, 'pt.id'));
        const counted = sql(revisions)
          .whereIn('scope', SCOPE_SLOTS.map(value))
          .select(aggregates.object('scope', 'revision'));
        const moved = movedPostOf(sql, tables, value, isDue).first('e.slug');
        return withAuthor(withNames(one), needs).first(
          ...columnsOf(needs),
          names.as('tag_names'),
          counted.as('revisions'),
          sql.raw('case when p.id is null then ? end as moved_to', [moved]),
        );
      }),
    ),
  );
  const draft = perNeeds((needs) =>
    compile<DraftRow, 'website' | 'entry'>((value) =>
      withAuthor(
        withNames(
          sql(`${posts} as p`)
            .join(`${postWebsite.table} as w`, `w.${postWebsite.from}`, 'p.id')
            .where('p.document_id', value('entry'))
            .whereNull('p.published_at')
            .where(`w.${postWebsite.to}`, value('website')),
        ),
        needs,
      ).first(...columnsOf(needs), 'p.filled_date'),
    ),
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
    async postListSize(snapshot: DatedSnapshot, website: Website): Promise<number> {
      const [row] = await snapshot.rows(listSize(website), { website: website.id, now: snapshot.now });
      return Number(row?.characters ?? 0) + Number(row?.count ?? 0) * ITEM_OVERHEAD;
    },

    /** All live posts of a website, newest first, without their content. */
    async livePosts(snapshot: DatedSnapshot, website: Website): Promise<PostEntity[]> {
      const rows = await snapshot.rows(list(website), { website: website.id, now: snapshot.now });
      return toEntities(rows, await snapshot.rows(listTags, { website: website.id }));
    },

    /** The posts at these places, some at a time: however many there are, they are never in memory all at once. */
    async *postsAt(
      snapshot: Snapshot,
      places: readonly SizedPlace[],
      needs: PostNeeds,
    ): AsyncGenerator<PostEntity[]> {
      for (const ids of batchesBySize(places)) {
        const read = await batch(needs)(snapshot, ids, {});
        yield toEntities(read, await batchTags(snapshot, ids, {}));
      }
    },

    /** When the next withheld post of a website is due; null when none is waiting. */
    async nextDueDate(snapshot: DatedSnapshot, website: Website): Promise<Date | null> {
      const [row] = await snapshot.rows(nextDue, { website: website.id, now: snapshot.now });
      return row ? toDate(row.due) : null;
    },

    /**
     * One live post with its content and what else a response needs, in one statement.
     * @param scopes of its website
     */
    async livePostBySlug(
      snapshot: DatedSnapshot,
      website: Website,
      slug: string,
      needs: Omit<PostNeeds, 'content'>,
      scopes: readonly [string, string, string, string],
    ): Promise<LivePost> {
      const [first, second, third, fourth] = scopes;
      const [row] = await snapshot.rows(bySlug({ ...needs, content: true })(website), {
        website: website.id,
        key: scopedHash(website.documentId, slug),
        now: snapshot.now,
        first,
        second,
        third,
        fourth,
      });
      const counted = new Map(Object.entries((toJson(row?.revisions) ?? {}) as Record<string, number>));
      const names = (toJson(row?.tag_names) ?? []) as string[];
      const post =
        row && row.id !== null
          ? { ...toEntity({ ...row, id: row.id }, names), content: row.content ?? '' }
          : null;
      return {
        post,
        movedTo: row?.moved_to ?? null,
        revisions: scopes.map((scope) => counted.get(scope) ?? 0),
      };
    },

    /** The draft of a post with its content; null when the website has none with this id. */
    async draftPost(
      snapshot: DatedSnapshot,
      website: Website,
      entry: string,
      needs: Omit<PostNeeds, 'content'>,
    ): Promise<PostDraft | null> {
      const [row] = await snapshot.rows(draft({ ...needs, content: true }), {
        website: website.id,
        entry,
      });
      // Compared once more, as MariaDB ignores case.
      if (!row || row.document_id !== entry) return null;
      const [live] = await snapshot.rows(liveOfDraft, { entry });
      const names = await snapshot.rows(tagsOfOne, { post: row.id });
      const { publishDate } = readerDate(
        { ...datesOf(row), filledDate: toDateOrNull(row.filled_date) },
        live ? datesOf(live) : null,
        null,
        snapshot.now,
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

const datesOf = (row: Pick<DraftRow, 'publish_date' | 'schedule_date'>) => ({
  publishDate: toDateOrNull(row.publish_date),
  scheduleDate: toDateOrNull(row.schedule_date),
});

/** The newest first, each with its tags in the order in which they come. */
const toEntities = (rows: PostRow[], tags: readonly TagRow[]): PostEntity[] => {
  const names = new Map<number, string[]>();
  for (const { post, name } of tags) {
    const known = names.get(post);
    if (known) known.push(name);
    else names.set(post, [name]);
  }
  // An image that is linked twice makes two rows of one post, next to each other.
  return newestFirst(rows)
    .filter((row, i) => row.id !== rows[i - 1]?.id)
    .map((row) => toEntity(row, names.get(row.id) ?? []));
};

const numberOrNull = (value: Stored): number | null =>
  value === null || value === undefined ? null : Number(value);

const toEntity = (row: PostRow, tags: string[]): PostEntity => ({
  id: row.id,
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
  content: row.content ?? null,
  language: row.language ?? null,
  imageDetails:
    row.image_formats === undefined
      ? null
      : detailsOf(row.image_width, row.image_height, row.image_text, row.image_formats),
  author: authorOf(row),
});

type Stored = number | string | null | undefined;

const detailsOf = (
  width: Stored,
  height: Stored,
  alternativeText: string | null | undefined,
  formats: unknown,
): ImageDetails => ({
  width: numberOrNull(width),
  height: numberOrNull(height),
  alternativeText: alternativeText ?? null,
  formats: toJson(formats),
});

export const authorOf = (row: AuthorRow): AuthorEntity | null =>
  typeof row.author_name === 'string'
    ? {
        name: row.author_name,
        slug: row.author_slug ?? '',
        url: row.author_url ?? null,
        bio: row.author_bio ?? null,
        image: row.author_image ?? null,
        imageDetails: detailsOf(
          row.author_image_width,
          row.author_image_height,
          row.author_image_text,
          row.author_image_formats,
        ),
      }
    : null;
