import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { CHANGE_MODEL, LOG_START_MODEL } from './model';

/** Pages that are told one by one. */
const MAX_PAGES = 1_000;

/**
 * Live pages of a campaign that may be others than they were at a revision of their website, as far as that is in the change log:
 * what is being written, by whoever holds the website's lock, is not there yet. Pages of other campaigns may be among them.
 * @param campaign documentId
 * @returns documentIds; null where any page may be another one: the log has one row for very many at once, or was pruned meanwhile
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
          .where((page: Knex.QueryBuilder) =>
            page.where({ type: 'pseo-page' }).whereNot({ action: 'removed' }),
          )
          .orWhere({ type: 'website' })
          .orWhere((own: Knex.QueryBuilder) => own.where({ type: 'campaign', entry: campaign })),
      )
      .distinct('type', 'entry')
      .limit(MAX_PAGES + 1);
    const start: { revision: number } | undefined = await trx(LOG_START_MODEL.tableName)
      .where({ website })
      .first('revision');
    if (start && start.revision > since) return null;
    const isAny = rows.length > MAX_PAGES || rows.some(({ type }) => type !== 'pseo-page');
    return isAny ? null : rows.map(({ entry }) => entry);
  });
