import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { OffReason } from '../../../../contracts/webhooks';
import { withRetries } from '../../platform/database/retries';
import { pastOf } from '../../platform/database/moments';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { isSuccess, notMade, type Outcome } from '../attempt';
import { switchReceiverOff, tableOfReceivers } from '../receivers';
import { MAX_FAILING } from '../retries';
import { WEBHOOK_ATTEMPT_MODEL } from './model';
import { dropWaiting, EVENTS, type OutboxRow } from './outbox';
import { nextAttempt } from './retries';

export const ATTEMPTS = WEBHOOK_ATTEMPT_MODEL.tableName;

/** What goes to metrics and to the log. */
export interface Recorded {
  isDelivered: boolean;
  /** True when it is not tried again. */
  isGivenUp: boolean;
  /** Why the webhook was switched off by this. */
  off: OffReason | null;
}

/** The receiver wants no more. */
const GONE = 410;

const isWaiting = async (trx: Knex, webhook: string): Promise<boolean> =>
  (await trx(EVENTS).where({ webhook, state: 'waiting' }).first('id')) !== undefined;

/** Notes what came of an attempt, and what follows from it for its event and its webhook, in one transaction. */
export const createRecorder = (strapi: Core.Strapi) => {
  const table = () => tableOfReceivers(strapi, 'webhook');

  const switchOff = async (trx: Knex, webhook: string, reason: OffReason): Promise<void> => {
    await dropWaiting(trx, webhook);
    const row: { website: string } | undefined = await trx(table())
      .where({ document_id: webhook })
      .first('website');
    if (row) await switchReceiverOff(strapi, trx, 'webhook', { documentId: webhook, ...row }, reason);
  };

  /** The receiver has failed: since when, apart from times in which nothing waited; and whether that is too long. */
  const fail = async (trx: Knex, webhook: string, outcome: Outcome, now: Date): Promise<OffReason | null> => {
    const of = () => trx(table()).where({ document_id: webhook });
    const row: FailingRow | undefined = await of().first('failing_since', 'idle_since', 'active');
    const idle = row?.idle_since ? Math.max(0, now.getTime() - toDate(row.idle_since).getTime()) : 0;
    const since = pastOf(row?.failing_since ?? null, now, idle);
    await of().update({ failing_since: since, idle_since: null, not_before: outcome.notBefore });
    if (!row?.active) return null;
    if (outcome.status === GONE) return 'gone';
    return now.getTime() - since.getTime() >= MAX_FAILING ? 'failing' : null;
  };

  /**
   * @param resync the name of the resync that was sent ahead of the event and did not arrive: the attempt is its, and the event, which
   * was not sent, is tried again with it
   */
  return (event: OutboxRow, outcome: Outcome, resync?: string): Promise<Recorded> =>
    withRetries(strapi, async ({ trx }) => {
      const now = new Date();
      const { webhook } = event;
      const { notBefore, ...attempt } = outcome;
      await trx(ATTEMPTS).insert({ ...attempt, event: resync ?? event.name, webhook });
      if (resync !== undefined) {
        const { at, milliseconds, problem } = notMade(BEHIND_RESYNC);
        await trx(ATTEMPTS).insert({ at, milliseconds, problem, event: event.name, webhook });
        await trx(EVENTS).where({ name: resync }).increment('attempts', 1);
      }
      // It may have been dropped, or deleted, while it was on its way.
      const current = () => trx(EVENTS).where({ id: event.id }).whereIn('state', ['waiting', 'held']);
      const of = () => trx(table()).where({ document_id: webhook });
      const attempts = event.attempts + 1;

      if (isSuccess(outcome)) {
        await current().update({ state: 'delivered', attempts, finished_at: now });
        await of().update({ failing_since: null, idle_since: null, not_before: null, succeeded_at: now });
        return { isDelivered: true, isGivenUp: false, off: null };
      }
      const isGone = outcome.status === GONE;
      const finish = () => current().update({ state: 'failed', attempts, finished_at: now });
      if (event.asked) {
        await finish();
        // Of what a user has tried out, the receiver's wishes count.
        if (notBefore) await of().update({ not_before: notBefore });
        const row: FailingRow | undefined = await of().first('active');
        const off: OffReason | null = isGone && row?.active ? 'gone' : null;
        if (off) await switchOff(trx, webhook, off);
        return { isDelivered: false, isGivenUp: true, off };
      }
      const due = isGone ? null : nextAttempt(attempts, now, notBefore);
      const off = await fail(trx, webhook, outcome, now);
      if (due) {
        await current().update({ attempts, due_at: due });
      } else {
        await finish();
        // What was given up long ago says nothing of a receiver that nothing was sent to since.
        const idle = (await isWaiting(trx, webhook)) ? null : now;
        await of().update({ resync_due: true, idle_since: idle });
      }
      if (off) await switchOff(trx, webhook, off);
      return { isDelivered: false, isGivenUp: due === null, off };
    });
};

interface FailingRow {
  failing_since: DatabaseDate | null;
  idle_since: DatabaseDate | null;
  active: boolean | number;
}

const BEHIND_RESYNC = 'It was not sent, as the resync that has to arrive before it did not.';
