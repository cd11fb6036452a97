import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { UIDS } from '../../platform/uids';
import { websiteScope } from '../revisions';

/** The last revision that a website was given; rows of the log up to it may have been pruned. @param website documentId */
export const logEnd = async (strapi: Core.Strapi, sql: Knex, website: string): Promise<number> => {
  const { tableName } = strapi.db.metadata.get(UIDS.revision);
  const row: { revision: number } | undefined = await sql(tableName)
    .where({ scope: websiteScope(website) })
    .first('revision');
  return row?.revision ?? 0;
};

/** The same in a transaction of its own. */
export const currentLogEnd = async (strapi: Core.Strapi, website: string): Promise<number> =>
  strapi.db.transaction(async ({ trx }) => logEnd(strapi, trx, website));
