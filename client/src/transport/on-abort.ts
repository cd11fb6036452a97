/** What waits for each signal. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Runs something when a signal is aborted. A signal has one listener however many wait for it: Node warns of a leak where it has more than
 * ten, and a website may read a hundred things at a time.
 * @returns what calls it off
 */
export const onAbort = (signal: AbortSignal | undefined, run: () => void): (() => void) => {
  if (!signal) return () => undefined;
  const all = waiting.get(signal) ?? listenTo(signal);
  // Of its own, as the same function may wait twice.
  const one = (): void => run();
  all.add(one);
  return () => void all.delete(one);
};

const listenTo = (signal: AbortSignal): Set<() => void> => {
  const all = new Set<() => void>();
  waiting.set(signal, all);
  signal.addEventListener(
    'abort',
    () => {
      for (const run of all) run();
      all.clear();
    },
    { once: true },
  );
  return all;
};
