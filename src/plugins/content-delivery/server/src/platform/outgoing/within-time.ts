import { startPatientTimer } from '../patient-timer';

/**
 * Does something with a signal that ends it when its time is over, or when it is called off.
 * @param time in milliseconds
 * @param stop calls it off; it may outlive many of these, and keeps no listener of one that is over
 * @param work `isLate` says whether it is the time that has ended it
 */
export const withinTime = async <Result>(
  time: number,
  stop: AbortSignal | undefined,
  work: (signal: AbortSignal, isLate: () => boolean) => Promise<Result>,
): Promise<Result> => {
  const either = new AbortController();
  const end = (): void => either.abort();
  let isLate = false;
  const endWait = startPatientTimer(time, () => {
    isLate = true;
    end();
  });
  stop?.addEventListener('abort', end);
  try {
    return await work(either.signal, () => isLate);
  } finally {
    endWait();
    stop?.removeEventListener('abort', end);
  }
};
