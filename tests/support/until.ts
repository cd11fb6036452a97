import { setTimeout } from 'node:timers/promises';
import { inTime, type Limit } from './in-time';

/** Milliseconds between two looks. */
const PAUSE = 10;

interface Options extends Limit {
  /** Milliseconds between two looks. */
  every?: number;
}

type Found<Seen> = Exclude<Seen, false | 0 | '' | null | undefined>;

const isFound = <Seen>(seen: Seen): seen is Found<Seen> => Boolean(seen);

/**
 * Looks again and again until something is so, for 30 seconds unless told otherwise.
 * @param what it is, for the message: `three events`
 * @returns what was found: the first look that brings anything but false, 0, '', null or undefined
 * @throws Error that says for what it has waited, when it has not come to be in time
 */
export const until = async <Seen>(
  what: string,
  isSo: () => Seen | Promise<Seen>,
  { every = PAUSE, ...limit }: Options = {},
): Promise<Found<Seen>> => {
  let isOver = false;
  const look = async (): Promise<Found<Seen>> => {
    while (!isOver) {
      const seen = await isSo();
      if (isFound(seen)) return seen;
      await setTimeout(every);
    }
    throw new Error('Nobody waits any more.');
  };
  try {
    return await inTime(what, look(), limit);
  } finally {
    isOver = true;
  }
};
