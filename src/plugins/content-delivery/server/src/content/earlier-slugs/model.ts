import { ownTable } from '../../platform/database/own-table';

/**
 * Slugs under which readers have had an entry.
 *
 * A slug belongs to the entry that had it last, so there is one row for each. Where it leads to is not written here: to
 * the slug that the entry has now, if readers get it.
 */
export const EARLIER_SLUG_MODEL = ownTable('earlier-slug', {
  tableName: 'content_delivery_earlier_slugs',
  indexes: [
    { name: 'content_delivery_earlier_slugs_uq', columns: ['type', 'key'], type: 'unique' },
    { name: 'content_delivery_earlier_slugs_entry_idx', columns: ['entry'] },
    { name: 'content_delivery_earlier_slugs_site_idx', columns: ['website', 'type'] },
  ],
  columns: {
    website: 'string',
    type: 'string',
    entry: 'string',
    slug: 'string',
    /** The hash of website and slug, as live entries have it: it compares byte for byte. */
    key: 'string',
    at: 'datetime',
  },
});
