import { ownTable } from '../../platform/database/own-table';

/** Versions of entries. A row has no more columns and indexes than it needs, as there may be some millions. */
export const VERSION_MODEL = ownTable('version', {
  tableName: 'content_delivery_versions',
  indexes: [{ name: 'content_delivery_versions_uq', columns: ['entry', 'number'], type: 'unique' }],
  columns: {
    entry: 'string',
    number: 'integer',
    at: 'datetime',
    userId: 'integer',
    source: 'string',
    hash: 'string',
    body: 'text',
  },
});

/** Transactions that have published pages of a campaign by the hundred. Which pages follows from their own date of publication. */
export const PUBLICATION_MODEL = ownTable('publication', {
  tableName: 'content_delivery_publications',
  indexes: [{ name: 'content_delivery_publications_idx', columns: ['campaign', 'at'] }],
  columns: { campaign: 'string', at: 'datetime', userId: 'integer', source: 'string' },
});
