/**
 * The outbox: an event for one webhook, from when it is made until it has been kept for long enough. Like all of these, no
 * content type: no role, list, picker or route can reach it.
 */
export const WEBHOOK_EVENT_MODEL = {
  uid: 'plugin::content-delivery.webhook-event',
  tableName: 'content_delivery_webhook_events',
  singularName: 'content-delivery-webhook-event',
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
  attributes: {
    id: { type: 'increments' },
    /** The `webhook-id`. */
    name: { type: 'string' },
    webhook: { type: 'string' },
    website: { type: 'string' },
    type: { type: 'string' },
    /** Up to where of the website's log it reports; what is sent of one webhook is in the order of these. */
    revision: { type: 'integer' },
    /** `data.revision`, given when it is sent for the first time; null until then. */
    sentRevision: { type: 'integer' },
    /** As it is sent, from the first attempt on the same bytes. */
    body: { type: 'text' },
    state: { type: 'string' },
    /** Attempts so far. */
    attempts: { type: 'integer' },
    dueAt: { type: 'datetime' },
    /** Sent because a user asked for it: once, and also while the webhook is switched off. */
    asked: { type: 'boolean' },
    at: { type: 'datetime' },
    finishedAt: { type: 'datetime' },
  },
} as const;

/** What came of each attempt. */
export const WEBHOOK_ATTEMPT_MODEL = {
  uid: 'plugin::content-delivery.webhook-attempt',
  tableName: 'content_delivery_webhook_attempts',
  singularName: 'content-delivery-webhook-attempt',
  indexes: [
    { name: 'content_delivery_webhook_attempts_event_idx', columns: ['event'] },
    { name: 'content_delivery_webhook_attempts_own_idx', columns: ['webhook'] },
  ],
  attributes: {
    id: { type: 'increments' },
    /** The event's name. */
    event: { type: 'string' },
    webhook: { type: 'string' },
    at: { type: 'datetime' },
    status: { type: 'integer' },
    milliseconds: { type: 'integer' },
    answer: { type: 'text' },
    problem: { type: 'text' },
  },
} as const;
