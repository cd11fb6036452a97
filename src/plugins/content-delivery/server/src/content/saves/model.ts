/** Saves that were committed, by the name that the panel gave them. No content type: no role, list, picker or route can reach them. */
export const SAVE_MODEL = {
  uid: 'plugin::content-delivery.save',
  tableName: 'content_delivery_saves',
  singularName: 'content-delivery-save',
  indexes: [
    { name: 'content_delivery_saves_uq', columns: ['user_id', 'save'], type: 'unique' },
    { name: 'content_delivery_saves_at_idx', columns: ['at'] },
  ],
  attributes: {
    id: { type: 'increments' },
    userId: { type: 'integer' },
    save: { type: 'string' },
    model: { type: 'string' },
    entry: { type: 'string' },
    savedAt: { type: 'string' },
    isCreation: { type: 'boolean' },
    at: { type: 'datetime' },
  },
} as const;
