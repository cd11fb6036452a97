import type { Knex } from 'knex';
import { newDocumentId } from '../../src/plugins/content-delivery/server/src/platform/document-ids';
import { scopedHash } from '../../src/plugins/content-delivery/server/src/platform/scoped-hash';
import { slugOf, variablesOf } from './pages';
import type { Ref } from './server';

/** Pages in one transaction, and rows in one statement. */
const BATCH = 200;
const STATEMENT = 100;

/**
 * The floor: draft, live row and links of each page, inserted in batches by a writer that knows beforehand what to
 * insert and checks nothing.
 * @returns milliseconds
 */
export const insertPages = async (
  sql: Knex,
  website: Ref,
  campaign: Ref,
  count: number,
  { first = 0, live = true }: { first?: number; live?: boolean } = {},
): Promise<number> => {
  const start = performance.now();
  const last = (await sql('pseo_pages').max('id as id').first()) as { id: number | null };
  let id = last.id ?? 0;
  const end = first + count;
  for (let from = first; from < end; from += BATCH) {
    const pages: object[] = [];
    const links: object[] = [];
    const now = new Date();
    for (let n = from; n < Math.min(end, from + BATCH); n += 1) {
      const slug = slugOf(n);
      const page = {
        document_id: newDocumentId(),
        slug,
        target_slug: `shop/city${n}`,
        variables: JSON.stringify(variablesOf(n)),
        unique_key: scopedHash(website.documentId, slug),
        created_at: now,
        updated_at: now,
      };
      for (const published_at of live ? [null, now] : [null]) {
        pages.push({ ...page, id: (id += 1), published_at });
        links.push({ pseo_page_id: id, pseo_campaign_id: campaign.id });
      }
    }
    await sql.transaction(async (trx) => {
      for (let at = 0; at < pages.length; at += STATEMENT) {
        await trx('pseo_pages').insert(pages.slice(at, at + STATEMENT));
      }
      for (let at = 0; at < links.length; at += STATEMENT) {
        await trx('pseo_pages_campaign_lnk').insert(links.slice(at, at + STATEMENT));
      }
    });
  }
  return performance.now() - start;
};
