import path from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  /** How many posts the databases have, ascending. */
  sizes: number[];
  quick: boolean;
  /** Where the figures go as JSON. */
  out: string;
  /** Where the delivery servers write CPU profiles; null for none. */
  profile: string | null;
  /** The groups of cases to run; empty for all. */
  only: string[];
  connections: number;
  /** Rounds of each side, taken in turns. */
  rounds: number;
  /** Milliseconds. */
  roundTime: number;
  warmUpTime: number;
  /** Single requests in one round, where something has to be done before each. */
  samples: number;
}

const FULL_SIZES = '100,1000,10000,100000';
const QUICK_SIZES = '100,1000,10000';

/** @throws Error for an option that does not exist or makes no sense */
export const readOptions = (args: string[], root: string): Options => {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string' },
      quick: { type: 'boolean', default: false },
      out: { type: 'string', default: path.join('.tmp', 'bench.json') },
      profile: { type: 'string' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const sizes = (values.sizes ?? (values.quick ? QUICK_SIZES : FULL_SIZES)).split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100)) {
    throw new Error('--sizes takes numbers of posts, each at least 100: --sizes 100,1000');
  }
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1 on.');
  return {
    sizes: [...new Set(sizes)].sort((a, b) => a - b),
    quick: values.quick,
    out: path.resolve(root, values.out),
    profile: values.profile === undefined ? null : path.resolve(root, values.profile),
    only: values.only.split(',').filter(Boolean),
    connections: 16,
    rounds,
    ...(values.quick
      ? { roundTime: 1_000, warmUpTime: 1_000, samples: 5 }
      : { roundTime: 5_000, warmUpTime: 10_000, samples: 20 }),
  };
};
