import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';

type Work = () => Promise<void>;

const waiting = new WeakMap<object, Work[]>();
const transactions = new AsyncLocalStorage<true>();

/** For what has no Strapi at hand: whether it is called in a transaction. */
export const isInTransaction = (): boolean => transactions.getStore() === true;

/**
 * Has work done at the end of the running transaction, inside it and ahead of its COMMIT: what is judged over all that the
 * transaction has written. What it throws takes the whole transaction back. Outside of one it is done at once.
 */
export const beforeCommit = async (strapi: Core.Strapi, work: Work): Promise<void> =>
  strapi.db.transaction(async ({ trx }) => {
    const works = waiting.get(trx) ?? [];
    waiting.set(trx, works);
    works.push(work);
  });

/** Does the work of a transaction, and then what `beforeCommit` was given in it. */
export const withWorkBeforeCommit = async (work: () => Promise<unknown>, trx: object): Promise<unknown> => {
  const result = await transactions.run(true, work);
  // Work may bring more work.
  for (const one of waiting.get(trx) ?? []) await one();
  return result;
};
