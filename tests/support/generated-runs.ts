import { databaseKind } from './databases';

/**
 * How often a property is tried here: in full on SQLite, a third of that on the others. What is generated looks for
 * faults of our rules, which are the same code everywhere; a third shows each statement to each server.
 */
export const generatedRuns = (runs: number): number =>
  databaseKind() === 'sqlite' ? runs : Math.ceil(runs / 3);
