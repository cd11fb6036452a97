import { randomInt } from 'node:crypto';
import path from 'node:path';

export interface Options {
  /** How long faults are played on a database at least; every fault is played once however long that takes. */
  minutes: number;
  /** How often every fault is played at least. */
  rounds: number;
  /** Whether faults are over sooner, and the number of instances stays the same. */
  isShort: boolean;
  seed: number;
  /** Names of the faults to play; empty for all. */
  only: string[];
  /** Where reports go. */
  out: string;
}

/** As scripts/test-faults.mjs hands them on. */
export const readOptions = (environment: NodeJS.ProcessEnv): Options => ({
  minutes: Number(environment['FAULTS_MINUTES'] ?? 0),
  rounds: Number(environment['FAULTS_ROUNDS'] ?? 1),
  isShort: environment['FAULTS_SHORT'] === 'true',
  seed: Number(environment['FAULTS_SEED'] ?? randomInt(2 ** 31)),
  only: (environment['FAULTS_ONLY'] ?? '').split(',').filter(Boolean),
  out: environment['FAULTS_OUT'] ?? path.resolve(__dirname, '..', '..', '.tmp', 'faults'),
});
