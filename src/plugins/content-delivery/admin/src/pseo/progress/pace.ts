/** How far something was, and when. */
export interface Sample {
  /** Milliseconds. */
  at: number;
  done: number;
}

/** Milliseconds that something has to be watched before its pace says anything. */
const ENOUGH = 2_000;

/**
 * Seconds until all is done, when it goes on as it did since it was first seen.
 * @returns null while that is unknown
 */
export const secondsLeft = (first: Sample, now: Sample, total: number): number | null => {
  const elapsed = now.at - first.at;
  const done = now.done - first.done;
  if (elapsed < ENOUGH || done <= 0 || total < now.done) return null;
  return Math.ceil((elapsed / done / 1000) * (total - now.done));
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A time in the unit that people would say it in, rounded as they would. */
export const inWords = (seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } => {
  if (seconds < 55) return { unit: 'seconds', count: Math.max(5, Math.ceil(seconds / 5) * 5) };
  if (seconds < 55 * MINUTE) return { unit: 'minutes', count: Math.max(1, Math.round(seconds / MINUTE)) };
  return { unit: 'hours', count: Math.max(1, Math.round(seconds / HOUR)) };
};
