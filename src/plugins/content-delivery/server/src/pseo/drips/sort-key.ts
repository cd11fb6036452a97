import { createHash } from 'node:crypto';
import type { DripOrder } from '../../../../contracts/pseo-drips';
import { toMilliseconds, type DatabaseDate } from '../../platform/database/values';

/** Bytes of a slug used for sorting; twice as many characters fit into a column of any database. */
const SLUG_BYTES = 120;

interface PageToOrder {
  document_id: string;
  slug: string | null;
  created_at: DatabaseDate;
}

/** A page's sort key in a drip, as text that compares alike on every database. */
export const sortKeyOf = (order: DripOrder, drip: string, page: PageToOrder): string => {
  switch (order) {
    case 'slug':
      return Buffer.from(page.slug ?? '')
        .subarray(0, SLUG_BYTES)
        .toString('hex');
    case 'created':
      return String(Math.max(0, toMilliseconds(page.created_at))).padStart(16, '0');
    case 'random':
      return createHash('sha256').update(drip).update('\0').update(page.document_id).digest('hex');
  }
};
