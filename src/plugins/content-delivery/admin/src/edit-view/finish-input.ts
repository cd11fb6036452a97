/** Finishes what was typed into an input and is not in the form yet. @returns null for nothing, false when it cannot be */
type Finish = () => Promise<boolean> | null;

const inputs = new Set<Finish>();

/** For inputs that need the server to turn what was typed into a value. @returns ends it */
export const finishBeforeSaving = (finish: Finish): (() => void) => {
  inputs.add(finish);
  return () => inputs.delete(finish);
};

/** On an element in which a click is part of typing. */
export const PART_OF_INPUT = 'data-part-of-input';

const unfinished = (): Promise<boolean>[] =>
  [...inputs]
    .map((finish) => finish())
    .filter((finishing): finishing is Promise<boolean> => finishing !== null);

const twoFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

const isSaving = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && (key === 'Enter' || key.toLowerCase() === 's');

/**
 * Lets a button or a key wait until everything that looks set is in the form: what is typed into an input counts as
 * soon as the input is left, and saving leaves it.
 */
export const finishInputsFirst = (): void => {
  const hold = (event: Event, again: () => void) => {
    const finishing = unfinished();
    if (finishing.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void Promise.all(finishing).then(async (outcomes) => {
      await twoFrames();
      if (outcomes.every(Boolean)) again();
    });
  };
  window.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button && !button.closest(`[${PART_OF_INPUT}], [role="listbox"]`))
        hold(event, () => button.click());
    },
    { capture: true },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (isSaving(event)) hold(event, () => window.dispatchEvent(new KeyboardEvent('keydown', event)));
    },
    { capture: true },
  );
};
