import { ownTable } from '../../platform/database/own-table';

/** The posts of a run of search and replace. */
export const REPLACED_POST_MODEL = ownTable('replaced-post', {
  tableName: 'content_delivery_replaced_posts',
  indexes: [
    { name: 'content_delivery_replaced_posts_uq', columns: ['job', 'post'], type: 'unique' },
    { name: 'content_delivery_replaced_posts_idx', columns: ['job', 'state', 'id'] },
  ],
  columns: {
    job: 'string',
    post: 'string',
    website: 'string',
    live: 'boolean',
    version: 'string',
    skip: 'text',
    state: 'string',
    reason: 'string',
    message: 'text',
    undo: 'text',
  },
});
