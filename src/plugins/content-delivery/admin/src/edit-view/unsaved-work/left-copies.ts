import type { Keeper } from './keeper';

/** Copies that the form of a new entry leaves to the form of the stored one. */
export interface LeftCopies {
  /** Whose they are. */
  form: string;
  keeper: Keeper;
}

/** By user, model and documentId. */
const left = new Map<string, LeftCopies>();

const keyOf = (user: string, model: string, entry: string): string => [user, model, entry].join(' ');

export const leaveCopies = (user: string, model: string, entry: string, copies: LeftCopies): void => {
  left.set(keyOf(user, model, entry), copies);
};

/** Once: the form that asks looks after them from now on. */
export const takeLeftCopies = (user: string, model: string, entry: string): LeftCopies | null => {
  const key = keyOf(user, model, entry);
  const copies = left.get(key) ?? null;
  left.delete(key);
  return copies;
};
