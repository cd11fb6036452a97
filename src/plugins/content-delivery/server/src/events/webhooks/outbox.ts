import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type {
  SentState,
  WebhookEntry,
  WebhookEventType,
  WebhookPayload,
} from '../../../../contracts/webhooks';
import type { DatabaseDate } from '../../platform/database/values';
import { WEBHOOK_EVENT_MODEL } from './model';

export const EVENTS = WEBHOOK_EVENT_MODEL.tableName;

/** A row of the outbox, as far as it is sent. */
export interface OutboxRow {
  id: number;
  name: string;
  webhook: string;
  type: WebhookEventType;
  revision: number;
  sent_revision: number | null;
  body: string;
  attempts: number;
  asked: boolean | number;
  at: DatabaseDate;
}

export const OUTBOX_COLUMNS = [
  'id',
  'name',
  'webhook',
  'type',
  'revision',
  'sent_revision',
  'body',
  'attempts',
  'asked',
  'at',
] as const satisfies (keyof OutboxRow)[];

interface NewEvent {
  webhook: string;
  website: string;
  type: WebhookEventType;
  revision: number;
  entries?: readonly WebhookEntry[];
  asked?: boolean;
  /** `held` for one that is sent ahead of another. */
  state?: Extract<SentState, 'waiting' | 'held'>;
}

/**
 * Puts an event into the outbox, inside the running transaction.
 * @param event.revision up to where of the website's log it reports; `data.revision` is given when it is sent
 */
export const addEvent = async (
  trx: Knex,
  { webhook, website, type, revision, entries = [], asked = false, state = 'waiting' }: NewEvent,
): Promise<void> => {
  const now = new Date();
  const payload: WebhookPayload = {
    type,
    timestamp: now.toISOString(),
    websiteId: website,
    data: {
      revision,
      entries: entries.map((entry) => ({
        type: entry.type,
        action: entry.action,
        id: entry.id,
        slug: entry.slug,
        previousSlug: entry.previousSlug,
      })),
    },
  };
  await trx(EVENTS).insert({
    name: `msg_${randomBytes(18).toString('base64url')}`,
    webhook,
    website,
    type,
    revision,
    body: JSON.stringify(payload),
    state,
    attempts: 0,
    due_at: now,
    asked,
    at: now,
  });
};

/**
 * Gives an event that is sent for the first time its `data.revision`: at least that of what it reports, and above that of all that was
 * sent of the webhook before. Only the instance that holds the webhook's lease may call this.
 */
export const numberEvent = async (trx: Knex, webhooks: string, event: OutboxRow): Promise<OutboxRow> => {
  if (event.sent_revision !== null) return event;
  const of = () => trx(webhooks).where({ document_id: event.webhook });
  const row: { sent_revision: number | null } | undefined = await of().first('sent_revision');
  const revision = Math.max((row?.sent_revision ?? 0) + 1, event.revision);
  await of().update({ sent_revision: revision });
  const payload = JSON.parse(event.body) as WebhookPayload;
  payload.data.revision = revision;
  const sent = { sent_revision: revision, body: JSON.stringify(payload) };
  await trx(EVENTS).where({ id: event.id }).update(sent);
  return { ...event, ...sent };
};

/** Gives up what is still to be sent to a webhook, but for what a user has asked for. */
export const dropWaiting = async (trx: Knex, webhook: string): Promise<void> => {
  await trx(EVENTS)
    .where({ webhook, asked: false })
    .whereIn('state', ['waiting', 'held'])
    .update({ state: 'dropped', finished_at: new Date() });
};

/** Ends a `resync` that was held for an event, and is not needed any more or is too old. */
export const dropHeld = async (trx: Knex, webhook: string): Promise<void> => {
  await trx(EVENTS).where({ webhook, state: 'held' }).update({ state: 'dropped', finished_at: new Date() });
};
