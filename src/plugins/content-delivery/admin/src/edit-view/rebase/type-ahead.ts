import { announceLate, holdBack } from '../unsaved-work/late-values';
import { focusPlace, type Place } from './focus';
import type { TypedKey } from './typed-keys';

/** How long the next form may take to open, and then the place in it, in milliseconds. After that, keys go where the browser sends them. */
const PATIENCE_MS = { form: 30_000, place: 5_000 };

const keyOf = (key: string): TypedKey | null => {
  if (key.length === 1) return { kind: 'text', text: key };
  if (key === 'Enter') return { kind: 'enter' };
  return key === 'Backspace' ? { kind: 'backspace' } : null;
};

/** The commands by which a page can type like a user. */
const type = (key: TypedKey): void => {
  if (key.kind === 'text') document.execCommand('insertText', false, key.text);
  else document.execCommand(key.kind === 'enter' ? 'insertParagraph' : 'delete');
};

let goOn: (() => void) | null = null;
let ended: Promise<boolean> = Promise.resolve(true);

/** The next form is there, with what was typed so far. */
export const endTypeAhead = (): void => goOn?.();

/** Settles once no keys are buffered any more. @returns whether they are in the form; false when they were given up */
export const whenTypedAhead = (): Promise<boolean> => ended;

/**
 * Buffers what is typed while the form of a new entry gives way to the one of the stored entry, and types it at
 * the same place once that is there. Until then it counts as typed into the field (see `late-values`).
 *
 * @param place null when nobody is typing
 */
export const typeAhead = (place: Place | null): void => {
  if (!place) return;
  const { snapshot } = place;
  const typed: TypedKey[] = [];
  let openSince: number | null = null;
  let settle = (_isTyped: boolean): void => undefined;
  ended = new Promise((resolve) => {
    settle = resolve;
  });
  const endHolding = holdBack(() =>
    snapshot && typed.length > 0
      ? { field: snapshot.field, from: snapshot.value, to: snapshot.withKeys(typed) }
      : null,
  );
  const onKey = (event: KeyboardEvent) => {
    const key = event.ctrlKey || event.metaKey || event.altKey ? null : keyOf(event.key);
    if (!key) return;
    typed.push(key);
    event.preventDefault();
    event.stopPropagation();
    announceLate();
  };
  const end = () => {
    goOn = null;
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
  const finish = (isTyped: boolean) => {
    end();
    settle(isTyped);
    // Copies that are made now still have the keys.
    setTimeout(endHolding);
  };
  const look = () => {
    openSince ??= performance.now();
    const focused = document.activeElement ?? document.body;
    // Someone who has begun to do something else goes on with that.
    const isElsewhere = ![document.body, place.element].includes(focused);
    const isThere = isElsewhere && typed.length === 0 ? true : focusPlace(place);
    if (!isThere && performance.now() - openSince < PATIENCE_MS.place) {
      requestAnimationFrame(look);
      return;
    }
    end();
    if (isThere) typed.forEach(type);
    if (isElsewhere && focused instanceof HTMLElement) focused.focus();
    finish(isThere || typed.length === 0);
  };
  const timer = setTimeout(() => finish(typed.length === 0), PATIENCE_MS.form);
  goOn = () => requestAnimationFrame(look);
  window.addEventListener('keydown', onKey, { capture: true });
};
