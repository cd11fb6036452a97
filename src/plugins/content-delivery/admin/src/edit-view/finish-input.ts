import { barOfActions } from './save-bar/whole-window';

/** Finishes what was typed into an input and is not in the form yet. @returns null for nothing, false when it cannot be */
type Finish = () => Promise<boolean> | null;

/** What waits for it: each button of the page, as it leaves the input, or only what saves the entry. */
type Waiting = 'any button' | 'saving';

const inputs = new Map<Finish, Waiting>();

/** For inputs that need the server to turn what was typed into a value. @returns ends it */
export const finishBeforeSaving = (finish: Finish, waiting: Waiting = 'any button'): (() => void) => {
  inputs.set(finish, waiting);
  return () => inputs.delete(finish);
};

/** On an element in which a click is part of typing. */
export const PART_OF_INPUT = 'data-part-of-input';

const unfinished = (isSaving: boolean): Promise<boolean>[] =>
  [...inputs]
    .filter(([, waiting]) => isSaving || waiting === 'any button')
    .map(([finish]) => finish())
    .filter((finishing): finishing is Promise<boolean> => finishing !== null);

const twoFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** One of those that save or publish the entry. */
const isSavingButton = (button: Element): boolean => barOfActions()?.contains(button) ?? false;

const isSaving = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && (key === 'Enter' || key.toLowerCase() === 's');

/**
 * Lets a button or a key wait until everything that looks set is in the form: what is typed into an input counts as
 * soon as the input is left, and saving leaves it.
 */
export const finishInputsFirst = (): void => {
  /** What is done then, by the button; one for all that save, as a second press would save again. */
  const held = new Map<Element | 'saving', () => void>();
  const hold = (event: Event, what: Element | 'saving', again: () => void) => {
    const finishing = unfinished(what === 'saving');
    const isHeld = held.has(what);
    if (finishing.length === 0 && !isHeld) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.set(what, again);
    if (isHeld) return;
    void Promise.all(finishing)
      .then(async (outcomes) => {
        await twoFrames();
        return outcomes.every(Boolean) ? held.get(what) : undefined;
      })
      .finally(() => held.delete(what))
      .then((last) => last?.());
  };
  window.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button && !button.closest(`[${PART_OF_INPUT}], [role="listbox"]`))
        hold(event, isSavingButton(button) ? 'saving' : button, () => button.click());
    },
    { capture: true },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (isSaving(event))
        hold(event, 'saving', () => window.dispatchEvent(new KeyboardEvent('keydown', event)));
    },
    { capture: true },
  );
};
