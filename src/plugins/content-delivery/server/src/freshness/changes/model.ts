/** A table of the plugin that is no content type: no role, list, picker or route can reach it. */
export const CHANGE_MODEL = {
  uid: 'plugin::content-delivery.change',
  tableName: 'content_delivery_changes',
  singularName: 'content-delivery-change',
  indexes: [
    { name: 'content_delivery_changes_uq', columns: ['website', 'revision'], type: 'unique' },
    { name: 'content_delivery_changes_at_idx', columns: ['website', 'at'] },
  ],
  attributes: {
    id: { type: 'increments' },
    website: { type: 'string' },
    revision: { type: 'integer' },
    at: { type: 'datetime' },
    type: { type: 'string' },
    action: { type: 'string' },
    entry: { type: 'string' },
    slug: { type: 'string' },
    previousSlug: { type: 'string' },
  },
} as const;

/** Up to which revision rows of a website's log have been deleted. */
export const LOG_START_MODEL = {
  uid: 'plugin::content-delivery.log-start',
  tableName: 'content_delivery_log_starts',
  singularName: 'content-delivery-log-start',
  indexes: [{ name: 'content_delivery_log_starts_uq', columns: ['website'], type: 'unique' }],
  attributes: {
    id: { type: 'increments' },
    website: { type: 'string' },
    revision: { type: 'integer' },
  },
} as const;

/** Moments that have come, and of which the log has what follows from them: what the clock brings is logged once. */
export const MOMENT_MODEL = {
  uid: 'plugin::content-delivery.moment',
  tableName: 'content_delivery_moments',
  singularName: 'content-delivery-moment',
  indexes: [
    { name: 'content_delivery_moments_uq', columns: ['entry', 'moment'], type: 'unique' },
    { name: 'content_delivery_moments_own_idx', columns: ['website', 'moment'] },
  ],
  attributes: {
    id: { type: 'increments' },
    website: { type: 'string' },
    entry: { type: 'string' },
    moment: { type: 'datetime' },
  },
} as const;

/** Up to when moments have been looked at that the clock brings. One row. */
export const CLOCK_MODEL = {
  uid: 'plugin::content-delivery.clock',
  tableName: 'content_delivery_clock',
  singularName: 'content-delivery-clock',
  indexes: [{ name: 'content_delivery_clock_uq', columns: ['name'], type: 'unique' }],
  attributes: {
    id: { type: 'increments' },
    name: { type: 'string' },
    until: { type: 'datetime' },
  },
} as const;
