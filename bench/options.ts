import path from 'node:path';
import { parseArgs } from 'node:util';

/** The databases that posts can be in; `mysql` is MariaDB. */
export type DatabaseKind = 'sqlite' | 'postgres' | 'mysql';

const isKind = (text: string): text is DatabaseKind => ['sqlite', 'postgres', 'mysql'].includes(text);

export interface Options {
  database: DatabaseKind;
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
/** A server has one database, which is filled once. */
const SERVER_SIZES = '1000';

/** @throws Error for an option that does not exist or makes no sense */
export const readOptions = (args: string[], root: string): Options => {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string', default: 'sqlite' },
      sizes: { type: 'string' },
      quick: { type: 'boolean', default: false },
      out: { type: 'string', default: path.join('.tmp', 'bench.json') },
      profile: { type: 'string' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string' },
    },
  });
  const { database } = values;
  if (!isKind(database)) throw new Error('--database takes sqlite, postgres or mysql.');
  const usualSizes = values.quick ? QUICK_SIZES : FULL_SIZES;
  const sizes = (values.sizes ?? (database === 'sqlite' ? usualSizes : SERVER_SIZES)).split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100)) {
    throw new Error('--sizes takes numbers of posts, each at least 100: --sizes 100,1000');
  }
  if (database !== 'sqlite' && sizes.length > 1) {
    throw new Error(`--sizes takes one number with --database ${database}.`);
  }
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1 on.');
  const seconds = Number(values.seconds ?? (values.quick ? 1 : 5));
  if (!(seconds > 0)) throw new Error('--seconds takes a number over 0: --seconds 0.5');
  return {
    database,
    sizes: [...new Set(sizes)].sort((a, b) => a - b),
    quick: values.quick,
    out: path.resolve(root, values.out),
    profile: values.profile === undefined ? null : path.resolve(root, values.profile),
    only: values.only.split(',').filter(Boolean),
    connections: 16,
    rounds,
    roundTime: seconds * 1_000,
    warmUpTime: seconds * (values.quick ? 1_000 : 2_000),
    samples: values.quick ? 5 : 20,
  };
};
