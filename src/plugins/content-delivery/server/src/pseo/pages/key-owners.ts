import type { Knex } from 'knex';
import { chunks } from '../../platform/database/statements';

/** Keys that one statement looks up. */
const BATCH_SIZE = 500;

/**
 * Which pages have slugs now, by the keys that slugs are compared by: drafts and live versions both count. Right only
 * while the website's lock is held.
 * @returns documentIds by key; usually one, as a slug belongs to one page
 */
export const keyOwners = async (
  sql: Knex,
  pagesTable: string,
  keys: readonly string[],
): Promise<Map<string, Set<string>>> => {
  const owners = new Map<string, Set<string>>();
  for (const some of chunks(keys, BATCH_SIZE)) {
    const rows: { unique_key: string; document_id: string }[] = await sql(pagesTable)
      .whereIn('unique_key', some)
      .select('unique_key', 'document_id');
    for (const { unique_key: key, document_id: page } of rows) {
      owners.set(key, (owners.get(key) ?? new Set()).add(page));
    }
  }
  return owners;
};
