import { availableParallelism } from 'node:os';
import { textIn } from './texts';
import { wholeNumber } from './numbers';
import type { Env } from './variables';

const MAX_WORKERS = 64;

/** How many delivery workers are asked for by WORKERS; 0 is a server alone. @throws Error that says what it may be */
export const workersIn = (env: Env): number => {
  if (textIn(env, 'WORKERS', '').toLowerCase() === 'auto')
    return Math.min(availableParallelism(), MAX_WORKERS);
  try {
    return wholeNumber(env, 'WORKERS', 0, { min: 0, max: MAX_WORKERS });
  } catch (error) {
    throw new Error(`${(error as Error).message.replace(/\.$/, '')}, or auto for one on each core.`);
  }
};
