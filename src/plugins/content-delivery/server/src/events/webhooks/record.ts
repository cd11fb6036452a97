import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { OffReason } from '../../../../contracts/webhooks';
import { recordActivity } from '../../freshness/activity/record';
import { websiteScope } from '../../freshness/revisions';
import { withRetries } from '../../platform/database/retries';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { WEBHOOK_ATTEMPT_MODEL } from './model';
import { dropWaiting, EVENTS, type OutboxRow } from './outbox';
import { MAX_FAILING, nextAttempt } from './retries';

export const ATTEMPTS = WEBHOOK_ATTEMPT_MODEL.tableName;

/** What came of an attempt. */
export interface Outcome {
  /** When it began. */
  at: Date;
  milliseconds: number;
  /** Null where no answer came. */
  status: number | null;
  answer: string | null;
  /** Why there is no answer, in words for people. */
  problem: string | null;
  /** When the receiver wants to be asked again. */
  notBefore: Date | null;
}

/** What is told to metrics and to the log. */
export interface Recorded {
  isDelivered: boolean;
  /** True when it is not tried again. */
  isGivenUp: boolean;
  /** Why the webhook was switched off by this. */
  off: OffReason | null;
}

export const isSuccess = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** The receiver wants no more. */
const GONE = 410;

const isWaiting = async (trx: Knex, webhook: string): Promise<boolean> =>
  (await trx(EVENTS).where({ webhook, state: 'waiting' }).first('id')) !== undefined;

/** Notes what came of an attempt, and what follows from it for its event and its webhook, in one transaction. */
export const createRecorder = (strapi: Core.Strapi) => {
  const table = () => strapi.db.metadata.get(UIDS.webhook).tableName;

  const switchOff = async (trx: Knex, webhook: string, reason: OffReason, now: Date): Promise<void> => {
    await trx(table()).where({ document_id: webhook }).update({
      active: false,
      off_reason: reason,
      off_since: now,
      updated_at: now,
    });
    await dropWaiting(trx, webhook);
    const row: { website: string } | undefined = await trx(table())
      .where({ document_id: webhook })
      .first('website');
    if (!row) return;
    await recordActivity(strapi, {
      action: 'switched-off',
      type: 'webhook',
      scope: websiteScope(row.website),
      entry: row.website,
      source: 'clock',
    });
  };

  return (event: OutboxRow, outcome: Outcome): Promise<Recorded> =>
    withRetries(strapi, async () =>
      strapi.db.transaction(async ({ trx }) => {
        const now = new Date();
        const { webhook } = event;
        const { notBefore, ...attempt } = outcome;
        await trx(ATTEMPTS).insert({ ...attempt, event: event.name, webhook });
        // It may have been dropped, or deleted, while it was on its way.
        const current = () => trx(EVENTS).where({ id: event.id }).whereIn('state', ['waiting', 'held']);
        const of = () => trx(table()).where({ document_id: webhook });
        const attempts = event.attempts + 1;

        if (isSuccess(outcome)) {
          await current().update({ state: 'delivered', attempts, finished_at: now });
          await of().update({ failing_since: null, not_before: null });
          return { isDelivered: true, isGivenUp: false, off: null };
        }
        const finish = () => current().update({ state: 'failed', attempts, finished_at: now });
        if (event.asked) {
          await finish();
          return { isDelivered: false, isGivenUp: true, off: null };
        }
        const due = outcome.status === GONE ? null : nextAttempt(attempts, now, notBefore);
        if (due) {
          await current().update({ attempts, due_at: due });
        } else {
          await finish();
          await of().update({ resync_due: true });
        }
        const row: { failing_since: DatabaseDate | null; active: boolean | number } | undefined =
          await of().first('failing_since', 'active');
        const since = row?.failing_since ? toDate(row.failing_since) : now;
        await of().update({ failing_since: since, not_before: notBefore });
        const off: OffReason | null =
          outcome.status === GONE
            ? 'gone'
            : now.getTime() - since.getTime() >= MAX_FAILING
              ? 'failing'
              : null;
        // What was given up long ago says nothing of a receiver that nothing was sent to since.
        if (due === null && !(await isWaiting(trx, webhook))) await of().update({ failing_since: null });
        const isOff = off !== null && Boolean(row?.active);
        if (isOff) await switchOff(trx, webhook, off, now);
        return { isDelivered: false, isGivenUp: due === null, off: isOff ? off : null };
      }),
    );
};
