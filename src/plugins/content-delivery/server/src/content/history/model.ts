/**
 * Versions of entries. No content type: no role, list, picker or route can reach them, and a row has no more columns
 * and indexes than it needs, as there may be some millions.
 */
export const VERSION_MODEL = {
  uid: 'plugin::content-delivery.version',
  tableName: 'content_delivery_versions',
  singularName: 'content-delivery-version',
  indexes: [{ name: 'content_delivery_versions_uq', columns: ['entry', 'number'], type: 'unique' }],
  attributes: {
    id: { type: 'increments' },
    entry: { type: 'string' },
    number: { type: 'integer' },
    at: { type: 'datetime' },
    userId: { type: 'integer' },
    source: { type: 'string' },
    hash: { type: 'string' },
    body: { type: 'text' },
  },
} as const;

/** Transactions that have published pages of a campaign by the hundred. Which pages follows from their own date of publication. */
export const PUBLICATION_MODEL = {
  uid: 'plugin::content-delivery.publication',
  tableName: 'content_delivery_publications',
  singularName: 'content-delivery-publication',
  indexes: [{ name: 'content_delivery_publications_idx', columns: ['campaign', 'at'] }],
  attributes: {
    id: { type: 'increments' },
    campaign: { type: 'string' },
    at: { type: 'datetime' },
    userId: { type: 'integer' },
    source: { type: 'string' },
  },
} as const;
