import { randomInt } from 'node:crypto';
import path from 'node:path';

export interface Options {
  rounds: number;
  seed: number;
  /** The only round to play; null for all. */
  only: number | null;
  /** How many times slower than it is the browser is made. */
  slowdown: number;
  /** Processes that keep a processor busy each. */
  burners: number;
  /** Where the report goes. */
  out: string;
}

/** As scripts/test-lost-text.mjs hands them on. */
export const readOptions = (environment: NodeJS.ProcessEnv): Options => ({
  rounds: Number(environment['LOST_TEXT_ROUNDS'] ?? 200),
  seed: Number(environment['LOST_TEXT_SEED'] ?? randomInt(2 ** 31)),
  only: environment['LOST_TEXT_ONLY'] ? Number(environment['LOST_TEXT_ONLY']) : null,
  slowdown: Number(environment['LOST_TEXT_SLOWDOWN'] ?? 3),
  burners: Number(environment['LOST_TEXT_BURNERS'] ?? 0),
  out: environment['LOST_TEXT_OUT'] ?? path.resolve(__dirname, '..', '..', '.tmp', 'lost-text'),
});
