import { ownTable } from '../../platform/database/own-table';

/**
 * The outbox: an event for one webhook, from when it is made until it has been kept for long enough. Like all of these, no
 * content type: no role, list, picker or route can reach it.
 */
export const WEBHOOK_EVENT_MODEL = ownTable('webhook-event', {
  tableName: 'content_delivery_webhook_events',
  indexes: [
    { name: 'content_delivery_webhook_events_name_uq', columns: ['name'], type: 'unique' },
    { name: 'content_delivery_webhook_events_due_idx', columns: ['state', 'due_at'] },
    { name: 'content_delivery_webhook_events_own_idx', columns: ['webhook', 'state', 'revision'] },
    { name: 'content_delivery_webhook_events_at_idx', columns: ['webhook', 'at'] },
    // Whether something is due for a webhook, without a look at all that waits for it.
    { name: 'content_delivery_webhook_events_wait_idx', columns: ['webhook', 'state', 'due_at'] },
    { name: 'content_delivery_webhook_events_new_idx', columns: ['webhook', 'state', 'attempts'] },
    { name: 'content_delivery_webhook_events_asked_idx', columns: ['webhook', 'state', 'asked'] },
  ],
  columns: {
    /** The `webhook-id`. */
    name: 'string',
    webhook: 'string',
    website: 'string',
    type: 'string',
    /** Up to where of the website's log it reports; what is sent of one webhook is in the order of these. */
    revision: 'integer',
    /** `data.revision`, given when it is sent for the first time; null until then. */
    sentRevision: 'integer',
    /** As it is sent, from the first attempt on the same bytes. */
    body: 'text',
    state: 'string',
    /** Attempts so far. */
    attempts: 'integer',
    dueAt: 'datetime',
    /** Sent because a user asked for it: once, and also while the webhook is switched off. */
    asked: 'boolean',
    at: 'datetime',
    finishedAt: 'datetime',
  },
});

/** What came of each attempt. */
export const WEBHOOK_ATTEMPT_MODEL = ownTable('webhook-attempt', {
  tableName: 'content_delivery_webhook_attempts',
  indexes: [
    { name: 'content_delivery_webhook_attempts_event_idx', columns: ['event'] },
    { name: 'content_delivery_webhook_attempts_own_idx', columns: ['webhook'] },
  ],
  columns: {
    /** The event's name. */
    event: 'string',
    webhook: 'string',
    at: 'datetime',
    status: 'integer',
    milliseconds: 'integer',
    answer: 'text',
    problem: 'text',
  },
});
