/**
 * What happened: who did what, when and from where. No content type: no role, list, picker or route can reach it. It
 * has no texts, keys, e-mail addresses or names of people.
 */
export const ACTIVITY_MODEL = {
  uid: 'plugin::content-delivery.activity',
  tableName: 'content_delivery_activity',
  singularName: 'content-delivery-activity',
  indexes: [
    { name: 'content_delivery_activity_at_idx', columns: ['at'] },
    { name: 'content_delivery_activity_scope_idx', columns: ['scope', 'at'] },
    { name: 'content_delivery_activity_type_idx', columns: ['type', 'at'] },
    { name: 'content_delivery_activity_user_idx', columns: ['user_id', 'at'] },
    { name: 'content_delivery_activity_work_idx', columns: ['work'] },
  ],
  attributes: {
    id: { type: 'increments' },
    at: { type: 'datetime' },
    userId: { type: 'integer' },
    source: { type: 'string' },
    action: { type: 'string' },
    type: { type: 'string' },
    scope: { type: 'string' },
    entry: { type: 'string' },
    label: { type: 'string' },
    amount: { type: 'integer' },
    work: { type: 'string' },
  },
} as const;
