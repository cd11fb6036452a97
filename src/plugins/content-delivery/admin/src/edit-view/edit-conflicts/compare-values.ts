import { OPENED_VERSION } from '../../../../contracts/editing';
import { changedFields, comparable, passagesOf, type Choose, type Values } from './merge';
import { canTakeBoth, type Choice, type Passage } from './merge-texts';

/** A field in which the form and the newer version are not the same. */
export interface Difference {
  field: string;
  /** Who has changed it since it was opened. */
  by: 'me' | 'them' | 'both';
  /** Of a text: the parts of which it is made. */
  passages: readonly Passage[] | null;
  opened: unknown;
  mine: unknown;
  newer: unknown;
}

/** What a form carries and editors do not see. */
const NOT_SHOWN = ['documentId', OPENED_VERSION];

/**
 * The fields that either side has changed.
 * @param isRelation of relations only one's own changes are known here
 */
export const differencesOf = (
  opened: Values,
  mine: Values,
  newer: Values,
  isRelation: (field: string) => boolean,
): Difference[] => {
  const own = new Set(changedFields(opened, mine));
  const fields = new Set([...Object.keys(opened), ...own]);
  return [...fields].flatMap((field): Difference[] => {
    const values = { opened: opened[field], mine: mine[field], newer: newer[field] };
    const byMe = own.has(field);
    if (NOT_SHOWN.includes(field)) return [];
    if (isRelation(field)) return byMe ? [{ field, by: 'me', passages: null, ...values }] : [];
    const byThem = field in newer && comparable(values.opened) !== comparable(values.newer);
    if ((!byMe && !byThem) || (byMe && byThem && comparable(values.mine) === comparable(values.newer)))
      return [];
    const by = byMe && byThem ? 'both' : byMe ? 'me' : 'them';
    return [{ field, by, passages: passagesOf(values.opened, values.mine, values.newer), ...values }];
  });
};

/** What an editor has chosen, by `keyOf`. */
export type Choices = ReadonlyMap<string, Choice>;

export const keyOf = (field: string, place: number): string => `${field} ${place}`;

/** Where somebody has to choose: places of passages, or 0 for the whole field. */
export const placesToChoose = ({ by, passages }: Difference): number[] => {
  if (by !== 'both') return [];
  return passages ? passages.flatMap((passage, place) => (passage.by === 'both' ? [place] : [])) : [0];
};

/** What can be chosen there. Before anybody has chosen it is the first: nothing that was written is left out of a text. */
export const choicesAt = ({ passages }: Difference, place: number): readonly Choice[] => {
  const passage = passages?.[place];
  return passage && canTakeBoth(passage) ? ['both', 'newer', 'mine'] : ['mine', 'newer'];
};

export const chosenAt = (difference: Difference, place: number, choices: Choices): Choice =>
  choices.get(keyOf(difference.field, place)) ?? choicesAt(difference, place)[0] ?? 'mine';

export const chooseBy = (differences: readonly Difference[], choices: Choices): Choose => {
  const byField = new Map(differences.map((difference) => [difference.field, difference]));
  return (field, place) => {
    const difference = byField.get(field);
    return difference ? chosenAt(difference, place, choices) : 'mine';
  };
};

/** How often each was chosen. */
export const countChoices = (
  differences: readonly Difference[],
  choices: Choices,
): Record<Choice, number> => {
  const counts = { mine: 0, newer: 0, both: 0 };
  for (const difference of differences)
    for (const place of placesToChoose(difference)) counts[chosenAt(difference, place, choices)] += 1;
  return counts;
};
