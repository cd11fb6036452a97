import { useEffect, useReducer } from 'react';

export const MINUTE_MS = 60_000;

/** The time at each rendering; there is one each minute. */
export const useNow = (): Date => {
  const [, renew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(renew, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return new Date();
};
