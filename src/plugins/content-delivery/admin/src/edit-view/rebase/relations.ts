import type { FormPick, Pick, RelationValue } from '../../shared/relation-value';

const keyOf = ({ documentId, apiData, id }: Partial<FormPick>): string =>
  documentId ?? apiData?.documentId ?? String(id);

const without = <One extends Pick>(picks: readonly One[] = [], others: readonly Pick[] = []): One[] => {
  const known = new Set(others.map(keyOf));
  return picks.filter((pick) => !known.has(keyOf(pick)));
};

/** Does a form's value belong to a relation? */
export const isRelationValue = (value: unknown): value is RelationValue =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as RelationValue).connect) &&
  Array.isArray((value as RelationValue).disconnect);

/**
 * What was changed of a relation after the form was sent, as a change to what is saved now. Without this, an entry
 * that was picked and saved would be picked a second time, and one that was taken out again would stay.
 */
export const changedSinceSent = (sent: RelationValue, now: RelationValue): RelationValue => {
  // The whole list in order: it means the same whatever was sent. Without it, the list is as it was saved before,
  // which is not known here; the form then shows what was sent.
  if (now.set || sent.set) return now;
  return {
    connect: [...without(now.connect, sent.connect), ...without<FormPick>(sent.disconnect, now.disconnect)],
    disconnect: [...without(now.disconnect, sent.disconnect), ...without<Pick>(sent.connect, now.connect)],
  };
};
