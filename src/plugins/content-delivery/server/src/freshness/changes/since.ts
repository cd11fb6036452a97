import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { UIDS } from '../../platform/uids';
import { websiteScope } from '../revisions';
import { CHANGE_MODEL } from './model';

/** Up to where the change log of a website has been written. @param website documentId */
export const lastChangeOf = async (strapi: Core.Strapi, website: string): Promise<number> => {
  const table = strapi.db.metadata.get(UIDS.revision).tableName;
  return strapi.db.transaction(async ({ trx }) => {
    const row: { revision: number } | undefined = await trx(table)
      .where({ scope: websiteScope(website) })
      .first('revision');
    return row?.revision ?? 0;
  });
};

/**
 * Whether live pages of a campaign may be others than they were at a revision of their website. Right only while the website's lock
 * is held: what is being written beside it is not in the log yet.
 */
export const pagesMayHaveChanged = async (
  strapi: Core.Strapi,
  website: string,
  campaign: string,
  since: number,
): Promise<boolean> =>
  strapi.db.transaction(async ({ trx }) => {
    const row: unknown = await trx(CHANGE_MODEL.tableName)
      .where({ website })
      .where('revision', '>', since)
      .where((query: Knex.QueryBuilder) =>
        query
          .whereIn('type', ['pseo-page', 'website'])
          .orWhere((own: Knex.QueryBuilder) => own.where({ type: 'campaign', entry: campaign })),
      )
      .first('id');
    return row !== undefined;
  });
