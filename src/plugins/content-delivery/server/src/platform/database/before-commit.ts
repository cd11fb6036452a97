import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';

type Work = () => Promise<void>;
interface Parameters {
  trx: object;
}

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

/** From here on, every transaction does at its end what `beforeCommit` was given in it. */
export const workBeforeCommit = ({ db }: Core.Strapi): void => {
  const transaction = db.transaction.bind(db) as (work?: unknown) => Promise<unknown>;
  const guarded = (work?: (parameters: Parameters) => unknown): Promise<unknown> => {
    if (!work || db.inTransaction()) return transaction(work);
    return transaction(async (parameters: Parameters) => {
      const result = await transactions.run(true, async () => work(parameters));
      // Work may bring more work.
      for (const one of waiting.get(parameters.trx) ?? []) await one();
      return result;
    });
  };
  db.transaction = guarded as typeof db.transaction;
};
