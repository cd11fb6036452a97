import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { UIDS } from '../platform/uids';

/**
 * Switches all webhooks and purge targets off, in the transaction that puts a backup back: the restored system may stand beside
 * the one that it was taken from, and would send its receivers and its caches news of content that they do not show.
 * @param tables those that were restored, by name; an older release had none of these
 */
export const switchOffReceivers = async (
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  tables: { has(name: string): boolean },
): Promise<void> => {
  for (const uid of [UIDS.webhook, UIDS.purgeTarget]) {
    // As the schema says: a restore runs before the database layer knows its tables.
    const table = strapi.contentTypes[uid as never]?.['collectionName'] as string | undefined;
    if (!table || !tables.has(table)) continue;
    await trx(table)
      .where({ active: true })
      .update({ active: false, off_reason: 'restored', off_since: new Date() });
    await trx(table).update({ owner: null, lease_until: null });
  }
};
