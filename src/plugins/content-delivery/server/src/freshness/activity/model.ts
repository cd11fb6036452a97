import { ownTable } from '../../platform/database/own-table';

/** What happened: who did what, when and from where. It has no texts, keys, e-mail addresses or names of people. */
export const ACTIVITY_MODEL = ownTable('activity', {
  tableName: 'content_delivery_activity',
  indexes: [
    { name: 'content_delivery_activity_at_idx', columns: ['at'] },
    { name: 'content_delivery_activity_scope_idx', columns: ['scope', 'at'] },
    { name: 'content_delivery_activity_type_idx', columns: ['type', 'at'] },
    { name: 'content_delivery_activity_user_idx', columns: ['user_id', 'at'] },
    { name: 'content_delivery_activity_work_idx', columns: ['work'] },
  ],
  columns: {
    at: 'datetime',
    userId: 'integer',
    source: 'string',
    action: 'string',
    type: 'string',
    scope: 'string',
    entry: 'string',
    label: 'string',
    amount: 'integer',
    work: 'string',
  },
});
