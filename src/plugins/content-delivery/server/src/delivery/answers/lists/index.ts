import { chunks } from '../../../platform/database/statements';
import type { DeliverySnapshot } from '../../queries';
import type { AnswerSettings } from '../build';
import type { DeliveryQuery } from '../delivery-query';
import type { Make } from '../json';
import type { State } from '../state';
import { readAll, type List } from './list';
import type { Orders } from './orders';
import { postList } from './posts';
import { pageList } from './pseo-pages';

export type { List } from './list';
export { createOrders, type Orders } from './orders';

/** How many redirects are written at a time. */
const REDIRECT_BATCH = 1_000;

/**
 * The list that a query asks for; null when it asks for something that is never long.
 * @throws ValidationError for a cursor of another list
 */
export const listFor = async (
  query: DeliveryQuery,
  state: State,
  snapshot: DeliverySnapshot,
  { publicUrl, templates }: AnswerSettings,
  orders: Orders,
): Promise<List | null> => {
  switch (query.route) {
    case 'blog':
      return query.slug === undefined ? postList(query, state, snapshot, publicUrl, orders) : null;
    case 'pseo-pages':
      return query.slug === undefined ? pageList(query, state, snapshot, templates, orders) : null;
    case 'redirects': {
      const { website } = state;
      const batches = async function* (): AsyncGenerator<Make> {
        for (const some of chunks(await snapshot.redirects(website), REDIRECT_BATCH)) yield () => some;
      };
      return {
        headers: {},
        size: async () => ({ bytes: await snapshot.redirectListSize(website), work: 0 }),
        read: async () => ({ places: null, make: await readAll(batches()) }),
        begin: async () => ({ places: null, batches: batches() }),
      };
    }
    case 'internal-links':
    case 'taxonomies':
    case 'website':
      return null;
  }
};
