import { useSyncExternalStore } from 'react';
import type { KeptState } from './keeper';

let state: KeptState = null;
const listeners = new Set<() => void>();

export const setKeptState = (next: KeptState): void => {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** For inputs of the open form. */
export const useKeptState = (): KeptState => useSyncExternalStore(subscribe, () => state);
