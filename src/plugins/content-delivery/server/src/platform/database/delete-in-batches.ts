import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { createYielder } from '../yielder';

/** Rows that one statement deletes. */
const BATCH_SIZE = 500;

/**
 * Does work in batches until one is not full, and lets others do theirs between two.
 * @param batch does at most so many, and returns how many there were
 * @param shouldContinue false when the work is to end here
 */
export const inBatches = async (
  size: number,
  batch: (size: number) => Promise<number>,
  shouldContinue: () => boolean = () => true,
): Promise<void> => {
  const yieldTurn = createYielder();
  while (shouldContinue() && (await batch(size)) === size) await yieldTurn();
};

/**
 * Deletes rows in small batches, as other writers wait meanwhile.
 * @param which the rows: by their columns, or by what is done to the query
 * @param shouldContinue false when the work is to end here
 */
export const deleteInBatches = async (
  strapi: Core.Strapi,
  table: string,
  which: Record<string, unknown> | ((rows: Knex.QueryBuilder) => void),
  shouldContinue?: () => boolean,
): Promise<void> => {
  const deleteSome = async (size: number): Promise<number> => {
    const ids: number[] = await strapi.db.connection(table).where(which).limit(size).pluck('id');
    if (ids.length > 0) await strapi.db.transaction(({ trx }) => trx(table).whereIn('id', ids).delete());
    return ids.length;
  };
  await inBatches(BATCH_SIZE, deleteSome, shouldContinue);
};
