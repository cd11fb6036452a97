import { ownTable } from '../../platform/database/own-table';

/** Saves that were committed, by the name that the panel gave them. */
export const SAVE_MODEL = ownTable('save', {
  tableName: 'content_delivery_saves',
  indexes: [
    { name: 'content_delivery_saves_uq', columns: ['user_id', 'save'], type: 'unique' },
    { name: 'content_delivery_saves_at_idx', columns: ['at'] },
  ],
  columns: {
    userId: 'integer',
    save: 'string',
    model: 'string',
    entry: 'string',
    savedAt: 'string',
    isCreation: 'boolean',
    at: 'datetime',
  },
});
