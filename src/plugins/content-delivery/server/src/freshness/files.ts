import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { chunks } from '../platform/database/statements';
import { tablesOf } from '../platform/database/tables';
import { FILE_UID, UIDS } from '../platform/uids';
import { EVERYTHING, websiteScope, type Scope } from './revisions';

/** How many files one statement names. */
const BATCH = 500;

const idsOf = async (strapi: Core.Strapi, where: Record<string, unknown>): Promise<number[]> => {
  const rows: { id: number }[] = await strapi.db.query(FILE_UID).findMany({ where, select: ['id'] });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
};

/**
 * The websites that show these files: those that use them themselves, and those of the published posts, and of the authors, that
 * use them. A use by anything else cannot be attributed to a website, and counts for all.
 */
export const scopesOfFiles = async (
  strapi: Core.Strapi,
  where: Record<string, unknown>,
): Promise<Scope[]> => {
  const { fileUses, posts, postWebsite, authorWebsite, websites } = tablesOf(strapi);
  const scopes = new Set<Scope>();
  const read = async (trx: Knex, ids: readonly number[]): Promise<void> => {
    const uses = () => trx(`${fileUses} as u`).whereIn('u.file_id', ids);
    const shown: { document_id: string }[] = await uses()
      .where('u.related_type', UIDS.post)
      .join(`${posts} as p`, 'p.id', 'u.related_id')
      .whereNotNull('p.published_at')
      .join(`${postWebsite.table} as pw`, `pw.${postWebsite.from}`, 'p.id')
      .join(`${websites} as w`, 'w.id', `pw.${postWebsite.to}`)
      .distinct('w.document_id');
    const ofAuthors: { document_id: string }[] = await uses()
      .where('u.related_type', UIDS.author)
      .join(`${authorWebsite.table} as aw`, `aw.${authorWebsite.from}`, 'u.related_id')
      .join(`${websites} as w`, 'w.id', `aw.${authorWebsite.to}`)
      .distinct('w.document_id');
    const themselves: { document_id: string }[] = await uses()
      .where('u.related_type', UIDS.website)
      .join(`${websites} as w`, 'w.id', 'u.related_id')
      .distinct('w.document_id');
    for (const { document_id } of [...shown, ...ofAuthors, ...themselves])
      scopes.add(websiteScope(document_id));
    const others = uses().whereNotIn('u.related_type', [UIDS.post, UIDS.author, UIDS.website]);
    if (await others.first('u.file_id')) scopes.add(EVERYTHING);
  };
  const ids = await idsOf(strapi, where);
  await strapi.db.transaction(async ({ trx }) => {
    for (const batch of chunks(ids, BATCH)) await read(trx, batch);
  });
  return [...scopes];
};

/**
 * Locks the rows of these files until the transaction ends. A post that begins to use one refers to its row, for which
 * the database takes a lock on it that this one waits for, and the other way round: so whatever is read of uses afterwards is
 * all of them.
 */
export const lockFiles = async (strapi: Core.Strapi, where: Record<string, unknown>): Promise<void> => {
  const { files } = tablesOf(strapi);
  const ids = await idsOf(strapi, where);
  await strapi.db.transaction(async ({ trx }) => {
    for (const batch of chunks(ids, BATCH))
      await trx(files).whereIn('id', batch).orderBy('id').forUpdate().select('id');
  });
};
