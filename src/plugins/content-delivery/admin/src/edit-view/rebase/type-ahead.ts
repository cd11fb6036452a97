import { announceLate, holdBack } from '../unsaved-work/late-values';
import { focusPlace, placeOfFocus, type Place } from './focus';
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

/** What was typed at one place. */
interface Passage {
  place: Place;
  keys: TypedKey[];
}

/**
 * Buffers what is typed while the form of a new entry gives way to the one of the stored entry, and types it at
 * the same places once these are there. Until then it counts as typed into the fields (see `late-values`).
 *
 * @param place null before anything is typed
 */
export const typeAhead = (place: Place | null): void => {
  const passages: Passage[] = [];
  const endings: (() => void)[] = [];
  let openSince: number | null = null;
  let settle = (_isTyped: boolean): void => undefined;
  ended = new Promise((resolve) => {
    settle = resolve;
  });
  const begin = (at: Place): Passage => {
    const { snapshot } = at;
    const passage: Passage = { place: at, keys: [] };
    passages.push(passage);
    endings.push(
      holdBack(() =>
        snapshot && passage.keys.length > 0
          ? { field: snapshot.field, from: snapshot.value, to: snapshot.withKeys(passage.keys) }
          : null,
      ),
    );
    return passage;
  };
  let last = place ? begin(place) : null;
  /** How many of them are in the next form. */
  let done = 0;
  /** Shown for a while after the address has changed, and of no use any more. */
  const old = document.querySelector('main form');
  const isOld = (element: Element): boolean => old?.contains(element) ?? false;
  /** Where the caret was put in it last. */
  let chosen = place;
  const onSelection = () => {
    if (isOld(document.activeElement ?? document.body)) chosen = placeOfFocus() ?? chosen;
  };
  const isTyped = () => passages.slice(done).every(({ keys }) => keys.length === 0);

  const onKey = (event: KeyboardEvent) => {
    const key = event.ctrlKey || event.metaKey || event.altKey ? null : keyOf(event.key);
    if (!key) return;
    const focused = document.activeElement ?? document.body;
    // In the next form typing goes on by itself.
    if (focused !== document.body && !isOld(focused)) return;
    const at = isOld(focused) ? placeOfFocus() : chosen;
    if (at && at.element !== last?.place.element)
      last = passages.slice(done).find(({ place: { element } }) => element === at.element) ?? begin(at);
    if (!last) return;
    last.keys.push(key);
    event.preventDefault();
    event.stopPropagation();
    announceLate();
  };
  const end = () => {
    goOn = null;
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, { capture: true });
    document.removeEventListener('selectionchange', onSelection);
  };
  const finish = () => {
    end();
    settle(isTyped());
    // Copies that are made now still have the keys.
    setTimeout(() => endings.forEach((endHolding) => endHolding()));
  };
  const look = () => {
    const focused = document.activeElement ?? document.body;
    // Someone who has begun to do something else goes on with that.
    const isElsewhere = focused !== document.body && !isOld(focused);
    for (const { place: at, keys } of passages.slice(done)) {
      const isThere = isElsewhere && keys.length === 0 ? true : focusPlace(at);
      if (!isThere && performance.now() - (openSince ?? 0) < PATIENCE_MS.place) {
        requestAnimationFrame(look);
        return;
      }
      if (!isThere) break;
      keys.forEach(type);
      done += 1;
    }
    if (isElsewhere && focused instanceof HTMLElement) focused.focus();
    finish();
  };
  const timer = setTimeout(finish, PATIENCE_MS.form);
  goOn = () => {
    openSince ??= performance.now();
    requestAnimationFrame(look);
  };
  window.addEventListener('keydown', onKey, { capture: true });
  document.addEventListener('selectionchange', onSelection);
};
