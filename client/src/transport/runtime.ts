/** Time and chance, handed in so that tests need not wait for either. */
export interface Runtime {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** Runs something later. @returns what calls it off */
  after(milliseconds: number, run: () => void): () => void;
}

export const realRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
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
    const stop = (): void => {
      callOff();
      reject(signal?.reason as Error);
    };
    const callOff = runtime.after(milliseconds, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
