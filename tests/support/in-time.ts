import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Milliseconds that are waited unless told otherwise: less than Jest gives a test, which would not say for what. */
export const MAX_WAIT = 30_000;
/** In a process that was stopped for long, what is waited for may be there and only not have been read. */
const GRACE = 200;

export interface Limit {
  /** Milliseconds. */
  within?: number;
  /** What there is instead, for the message. */
  seen?: () => unknown;
}

const inWords = (seen: unknown): string => (typeof seen === 'string' ? seen : inspect(seen, { depth: 4 }));

/**
 * Waits for a promise that nothing else ends.
 * @param what it brings, for the message: `the answer to a ping`
 * @throws Error that says for what it has waited, when that has not come in time
 */
export const inTime = async <Result>(
  what: string,
  work: Promise<Result>,
  { within = MAX_WAIT, seen }: Limit = {},
): Promise<Result> => {
  // Made here, so that it shows who waits.
  const late = new Error(`Waited ${within / 1_000} s for ${what}.`);
  const isOver = new AbortController();
  const { signal } = isOver;
  const end = async (): Promise<never> => {
    await setTimeout(within, undefined, { signal });
    await setTimeout(GRACE, undefined, { signal });
    if (seen)
      late.stack = late.stack?.replace(late.message, (late.message += ` Last seen: ${inWords(seen())}`));
    throw late;
  };
  try {
    return await Promise.race([work, end()]);
  } finally {
    isOver.abort();
  }
};
