import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { websiteScope } from '../freshness/revisions';
import { UIDS } from '../platform/uids';

/** The last revision that a website was given; rows of the log up to it may have been purged. */
export const logEnd = async (strapi: Core.Strapi, sql: Knex, website: string): Promise<number> => {
  const { tableName } = strapi.db.metadata.get(UIDS.revision);
  const row: { revision: number } | undefined = await sql(tableName)
    .where({ scope: websiteScope(website) })
    .first('revision');
  return row?.revision ?? 0;
};
