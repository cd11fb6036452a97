import { ownTable } from '../../platform/database/own-table';

/** Deleted entries that can be brought back. */
export const BIN_MODEL = ownTable('binned-entry', {
  tableName: 'content_delivery_bin',
  indexes: [
    { name: 'content_delivery_bin_uq', columns: ['entry'], type: 'unique' },
    { name: 'content_delivery_bin_website_idx', columns: ['website'] },
    // With all that is asked for slugs: on SQLite, what follows a body is found by reading past it.
    { name: 'content_delivery_bin_slugs_idx', columns: ['website', 'type', 'slug'] },
  ],
  columns: {
    entry: 'string',
    type: 'string',
    website: 'string',
    name: 'string',
    at: 'datetime',
    userId: 'integer',
    creatorId: 'integer',
    body: 'text',
    // Of a post: empty for one that has none; null for what has no slugs, and for what was deleted before this was kept.
    slug: 'string',
  },
});
