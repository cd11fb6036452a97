/**
 * Tags that are to be purged from a purge target. Like all of these, no content type: no role, list, picker or route can reach it.
 */
export const PURGE_MODEL = {
  uid: 'plugin::content-delivery.purge',
  tableName: 'content_delivery_purges',
  singularName: 'content-delivery-purge',
  indexes: [
    { name: 'content_delivery_purges_uq', columns: ['target', 'tag', 'phase'], type: 'unique' },
    { name: 'content_delivery_purges_due_idx', columns: ['due_at'] },
  ],
  attributes: {
    id: { type: 'increments' },
    target: { type: 'string' },
    tag: { type: 'string' },
    /** `first`, `again`, or `test`. */
    phase: { type: 'string' },
    /** Of the last change that has made the tag old: a tag that is purged while another change comes is purged once more. */
    revision: { type: 'integer' },
    dueAt: { type: 'datetime' },
    /** Also purged while the target is switched off. */
    always: { type: 'boolean' },
  },
} as const;

/** What came of each request. */
export const PURGE_ATTEMPT_MODEL = {
  uid: 'plugin::content-delivery.purge-attempt',
  tableName: 'content_delivery_purge_attempts',
  singularName: 'content-delivery-purge-attempt',
  indexes: [{ name: 'content_delivery_purge_attempts_own_idx', columns: ['target', 'at'] }],
  attributes: {
    id: { type: 'increments' },
    target: { type: 'string' },
    /** Separated by spaces. */
    tags: { type: 'text' },
    at: { type: 'datetime' },
    told: { type: 'boolean' },
    status: { type: 'integer' },
    milliseconds: { type: 'integer' },
    answer: { type: 'text' },
    problem: { type: 'text' },
  },
} as const;
