import { onAbort } from './on-abort.js';

/** Time and chance, handed in so that tests need not wait for either. */
export interface Runtime {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** Runs something later, never after `Infinity`. @returns what calls it off */
  after(milliseconds: number, run: () => void): () => void;
}

/** What a timer can wait for: one that is set for longer ends at once. */
const MAX_DELAY = 2 ** 31 - 1;

export const realRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, run) {
    if (milliseconds === Infinity) return () => undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number): void => {
      timer = setTimeout(
        () => (left > MAX_DELAY ? wait(left - MAX_DELAY) : run()),
        Math.min(left, MAX_DELAY),
      );
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Waits. @throws the signal's reason as soon as it is aborted */
export const sleep = (
  runtime: Runtime,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const callOff = runtime.after(milliseconds, () => {
      ignore();
      resolve();
    });
    const ignore = onAbort(signal, () => {
      callOff();
      reject(signal?.reason as Error);
    });
  });
