/** What the last check of each account's links found. No content type: no role, list, picker or route can reach it. */
export const LINK_FINDING_MODEL = {
  uid: 'plugin::content-delivery.link-finding',
  tableName: 'content_delivery_link_findings',
  singularName: 'content-delivery-link-finding',
  indexes: [
    { name: 'content_delivery_link_findings_idx', columns: ['run', 'kind', 'id'] },
    { name: 'content_delivery_link_findings_acc_idx', columns: ['account'] },
  ],
  attributes: {
    id: { type: 'increments' },
    account: { type: 'string' },
    run: { type: 'string' },
    kind: { type: 'string' },
    type: { type: 'string' },
    entry: { type: 'string' },
    website: { type: 'string' },
    address: { type: 'text' },
    state: { type: 'string' },
    pages: { type: 'integer' },
  },
} as const;

/** The last check of each account that came to its end. */
export const LINK_CHECK_MODEL = {
  uid: 'plugin::content-delivery.link-check',
  tableName: 'content_delivery_link_checks',
  singularName: 'content-delivery-link-check',
  indexes: [{ name: 'content_delivery_link_checks_uq', columns: ['account'], type: 'unique' }],
  attributes: {
    id: { type: 'increments' },
    account: { type: 'string' },
    run: { type: 'string' },
    at: { type: 'datetime' },
    revisions: { type: 'string' },
    unread: { type: 'integer' },
    cut: { type: 'boolean' },
  },
} as const;
