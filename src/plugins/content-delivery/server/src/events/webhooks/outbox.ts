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
  body: string;
  attempts: number;
  asked: boolean | number;
  at: DatabaseDate;
}

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

/** Puts an event into the outbox, inside the running transaction. */
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

/** Gives up what is still to be sent to a webhook, but for what somebody has asked for. */
export const dropWaiting = async (trx: Knex, webhook: string): Promise<void> => {
  await trx(EVENTS)
    .where({ webhook, asked: false })
    .whereIn('state', ['waiting', 'held'])
    .update({ state: 'dropped', finished_at: new Date() });
};
