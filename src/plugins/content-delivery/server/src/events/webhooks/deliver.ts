import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import type { Encryption } from '../../platform/encryption';
import { UIDS } from '../../platform/uids';
import type { IsAllowed } from '../allowed';
import { attempt, isSuccess, notMade, type Outcome } from '../attempt';
import { createLeases } from '../leases';
import { tableOfReceivers } from '../receivers';
import { createSenders } from '../senders';
import type { WebhookCounters } from './counters';
import { dueWebhooks, nextEvent } from './due';
import { addEvent, dropHeld, EVENTS, numberEvent, OUTBOX_COLUMNS, type OutboxRow } from './outbox';
import { logEnd } from '../../freshness/changes/log-end';
import { createRecorder } from './record';
import { signatureHeaders } from './signature';

const USER_AGENT = 'content-delivery-webhooks';

interface WebhookRow {
  document_id: string;
  website: string;
  url: string;
  active: boolean | number;
  signature_header: string | null;
  secret_cipher: string;
  old_secret_cipher: string | null;
  old_secret_until: DatabaseDate | null;
  not_before: DatabaseDate | null;
  resync_due: boolean | number | null;
  sent_revision: number | null;
}

interface WebhookSendersOptions {
  encryption: Encryption;
  counters: WebhookCounters;
  isAllowed: IsAllowed;
  /** Called when something more may be sent. */
  wake(): void;
}

/**
 * Sends what is due. An instance claims a webhook by a lease in the database and sends its events one after the other, in the
 * order of their revisions: none is sent by two, and a receiver that never answers keeps no other waiting.
 */
export const createWebhookSenders = (
  strapi: Core.Strapi,
  { encryption, counters, isAllowed, wake }: WebhookSendersOptions,
) => {
  const leases = createLeases(strapi, UIDS.webhook);
  const record = createRecorder(strapi);
  const table = () => tableOfReceivers(strapi, 'webhook');
  const sql = (): Knex => strapi.db.connection;

  /** As it is sent. @returns null when the webhook was lost to another instance */
  const ready = async (event: OutboxRow): Promise<OutboxRow | null> => {
    // Each attempt has all of the lease before it.
    if (!(await leases.renew(event.webhook))) return null;
    return strapi.db.transaction(({ trx }) => numberEvent(trx, table(), event));
  };

  /** The `resync` that is to arrive before anything else does: a new one where something was sent since it was. */
  const resyncAhead = async ({
    document_id: webhook,
    website,
    sent_revision,
  }: WebhookRow): Promise<OutboxRow> => {
    const held = async (db: Knex): Promise<OutboxRow | undefined> =>
      db(EVENTS)
        .where({ webhook, state: 'held' })
        .first(...OUTBOX_COLUMNS);
    const found = await held(sql());
    if (found && (found.sent_revision ?? Infinity) >= (sent_revision ?? 0)) return found;
    return strapi.db.transaction(async ({ trx }) => {
      await dropHeld(trx, webhook);
      const revision = await logEnd(strapi, trx, website);
      await addEvent(trx, { webhook, website, type: 'resync', revision, state: 'held' });
      return (await held(trx)) as OutboxRow;
    });
  };

  const secretsOf = (row: WebhookRow): string[] => {
    const isOldValid = row.old_secret_until !== null && toDate(row.old_secret_until) > new Date();
    return [row.secret_cipher, ...(isOldValid ? [row.old_secret_cipher] : [])].flatMap((cipher) => {
      const secret = cipher === null ? null : encryption.decrypt(cipher);
      return secret === null ? [] : [secret];
    });
  };

  /** @throws the reason of `stop` */
  const send = async (row: WebhookRow, event: OutboxRow, stop: AbortSignal): Promise<Outcome> => {
    const at = new Date();
    const secrets = secretsOf(row);
    if (secrets.length === 0) return notMade(UNREADABLE_SECRET);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      ...signatureHeaders({
        id: event.name,
        at,
        body: event.body,
        secrets,
        signatureHeader: row.signature_header,
      }),
    };
    return attempt(strapi, { url: row.url, headers, body: event.body }, { isAllowed, stop, at });
  };

  const note = async (event: OutboxRow, outcome: Outcome, resync?: string): Promise<void> => {
    const recorded = await record(event, outcome, resync);
    counters.count(recorded);
    if (recorded.off) {
      strapi.log.warn(`The webhook ${event.webhook} was switched off: ${recorded.off}.`);
    }
  };

  /** @returns true when the next one may follow at once; after a failure other webhooks have their turn first */
  const step = async (webhook: string, stop: AbortSignal): Promise<boolean> => {
    const row: WebhookRow | undefined = await sql()(table()).where({ document_id: webhook }).first();
    const next = row && (await nextEvent(strapi, row));
    if (!row || !next) return false;
    if (!next.asked && row.resync_due && next.type !== 'resync') {
      const resync = await ready(await resyncAhead(row));
      if (!resync) return false;
      const outcome = await send(row, resync, stop);
      if (!isSuccess(outcome)) {
        // Tried again when this event is: the resync has no moments of its own.
        await note(next, outcome, resync.name);
        return false;
      }
      await note(resync, outcome);
      await resynced(webhook);
    }
    const event = await ready(next);
    if (!event) return false;
    const outcome = await send(row, event, stop);
    await note(event, outcome);
    if (isSuccess(outcome) && event.type === 'resync') await resynced(webhook);
    return isSuccess(outcome);
  };

  const resynced = async (webhook: string): Promise<void> => {
    await dropHeld(sql(), webhook);
    await sql()(table()).where({ document_id: webhook }).update({ resync_due: false });
  };

  const due = async (now: Date) => dueWebhooks(strapi, await leases.free('w.lease_until'), now);
  return createSenders(strapi, { due, claim: leases.claim, release: leases.release, step, wake });
};

const UNREADABLE_SECRET = 'The secret cannot be read with the server’s ENCRYPTION_KEY.';
