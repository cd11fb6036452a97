import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { UIDS } from '../../platform/uids';

/** As the schema says: a restore runs before the database layer knows its tables. */
const tableOf = (strapi: Core.Strapi): string => strapi.contentTypes[UIDS.webhook]?.collectionName ?? '';

/**
 * Switches all webhooks off, in the transaction that puts a backup back: the restored system may stand beside the one that it
 * was taken from, and would tell its receivers of content that they do not show.
 * @param tables those that were restored, by name; an older release had no webhooks
 */
export const switchOffWebhooks = async (
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  tables: { has(name: string): boolean },
): Promise<void> => {
  const table = tableOf(strapi);
  if (!tables.has(table)) return;
  await trx(table)
    .where({ active: true })
    .update({ active: false, off_reason: 'restored', off_since: new Date() });
  await trx(table).update({ owner: null, lease_until: null });
};
