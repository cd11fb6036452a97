import { OPENED_VERSION } from '../../../../contracts/editing';
import { changedFields, comparable, isInConflict, mergeValues, type Values } from '../edit-conflicts/merge';
import { changedSinceSent, isRelationValue } from './relations';

/**
 * Puts what was typed while a save was under way on top of what the save has stored.
 *
 * @param sent the form as it was sent
 * @param typed the form as it is now
 * @param stored the form as the answer has it
 */
export const rebasedOnSave = (sent: Values, typed: Values, stored: Values): Values => {
  const since = changedFields(sent, typed).map((field) => {
    const [before, now] = [sent[field], typed[field]];
    const change = isRelationValue(before) && isRelationValue(now) ? changedSinceSent(before, now) : now;
    return [field, change] as const;
  });
  return mergeValues(sent, { ...typed, ...Object.fromEntries(since) }, stored);
};

/**
 * Puts unsaved changes on top of a version that has been loaded anew. Where both have changed the same field
 * or passage, the form keeps the version that it was opened with: saving is refused then, and the editor sees both.
 *
 * @param opened the values that the form was opened with
 */
export const rebasedOnLoad = (opened: Values, typed: Values, loaded: Values): Values => {
  const merged = mergeValues(opened, typed, loaded);
  return isInConflict(opened, typed, loaded)
    ? { ...merged, [OPENED_VERSION]: opened[OPENED_VERSION] }
    : merged;
};

/** A form at one moment. */
export interface FormState {
  /** What it takes for stored. */
  initialValues: Values;
  values: Values;
}

/**
 * What was typed by now, when the form takes something for stored. A key that was pressed on the way is on top of
 * that already. Strapi's form may be between two steps, though: it keeps `initialValues` apart from `values`, so one
 * may be newer than the other. What was sent, or was stored before, is nothing that was typed since.
 *
 * @param sent the form as it was sent last
 */
export const typedByNow = (before: FormState, now: FormState, sent: Values | null): Values => {
  const known = sent ? [before.initialValues, sent] : [before.initialValues];
  const since = changedFields(now.initialValues, now.values).filter((field) =>
    known.every((state) => comparable(state[field]) !== comparable(now.values[field])),
  );
  return { ...before.values, ...Object.fromEntries(since.map((field) => [field, now.values[field]])) };
};
