import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type {
  PurgeAttempt,
  PurgeTargetKind,
  PurgeTargetOffReason,
} from '../../../../contracts/purge-targets';
import type { DatabaseDate } from '../../platform/database/values';
import { iso, receiverReads, tableOfReceivers, type ReceiverRow } from '../receivers';
import { addTest, PURGES, purgeWebsite } from './pending';
import { ATTEMPTS } from './record';

/** Attempts of a target that are shown. */
const SHOWN_ATTEMPTS = 100;

interface TargetRow extends ReceiverRow<PurgeTargetOffReason> {
  kind: PurgeTargetKind;
  url: string | null;
  zone: string | null;
  credentials: string | null;
  shared_seconds: number;
  suspended_since: DatabaseDate | null;
}

type AttemptRow = Omit<PurgeAttempt, 'at' | 'tags' | 'isAccepted'> & {
  at: DatabaseDate;
  tags: string;
  told: boolean | number;
};

/** What the panel shows and does of the purge targets of a website, beside writing them as documents. */
export const createPurgeStore = (strapi: Core.Strapi) => {
  const sql = (): Knex => strapi.db.connection;

  return {
    ...receiverReads(
      strapi,
      'purge-target',
      'target',
      () => sql()(PURGES).where('due_at', '<=', new Date()),
      (row: TargetRow) => ({
        kind: row.kind,
        url: row.url,
        zone: row.zone,
        mask: row.credentials,
        sharedSeconds: row.shared_seconds,
        suspended: row.suspended_since !== null,
      }),
    ),

    /** Tells the target of a tag that no answer has, once. */
    async test(target: string): Promise<void> {
      await strapi.db.transaction(({ trx }) => addTest(trx, target));
    },

    /** Has the target forget all of the website, also while it is switched off. */
    async purgeAll(website: string, target: string): Promise<void> {
      await strapi.db.transaction(async ({ trx }) => {
        await purgeWebsite(strapi, trx, { target, website, always: true });
        // A user who asks for it does not mean to wait for as long as the receiver wished.
        await trx(tableOfReceivers(strapi, 'purge-target'))
          .where({ document_id: target })
          .update({ not_before: null });
      });
    },

    /** The latest purge requests, latest first. */
    async attempts(target: string): Promise<PurgeAttempt[]> {
      const found: AttemptRow[] = await sql()(ATTEMPTS)
        .where({ target })
        .orderBy('id', 'desc')
        .limit(SHOWN_ATTEMPTS)
        .select('at', 'tags', 'told', 'status', 'milliseconds', 'answer', 'problem');
      return found.map(({ at, tags, told, ...attempt }) => ({
        ...attempt,
        at: iso(at),
        tags: tags.split(' '),
        isAccepted: Boolean(told),
      }));
    },
  };
};
