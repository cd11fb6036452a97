import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { hasCome, isPast, latest } from '../../platform/database/moments';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { tableOfReceivers } from '../receivers';
import { MAX_RETRY_AFTER } from '../retries';
import type { Receiver } from '../senders';
import { EVENTS, OUTBOX_COLUMNS, type OutboxRow } from './outbox';

/**
 * Webhooks that may be called, and have something that is due; asked by webhook, however much waits for each.
 * @param isFree those that no instance works for, as `w`
 */
export const dueWebhooks = async (
  strapi: Core.Strapi,
  isFree: (query: Knex.QueryBuilder) => void,
  now: Date,
): Promise<Receiver[]> => {
  const sql: Knex = strapi.db.connection;
  const waiting = sql(`${EVENTS} as e`)
    .select('e.id')
    .where('e.state', 'waiting')
    .whereRaw('?? = ??', ['e.webhook', 'w.document_id']);
  const isCallable = (usual: Knex.QueryBuilder): void => {
    void usual
      .where('w.active', true)
      .where((free) => free.whereNull('w.not_before').orWhere(hasCome('w.not_before', now, MAX_RETRY_AFTER)));
  };
  /** Three EXISTS, as no one index covers all three. */
  const hasDue = (usual: Knex.QueryBuilder): void => {
    void usual.orWhereExists(waiting.clone().where('e.due_at', '<=', now));
    void usual.orWhereExists(waiting.clone().where('e.due_at', '>', latest(now, MAX_RETRY_AFTER)));
    // What was never tried is due since it was made, also where the clock was set back since.
    void usual.orWhereExists(waiting.clone().where('e.attempts', 0));
  };
  const rows: {
    document_id: string;
    website: string;
    failing_since: DatabaseDate | null;
    succeeded_at: DatabaseDate | null;
  }[] = await sql(`${tableOfReceivers(strapi, 'webhook')} as w`)
    .where(isFree)
    .where((either) => {
      void either.where((usual) => usual.where(isCallable).where(hasDue));
      void either.orWhereExists(waiting.clone().where('e.asked', true));
    })
    .select('w.document_id', 'w.website', 'w.failing_since', 'w.succeeded_at');
  return rows.map(({ document_id, website, failing_since, succeeded_at }) => ({
    receiver: document_id,
    group: website,
    isProven: failing_since === null && succeeded_at !== null,
  }));
};

/** What a webhook is sent next: first what a user has asked for, then in the order of the log. */
export const nextEvent = async (
  strapi: Core.Strapi,
  webhook: { document_id: string; active: boolean | number; not_before: DatabaseDate | null },
): Promise<OutboxRow | undefined> => {
  const sql: Knex = strapi.db.connection;
  const now = new Date();
  const { active, not_before: notBefore } = webhook;
  const isUsual = Boolean(active) && (notBefore === null || isPast(toDate(notBefore), now, MAX_RETRY_AFTER));
  const [next]: { id: number }[] = await sql(`${EVENTS} as e`)
    .where({ 'e.webhook': webhook.document_id, 'e.state': 'waiting' })
    .where((moment) => moment.where(hasCome('e.due_at', now, MAX_RETRY_AFTER)).orWhere('e.attempts', 0))
    .where((either) => {
      void either.where('e.asked', true);
      if (isUsual) void either.orWhere('e.asked', false);
    })
    .orderBy([
      { column: 'e.asked', order: 'desc' },
      { column: 'e.revision', order: 'asc' },
      { column: 'e.id', order: 'asc' },
    ])
    .limit(1)
    .select('e.id');
  if (!next) return undefined;
  return sql(EVENTS)
    .where({ id: next.id })
    .first(...OUTBOX_COLUMNS);
};
