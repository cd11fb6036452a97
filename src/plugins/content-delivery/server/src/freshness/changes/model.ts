import { ownTable } from '../../platform/database/own-table';

/** What readers could notice of each change, in the order of revisions. */
export const CHANGE_MODEL = ownTable('change', {
  tableName: 'content_delivery_changes',
  indexes: [
    { name: 'content_delivery_changes_uq', columns: ['website', 'revision'], type: 'unique' },
    { name: 'content_delivery_changes_at_idx', columns: ['website', 'at'] },
  ],
  columns: {
    website: 'string',
    revision: 'integer',
    at: 'datetime',
    type: 'string',
    action: 'string',
    entry: 'string',
    slug: 'string',
    previousSlug: 'string',
  },
});

/** Up to which revision rows of a website's log have been deleted. */
export const LOG_START_MODEL = ownTable('log-start', {
  tableName: 'content_delivery_log_starts',
  indexes: [{ name: 'content_delivery_log_starts_uq', columns: ['website'], type: 'unique' }],
  columns: { website: 'string', revision: 'integer' },
});

/** Moments that have come, and of which the log has what follows from them: what the clock brings is logged once. */
export const MOMENT_MODEL = ownTable('moment', {
  tableName: 'content_delivery_moments',
  indexes: [
    { name: 'content_delivery_moments_uq', columns: ['entry', 'moment'], type: 'unique' },
    { name: 'content_delivery_moments_own_idx', columns: ['website', 'moment'] },
  ],
  columns: { website: 'string', entry: 'string', moment: 'datetime' },
});

/** Up to when moments have been looked at that the clock brings. One row. */
export const CLOCK_MODEL = ownTable('clock', {
  tableName: 'content_delivery_clock',
  indexes: [{ name: 'content_delivery_clock_uq', columns: ['name'], type: 'unique' }],
  columns: { name: 'string', until: 'datetime' },
});
