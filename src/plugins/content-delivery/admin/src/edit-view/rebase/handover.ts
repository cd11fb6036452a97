import type { Values } from '../edit-conflicts/merge';

/** What a form that is closed leaves to the next one of the same entry. */
export interface Handover {
  /** What the typed values rest on. */
  base: Values;
  typed: Values;
  /** True when `base` was sent to be saved, and is stored therefore. */
  isSaved: boolean;
}

const waiting = new Map<string, Handover>();

/** @param user whose it is: another user who signs in on this tab does not get it */
const keyOf = (user: string, model: string, documentId: string): string =>
  [user, model, documentId].join(' ');

export const handOver = (user: string, model: string, documentId: string, handover: Handover): void => {
  waiting.set(keyOf(user, model, documentId), handover);
};

/** Once: the form that asks has it then. */
export const takeOver = (user: string, model: string, documentId: string): Handover | null => {
  const key = keyOf(user, model, documentId);
  const handover = waiting.get(key) ?? null;
  waiting.delete(key);
  return handover;
};
