import { uniqueKey } from '../unique-key';
import type { Snapshot } from './reader';
import type { Tables } from './tables';
import { byCodeUnit, toDate, toDateOrNull, type DatabaseDate } from './values';
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

interface PostRow {
  id: number;
  document_id: string;
  title: string;
  slug: string;
  featured_image_url: string | null;
  meta_title: string | null;
  meta_description: string | null;
  created_at: DatabaseDate;
  updated_at: DatabaseDate;
  publish_date: DatabaseDate | null;
  schedule_date: DatabaseDate | null;
  category: string | null;
}

const LIST_COLUMNS = [
  'p.id',
  'p.document_id',
  'p.title',
  'p.slug',
  'p.featured_image_url',
  'p.meta_title',
  'p.meta_description',
  'p.created_at',
  'p.updated_at',
  'p.publish_date',
  'p.schedule_date',
];

/** All live posts of a website, newest first, without their content. */
export const livePosts = async (
  sql: Snapshot,
  tables: Tables,
  website: Website,
  now: Date,
): Promise<PostEntity[]> => {
  const { postWebsite, postTags } = tables;
  const ofWebsite = (table: string, post: string) =>
    sql(table)
      .join(`${postWebsite.table} as w`, `w.${postWebsite.from}`, post)
      .where(`w.${postWebsite.to}`, website.id);
  const live = ofWebsite(`${tables.posts} as p`, 'p.id').whereNotNull('p.published_at');
  if (website.withholdsScheduled) void live.where((due) => whereDue(due, now));
  const rows: PostRow[] = await withCategory(live, tables).select(...LIST_COLUMNS, 'c.name as category');
  // Of drafts too: to leave them out, the database would have to read past every post's content once more.
  const tags = groupTags(await tagsOf(ofWebsite(`${postTags.table} as pt`, `pt.${postTags.from}`), tables));
  const uses = await imagesOf(ofWebsite(`${tables.fileUses} as fu`, 'fu.related_id'), tables);
  const images = new Map(uses.map((image) => [image.post, image.url]));
  return rows
    .map((row) => toEntity(row, tags.get(row.id) ?? [], images.get(row.id) ?? null))
    .sort(
      (a, b) => b.publishDate.getTime() - a.publishDate.getTime() || byCodeUnit(a.documentId, b.documentId),
    );
};

/** When the next withheld post of a website is due; null when none is waiting. */
export const nextDueDate = async (
  sql: Snapshot,
  { posts, postWebsite }: Tables,
  website: Website,
  now: Date,
): Promise<Date | null> => {
  const row: { due: DatabaseDate } | undefined = await sql(`${postWebsite.table} as w`)
    .join(`${posts} as p`, 'p.id', `w.${postWebsite.from}`)
    .where(`w.${postWebsite.to}`, website.id)
    .whereNotNull('p.published_at')
    .where('p.schedule_date', '>', now)
    .orderBy('p.schedule_date')
    .first('p.schedule_date as due');
  return row ? toDate(row.due) : null;
};

/** One live post with its content; null when the website has none under this slug. */
export const livePostBySlug = async (
  sql: Snapshot,
  tables: Tables,
  website: Website,
  slug: string,
  now: Date,
): Promise<PostEntityWithContent | null> => {
  const live = sql(`${tables.posts} as p`)
    .where('p.unique_key', uniqueKey(website.documentId, slug))
    .whereNotNull('p.published_at');
  const query = withCategory(live, tables);
  if (website.withholdsScheduled) void query.where((due) => whereDue(due, now));
  const row: (PostRow & { content: string | null }) | undefined = await query.first(
    ...LIST_COLUMNS,
    'p.content',
    'c.name as category',
  );
  if (!row) return null;
  const { postTags, fileUses } = tables;
  const tags = groupTags(
    await tagsOf(sql(`${postTags.table} as pt`).where(`pt.${postTags.from}`, row.id), tables),
  );
  const [image] = await imagesOf(sql(`${fileUses} as fu`).where('fu.related_id', row.id), tables);
  return {
    ...toEntity(row, tags.get(row.id) ?? [], image?.url ?? null),
    content: row.content ?? '',
  };
};

type Query = ReturnType<Snapshot>;

/** Not scheduled, or its moment has come: to the millisecond, by the server's clock. */
const whereDue = (due: Pick<Query, 'whereNull'>, now: Date): void =>
  void due.whereNull('p.schedule_date').orWhere('p.schedule_date', '<=', now);

const withCategory = (posts: Query, { postCategory, categories }: Tables): Query =>
  posts
    .leftJoin(`${postCategory.table} as pc`, `pc.${postCategory.from}`, 'p.id')
    .leftJoin(`${categories} as c`, 'c.id', `pc.${postCategory.to}`);

interface TagRow {
  post: number;
  name: string;
  position: number | null;
  link: number;
}

const tagsOf = (links: Query, { postTags, tags }: Tables): Promise<TagRow[]> =>
  links
    .join(`${tags} as t`, 't.id', `pt.${postTags.to}`)
    .select(
      `pt.${postTags.from} as post`,
      't.name as name',
      `pt.${postTags.order} as position`,
      'pt.id as link',
    ) as unknown as Promise<TagRow[]>;

/** The names for each post in the editor's order: many short lists are sorted faster than one long one. */
const groupTags = (rows: readonly TagRow[]): Map<number, string[]> => {
  const groups = new Map<number, TagRow[]>();
  for (const row of rows) {
    const group = groups.get(row.post);
    if (group) group.push(row);
    else groups.set(row.post, [row]);
  }
  return new Map(
    Array.from(groups, ([post, group]) => [post, group.sort(byPosition).map((row) => row.name)]),
  );
};

const byPosition = (a: TagRow, b: TagRow): number =>
  (a.position ?? -Infinity) - (b.position ?? -Infinity) || a.link - b.link;

const imagesOf = (uses: Query, { files }: Tables): Promise<{ post: number; url: string }[]> =>
  uses
    .where({ 'fu.related_type': 'api::post.post', 'fu.field': 'featuredImage' })
    .join(`${files} as f`, 'f.id', 'fu.file_id')
    .select('fu.related_id as post', 'f.url as url') as unknown as Promise<{ post: number; url: string }[]>;

const toEntity = (row: PostRow, tags: string[], uploadedImage: string | null): PostEntity => ({
  documentId: row.document_id,
  title: row.title,
  slug: row.slug,
  category: row.category,
  tags,
  uploadedImage,
  featuredImageUrl: row.featured_image_url,
  metaTitle: row.meta_title,
  metaDescription: row.meta_description,
  createdAt: toDate(row.created_at),
  updatedAt: toDate(row.updated_at),
  publishDate: toDate(row.publish_date ?? row.created_at),
  scheduleDate: toDateOrNull(row.schedule_date),
});
