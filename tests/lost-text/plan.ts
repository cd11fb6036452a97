import type { Random } from '../support/random';
import { BACKSPACE, FIELDS, type Field, type Place } from './typed';

/** What becomes of a save. */
export type Outcome =
  | 'stored'
  /** Answered with 500; nothing is stored. */
  | 'refused'
  /** The connection breaks before the server has it. */
  | 'cut'
  /** The connection breaks before the answer: it is stored, and the form does not learn so. */
  | 'answer cut';

export interface Answer {
  outcome: Outcome;
  /** How many keys are pressed before the answer is there. */
  after: number;
  /** How many keys are pressed before the entry is there that the form reads again then. */
  readAfter: number;
}

export type Step =
  | { do: 'type'; field: Field; at: Place; keys: string; pause: number }
  /** What comes next does not wait for the answer. */
  | { do: 'save'; how: 'button' | 'keys'; publishes: boolean; answer: Answer }
  /** Answers come in, and the form is compared with what was typed. */
  | { do: 'settle' }
  /** Saves what may be stored already, and puts it on top of that. */
  | { do: 'save over' }
  /** The page is loaded again, and what was not saved is brought back. */
  | { do: 'reload' };

export interface Round {
  isNew: boolean;
  steps: Step[];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Milliseconds between two keys: as fast as the page takes them, and slower than the form brings them in. */
const PAUSES = [0, 0, 10, 30, 80, 250];

/** What happens in one round: the same for the same seed. */
export const planRound = (random: Random): Round => {
  const isNew = random.next() < 0.35;
  const steps: Step[] = [];
  /** Where the caret is; null where it is not known. */
  let caret: Field | null = null;
  let isStored = !isNew;

  const chance = (probability: number): boolean => random.next() < probability;
  const word = (): string => {
    const letters = Array.from({ length: random.between(2, 6) }, () => random.pick([...LETTERS]));
    // Mistyped and mended.
    if (chance(0.15)) letters.push(random.pick([...LETTERS]), BACKSPACE);
    return letters.join('');
  };
  const keysFor = (field: Field): string => {
    const gap = () => (field === 'content' && chance(0.25) ? '\n' : ' ');
    let keys = word();
    for (let more = random.between(0, 2); more > 0; more -= 1) keys += gap() + word();
    return keys;
  };
  const type = (wanted?: Field): void => {
    const goesOn = caret !== null && (wanted === undefined || wanted === caret) && chance(0.6);
    const field = goesOn && caret !== null ? caret : (wanted ?? random.pick(FIELDS));
    const at: Place = goesOn ? 'here' : random.pick(['start', 'end', 'end']);
    steps.push({ do: 'type', field, at, keys: keysFor(field), pause: random.pick(PAUSES) });
    caret = field;
  };
  const typeOften = (): void => {
    for (let times = random.between(1, 2); times > 0; times -= 1) type();
  };
  const save = (outcome: Outcome, publishes = chance(0.25)): void => {
    const how = chance(0.65) ? 'keys' : 'button';
    const after = chance(0.25) ? 0 : random.between(1, 12);
    steps.push({
      do: 'save',
      how,
      publishes,
      answer: { outcome, after, readAfter: chance(0.5) ? 0 : random.between(1, 8) },
    });
    if (how === 'button') caret = null;
    if (outcome === 'stored') isStored = true;
  };
  const settle = (): void => void steps.push({ do: 'settle' });

  const acts: Readonly<Record<string, () => void>> = {
    'a save while typing': () => {
      typeOften();
      save('stored', false);
      typeOften();
    },
    'a second save right after': () => {
      type();
      save('stored', false);
      type();
      save('stored', false);
      if (chance(0.7)) type();
    },
    'publishing while typing': () => {
      type();
      save('stored', true);
      typeOften();
    },
    'a save that fails': () => {
      type();
      const isAnswerCut = isStored && chance(0.3);
      if (isAnswerCut) settle();
      save(isAnswerCut ? 'answer cut' : random.pick(['refused', 'cut']));
      typeOften();
      if (isAnswerCut || chance(0.5)) settle();
      if (!isAnswerCut) return;
      steps.push({ do: 'save over' });
      caret = null;
    },
    'a reload': () => {
      type();
      if (chance(0.5)) settle();
      if (chance(0.7)) type();
      steps.push({ do: 'reload' });
      caret = null;
    },
  };

  if (isNew) {
    type('title');
    if (chance(0.7)) acts['a save while typing']?.();
  }
  for (let count = random.between(2, 4); count > 0; count -= 1) acts[random.pick(Object.keys(acts))]?.();
  return { isNew, steps };
};

const inWords = (step: Step): string => {
  switch (step.do) {
    case 'type':
      return `type ${JSON.stringify(step.keys)} into ${step.field}, ${step.at}, a key every ${step.pause} ms`;
    case 'save': {
      const { outcome, after, readAfter } = step.answer;
      return `${step.publishes ? 'publish' : 'save'} by ${step.how}: ${outcome}, after ${after} keys, read again after ${readAfter}`;
    }
    default:
      return step.do;
  }
};

export const stepsInWords = ({ isNew, steps }: Round): string[] => [
  isNew ? 'open a new post' : 'open a stored post',
  ...steps.map(inWords),
];
