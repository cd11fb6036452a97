import { ownTable } from '../../platform/database/own-table';

/**
 * Tags that are to be purged from a purge target. Like all of these, no content type: no role, list, picker or route can reach it.
 */
export const PURGE_MODEL = ownTable('purge', {
  tableName: 'content_delivery_purges',
  indexes: [
    { name: 'content_delivery_purges_uq', columns: ['target', 'tag', 'phase'], type: 'unique' },
    { name: 'content_delivery_purges_due_idx', columns: ['due_at'] },
  ],
  columns: {
    target: 'string',
    tag: 'string',
    /** `first`, `again`, or `test`. */
    phase: 'string',
    /** Of the last change that has made the tag old: a tag that is purged while another change comes is purged once more. */
    revision: 'integer',
    dueAt: 'datetime',
    /** Also purged while the target is switched off. */
    always: 'boolean',
  },
});

/** What came of each request. */
export const PURGE_ATTEMPT_MODEL = ownTable('purge-attempt', {
  tableName: 'content_delivery_purge_attempts',
  indexes: [{ name: 'content_delivery_purge_attempts_own_idx', columns: ['target', 'at'] }],
  columns: {
    target: 'string',
    /** Separated by spaces. */
    tags: 'text',
    at: 'datetime',
    told: 'boolean',
    status: 'integer',
    milliseconds: 'integer',
    answer: 'text',
    problem: 'text',
  },
});
