/** Deleted entries that can be brought back. No content type: no role, list, picker or route can reach them. */
export const BIN_MODEL = {
  uid: 'plugin::content-delivery.binned-entry',
  tableName: 'content_delivery_bin',
  singularName: 'content-delivery-binned-entry',
  indexes: [
    { name: 'content_delivery_bin_uq', columns: ['entry'], type: 'unique' },
    { name: 'content_delivery_bin_website_idx', columns: ['website'] },
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
  },
} as const;
