import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { Ref } from '../../platform/database/rows';
import { tablesOf, type Link } from '../../platform/database/tables';
import type { DatabaseDate } from '../../platform/database/values';

/** In the order in which what is wrong is said. */
const RELATIONS = ['category', 'author', 'tags'] as const;

/** A post as it is stored, and what its rules ask of the entries that it refers to. */
export interface StoredPost extends Ref {
  title: string | null;
  slug: string | null;
  metaDescription: string | null;
  uniqueKey: string | null;
  publishedAt: unknown;
  publishDate: DatabaseDate | null;
  scheduleDate: DatabaseDate | null;
  filledDate: DatabaseDate | null;
  website: Ref | null;
  /** One that it refers to and that is not of its website. */
  foreign: { relation: (typeof RELATIONS)[number]; name: string } | null;
}

interface Row extends Omit<StoredPost, 'website' | 'foreign'> {
  websiteId: Ref['id'] | null;
  websiteDocumentId: string | null;
  relation: (typeof RELATIONS)[number] | null;
  name: string;
}

/** In one statement: a post is checked with every save, and the database may be far away. */
export const readStoredPost = async (strapi: Core.Strapi, id: number): Promise<StoredPost> => {
  const tables = tablesOf(strapi);
  const { posts, postWebsite, websites } = tables;
  const rows: Row[] = await strapi.db.transaction(({ trx }) => {
    /** What this post refers to by a relation, and on which website that is. */
    const referred = (relation: string, use: Link, target: string, home: Link): Knex.QueryBuilder =>
      trx(`${use.table} as u`)
        .join(`${target} as t`, 't.id', `u.${use.to}`)
        .leftJoin(`${home.table} as h`, `h.${home.from}`, 't.id')
        .where(`u.${use.from}`, id)
        .select(
          trx.raw(`'${relation}' as relation`),
          't.name',
          trx.raw('?? as website', [`h.${home.to}`]),
          trx.raw('?? as place', [`u.${use.order}`]),
        );
    const terms = referred('category', tables.postCategory, tables.categories, tables.categoryWebsite)
      .unionAll(referred('author', tables.postAuthor, tables.authors, tables.authorWebsite))
      .unionAll(referred('tags', tables.postTags, tables.tags, tables.tagWebsite));
    return trx(`${posts} as p`)
      .leftJoin(`${postWebsite.table} as pw`, `pw.${postWebsite.from}`, 'p.id')
      .leftJoin(`${websites} as w`, 'w.id', `pw.${postWebsite.to}`)
      .leftJoin(
        terms.as('f'),
        (on: Knex.JoinClause) => void on.onNull('f.website').orOn('f.website', '<>', 'w.id'),
      )
      .where('p.id', id)
      .orderBy('f.place')
      .select(
        'p.id',
        'p.title',
        'p.slug',
        'p.document_id as documentId',
        'p.meta_description as metaDescription',
        'p.unique_key as uniqueKey',
        'p.published_at as publishedAt',
        'p.publish_date as publishDate',
        'p.schedule_date as scheduleDate',
        'p.filled_date as filledDate',
        'w.id as websiteId',
        'w.document_id as websiteDocumentId',
        'f.relation',
        'f.name',
      );
  });
  const [row] = rows;
  if (!row) throw new Error(`There is no post ${id} any more.`);
  const { websiteId, websiteDocumentId } = row;
  const [foreign] = RELATIONS.flatMap((relation) => rows.filter((one) => one.relation === relation));
  return {
    ...row,
    website:
      websiteId === null || websiteDocumentId === null
        ? null
        : { id: websiteId, documentId: websiteDocumentId },
    foreign: foreign?.relation ? { relation: foreign.relation, name: foreign.name } : null,
  };
};
