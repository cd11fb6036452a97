/** The posts of a run of search and replace. No content type: no role, list, picker or route can reach them. */
export const REPLACED_POST_MODEL = {
  uid: 'plugin::content-delivery.replaced-post',
  tableName: 'content_delivery_replaced_posts',
  singularName: 'content-delivery-replaced-post',
  indexes: [
    { name: 'content_delivery_replaced_posts_uq', columns: ['job', 'post'], type: 'unique' },
    { name: 'content_delivery_replaced_posts_idx', columns: ['job', 'state', 'id'] },
  ],
  attributes: {
    id: { type: 'increments' },
    job: { type: 'string' },
    post: { type: 'string' },
    website: { type: 'string' },
    live: { type: 'boolean' },
    version: { type: 'string' },
    skip: { type: 'text' },
    state: { type: 'string' },
    reason: { type: 'string' },
    message: { type: 'text' },
    undo: { type: 'text' },
  },
} as const;
