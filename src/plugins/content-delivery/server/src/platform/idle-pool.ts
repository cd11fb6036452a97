import { setImmediate as tick } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';

/** Ticks of the event loop without a query after which none is to come. */
const QUIET_TICKS = 50;

/** Waits for work that is not awaited: Strapi reads an entry once more for its events after it was stored. */
export const waitForIdlePool = async (strapi: Core.Strapi, shouldContinue = () => true): Promise<void> => {
  const { pool } = strapi.db.connection.client as {
    pool: { numUsed(): number; numPendingAcquires(): number };
  };
  for (let ticks = 0; ticks < QUIET_TICKS && shouldContinue();) {
    await tick();
    ticks = pool.numUsed() + pool.numPendingAcquires() === 0 ? ticks + 1 : 0;
  }
};
