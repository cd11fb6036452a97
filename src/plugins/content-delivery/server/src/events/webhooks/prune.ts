import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { UIDS } from '../../platform/uids';
import { deleteOrphans } from '../orphans';
import { EVENTS } from './outbox';
import { ATTEMPTS } from './record';
import { DAY } from '../../platform/durations';
import { inBatches } from '../../platform/database/delete-in-batches';

/** Rows that one statement deletes. */
const BATCH_SIZE = 500;

export interface WebhookLogConfig {
  /** Days that events and their attempts are kept for after they have ended. */
  days: number;
  /** Ended events that are kept for one webhook. */
  events: number;
}

/**
 * Deletes events that ended long ago or are too many, and their attempts, a little at a time.
 * @param shouldContinue false when the work is to end here
 */
export const pruneWebhookLog = async (
  strapi: Core.Strapi,
  { days, events }: WebhookLogConfig,
  shouldContinue: () => boolean,
): Promise<void> => {
  const sql = strapi.db.connection;
  const ended = (): Knex.QueryBuilder => sql(EVENTS).whereIn('state', ['delivered', 'failed', 'dropped']);
  const before = new Date(Date.now() - days * DAY);
  await deleteOrphans(strapi, UIDS.webhook, 'webhook', [EVENTS, ATTEMPTS]);
  const webhooks: string[] = await ended().distinct('webhook').pluck('webhook');
  for (const webhook of webhooks) {
    const last: { id: number } | undefined = await ended()
      .where({ webhook })
      .orderBy('id', 'desc')
      .offset(events)
      .first('id');
    const deleteSome = async (size: number): Promise<number> => {
      const rows: { id: number; name: string }[] = await ended()
        .where({ webhook })
        .where((which) => {
          void which.where('finished_at', '<', before);
          if (last) void which.orWhere('id', '<=', last.id);
        })
        .orderBy('id')
        .limit(size)
        .select('id', 'name');
      if (rows.length > 0) {
        await strapi.db.transaction(async ({ trx }) => {
          await trx(ATTEMPTS)
            .whereIn(
              'event',
              rows.map(({ name }) => name),
            )
            .delete();
          await trx(EVENTS)
            .whereIn(
              'id',
              rows.map(({ id }) => id),
            )
            .delete();
        });
      }
      return rows.length;
    };
    await inBatches(BATCH_SIZE, deleteSome, shouldContinue);
  }
};
