import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { UIDS } from '../../platform/uids';
import { websiteScope } from '../revisions';
import { CHANGE_MODEL } from './model';

/** Pages that are told one by one. */
const MAX_PAGES = 1_000;

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
 * Live pages of a campaign that may be others than they were at a revision of their website, as far as that is in the change log:
 * what is being written, by whoever holds the website's lock, is not there yet.
 * @param campaign documentId
 * @returns documentIds; null where any page may be another one: the log has one row for very many at once
 */
export const pagesChangedSince = async (
  strapi: Core.Strapi,
  website: string,
  campaign: string,
  since: number,
): Promise<string[] | null> =>
  strapi.db.transaction(async ({ trx }) => {
    const rows: { type: string; entry: string }[] = await trx(CHANGE_MODEL.tableName)
      .where({ website })
      .where('revision', '>', since)
      .where((query: Knex.QueryBuilder) =>
        query
          .whereIn('type', ['pseo-page', 'website'])
          .orWhere((own: Knex.QueryBuilder) => own.where({ type: 'campaign', entry: campaign })),
      )
      .distinct('type', 'entry')
      .limit(MAX_PAGES + 1);
    const isAny = rows.length > MAX_PAGES || rows.some(({ type }) => type !== 'pseo-page');
    return isAny ? null : rows.map(({ entry }) => entry);
  });
