import { useRef } from 'react';
import { secondsLeft, type Sample } from './pace';

/** Seconds that work still takes, by its pace while it was watched; null while that is unknown. */
export const useSecondsLeft = (
  id: string,
  isRunning: boolean,
  done: number,
  total: number,
): number | null => {
  const first = useRef<(Sample & { id: string }) | null>(null);
  if (!isRunning) {
    first.current = null;
    return null;
  }
  const now = { at: Date.now(), done };
  // Work that was resumed starts a new pace.
  if (first.current === null || first.current.id !== id || done < first.current.done) {
    first.current = { ...now, id };
  }
  return secondsLeft(first.current, now, total);
};
