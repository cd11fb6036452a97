import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type {
  OffReason,
  SentEvent,
  SentState,
  WebhookAttempt,
  WebhookEventType,
} from '../../../../contracts/webhooks';
import { toDate, toJson, type DatabaseDate } from '../../platform/database/values';
import type { Encryption } from '../../platform/encryption';
import { iso, receiverReads, recordReceiver, tableOfReceivers, type ReceiverRow } from '../receivers';
import { addEvent, EVENTS } from './outbox';
import { logEnd } from '../../freshness/changes/log-end';
import { ATTEMPTS } from './record';
import { generateSecret, maskOf } from './secret';

/** Events of a webhook that are shown. */
const SHOWN_EVENTS = 50;
/** Attempts that are shown of these. */
const SHOWN_ATTEMPTS = 500;

interface WebhookRow extends ReceiverRow<OffReason> {
  url: string;
  events: unknown;
  secret: string;
  signature_header: string | null;
  secret_cipher: string;
  old_secret_until: DatabaseDate | null;
}

interface EventRow {
  name: string;
  type: WebhookEventType;
  at: DatabaseDate;
  state: SentState;
  due_at: DatabaseDate;
}

type AttemptRow = Omit<WebhookAttempt, 'at'> & { event: string; at: DatabaseDate };

/** What the panel shows and does of the webhooks of a website, beside writing them as documents. */
export const createWebhookStore = (strapi: Core.Strapi, encryption: Encryption) => {
  const table = () => tableOfReceivers(strapi, 'webhook');
  const sql = (): Knex => strapi.db.connection;

  return {
    ...receiverReads(
      strapi,
      'webhook',
      'webhook',
      () => sql()(EVENTS).whereIn('state', ['waiting', 'held']),
      (row: WebhookRow) => {
        const oldUntil = row.old_secret_until === null ? null : toDate(row.old_secret_until);
        return {
          url: row.url,
          events: (toJson(row.events) ?? []) as WebhookEventType[],
          mask: row.secret,
          oldSecretUntil: oldUntil && oldUntil > new Date() ? oldUntil.toISOString() : null,
          signatureHeader: row.signature_header,
        };
      },
    ),

    /** The secret in the clear, for the user who has just made it. */
    async revealNew(webhook: string): Promise<string> {
      const row: Pick<WebhookRow, 'secret_cipher'> = await sql()(table())
        .where({ document_id: webhook })
        .first('secret_cipher');
      return encryption.decrypt(row.secret_cipher) ?? '';
    },

    /**
     * Gives a webhook a new secret; requests are signed with the one before too, for a while.
     * @param oldWorksFor milliseconds; 0 ends it at once
     * @returns the new secret
     */
    async rotate(website: string, webhook: string, oldWorksFor: number): Promise<string> {
      const secret = generateSecret();
      const now = new Date();
      await strapi.db.transaction(async ({ trx }) => {
        const of = () => trx(table()).where({ document_id: webhook });
        await of().update({
          old_secret_cipher: oldWorksFor > 0 ? trx.ref('secret_cipher') : null,
          old_secret_until: oldWorksFor > 0 ? new Date(now.getTime() + oldWorksFor) : null,
        });
        // Not in one statement: MariaDB would take the new cipher for the old one.
        await of().update({
          secret: maskOf(secret),
          secret_cipher: encryption.encrypt(secret),
          updated_at: now,
        });
        await recordReceiver(strapi, 'webhook', website, 'rotated');
      });
      return secret;
    },

    /** Ends the secret before the current one at once. */
    async endOldSecret(website: string, webhook: string): Promise<void> {
      await strapi.db.transaction(async ({ trx }) => {
        await trx(table())
          .where({ document_id: webhook })
          .update({ old_secret_cipher: null, old_secret_until: null, updated_at: new Date() });
        await recordReceiver(strapi, 'webhook', website, 'ended');
      });
    },

    /** Sends an event of the type `test`, once. */
    async test(website: string, webhook: string): Promise<void> {
      await strapi.db.transaction(async ({ trx }) => {
        const revision = await logEnd(strapi, trx, website);
        await addEvent(trx, { webhook, website, type: 'test', revision, asked: true });
      });
    },

    /** Sends an event once more, or now where it waits. @returns false when the webhook has no such event */
    async sendAgain(webhook: string, name: string): Promise<boolean> {
      const of = () => sql()(EVENTS).where({ webhook, name });
      const now = new Date();
      if ((await of().where({ state: 'waiting' }).update({ due_at: now })) > 0) {
        // A user who asks for it does not mean to wait for as long as the receiver wished.
        await sql()(table()).where({ document_id: webhook }).update({ not_before: null });
        return true;
      }
      const again = await of()
        .whereIn('state', ['delivered', 'failed', 'dropped'])
        .update({ state: 'waiting', asked: true, due_at: now, finished_at: null });
      return again > 0;
    },

    /** What was sent, and is to be sent, latest first. */
    async events(webhook: string): Promise<SentEvent[]> {
      const found: EventRow[] = await sql()(EVENTS)
        .where({ webhook })
        .orderBy('id', 'desc')
        .limit(SHOWN_EVENTS)
        .select('name', 'type', 'at', 'state', 'due_at');
      const tries: AttemptRow[] = await sql()(ATTEMPTS)
        .whereIn(
          'event',
          found.map(({ name }) => name),
        )
        .orderBy('id', 'desc')
        .limit(SHOWN_ATTEMPTS)
        .select('event', 'at', 'status', 'milliseconds', 'answer', 'problem');
      return found.map(({ name, type, at, state, due_at }) => ({
        id: name,
        type,
        at: iso(at),
        state,
        next: state === 'waiting' ? iso(due_at) : null,
        attempts: tries
          .filter(({ event }) => event === name)
          .map(({ event: _, ...attempt }): WebhookAttempt => ({ ...attempt, at: iso(attempt.at) })),
      }));
    },
  };
};
