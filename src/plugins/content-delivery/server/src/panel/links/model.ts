import { ownTable } from '../../platform/database/own-table';

/** What the last check of each account's links found. */
export const LINK_FINDING_MODEL = ownTable('link-finding', {
  tableName: 'content_delivery_link_findings',
  indexes: [
    { name: 'content_delivery_link_findings_idx', columns: ['run', 'kind', 'id'] },
    { name: 'content_delivery_link_findings_acc_idx', columns: ['account'] },
  ],
  columns: {
    account: 'string',
    run: 'string',
    kind: 'string',
    type: 'string',
    entry: 'string',
    website: 'string',
    address: 'text',
    state: 'string',
    pages: 'integer',
  },
});

/** The last check of each account that came to its end. */
export const LINK_CHECK_MODEL = ownTable('link-check', {
  tableName: 'content_delivery_link_checks',
  indexes: [{ name: 'content_delivery_link_checks_uq', columns: ['account'], type: 'unique' }],
  columns: {
    account: 'string',
    run: 'string',
    at: 'datetime',
    revisions: 'string',
    unread: 'integer',
    cut: 'boolean',
  },
});
