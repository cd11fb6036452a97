import type { Cluster } from '../cluster';
import type { Random } from '../../support/random';

export interface Stage {
  cluster: Cluster;
  random: Random;
  /** Lets it go on for so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

/** Something that goes wrong. It is over when `play` resolves. */
export interface Fault {
  name: string;
  /** Why it cannot be played here, for people; null, or left out, when it can. */
  whyNot?(cluster: Cluster): string | null;
  /** Whether somebody stands still meanwhile who may have a lock: others may be asked to try again. */
  holdsLocks?: true;
  play(stage: Stage): Promise<void>;
}

export const isServer = ({ kind }: Cluster): string | null =>
  kind === 'sqlite' ? 'SQLite has no connections' : null;
