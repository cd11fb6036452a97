import type { UnsavedChange, UnsavedForm } from '../../../../contracts/unsaved-work';
import { changedFields, comparable, mergeValues, type Choose, type Values } from '../edit-conflicts/merge';

type Changes = UnsavedForm['changes'];

/** The fields of a form that differ from what it was opened with, without those of `secret`. */
export const changesOf = (opened: Values, typed: Values, secret: ReadonlySet<string>): Changes =>
  Object.fromEntries(
    changedFields(opened, typed)
      .filter((field) => !secret.has(field))
      .map((field): [string, UnsavedChange] => [
        field,
        { from: opened[field] ?? null, to: typed[field] ?? null },
      ]),
  );

/** Those that are not stored already. */
export const notStored = (changes: Changes, stored: Values): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([field, { to }]) => comparable(to) !== comparable(stored[field])),
  );

const pickedFrom = (changes: Changes, side: keyof UnsavedChange): Values =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]]));

/** The form as it was opened, and as it was typed, on top of what is in the form now. */
export const bothSides = (changes: Changes, now: Values): { opened: Values; mine: Values } => ({
  opened: { ...now, ...pickedFrom(changes, 'from') },
  mine: { ...now, ...pickedFrom(changes, 'to') },
});

/** @param now what is in the form: `choose` has to be of the same values. @returns it with these changes put into it */
export const broughtBack = (changes: Changes, now: Values, choose?: Choose): Values => {
  const { opened, mine } = bothSides(changes, now);
  return mergeValues(opened, mine, now, choose);
};
