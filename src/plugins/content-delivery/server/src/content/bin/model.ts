/** Deleted entries that can be brought back. No content type: no role, list, picker or route can reach them. */
export const BIN_MODEL = {
  uid: 'plugin::content-delivery.binned-entry',
  tableName: 'content_delivery_bin',
  singularName: 'content-delivery-binned-entry',
  indexes: [
    { name: 'content_delivery_bin_uq', columns: ['entry'], type: 'unique' },
    { name: 'content_delivery_bin_website_idx', columns: ['website'] },
    // With all that is asked for slugs: on SQLite, what follows a body is found by reading past it.
    { name: 'content_delivery_bin_slugs_idx', columns: ['website', 'type', 'slug'] },
  ],
  attributes: {
    id: { type: 'increments' },
    entry: { type: 'string' },
    type: { type: 'string' },
    website: { type: 'string' },
    name: { type: 'string' },
    at: { type: 'datetime' },
    userId: { type: 'integer' },
    creatorId: { type: 'integer' },
    body: { type: 'text' },
    // Of a post: empty for one that has none; null for what has no slugs, and for what was deleted before this was kept.
    slug: { type: 'string' },
  },
} as const;
