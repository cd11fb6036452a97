import type { Knex } from 'knex';

/** Keys that one statement looks up. */
const AT_ONCE = 500;

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
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const rows: { unique_key: string; document_id: string }[] = await sql(pagesTable)
      .whereIn('unique_key', keys.slice(from, from + AT_ONCE))
      .select('unique_key', 'document_id');
    for (const { unique_key: key, document_id: page } of rows) {
      owners.set(key, (owners.get(key) ?? new Set()).add(page));
    }
  }
  return owners;
};
