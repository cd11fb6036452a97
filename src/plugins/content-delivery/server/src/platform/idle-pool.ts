import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';

/** Turns of the event loop without a query after which none is to come. */
const QUIET_TURNS = 50;

/** Waits for work that is not awaited: Strapi reads an entry once more for its events after it was stored. */
export const waitForIdlePool = async (strapi: Core.Strapi, goesOn = () => true): Promise<void> => {
  const { pool } = strapi.db.connection.client as {
    pool: { numUsed(): number; numPendingAcquires(): number };
  };
  for (let turns = 0; turns < QUIET_TURNS && goesOn();) {
    await nextTurn();
    turns = pool.numUsed() + pool.numPendingAcquires() === 0 ? turns + 1 : 0;
  }
};
