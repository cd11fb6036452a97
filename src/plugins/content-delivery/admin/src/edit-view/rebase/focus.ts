import { textWithKeys, type Selection } from './typed-keys';
import { writingPlaceOf, type TextSnapshot } from './writing-places';

/** Where an editor was typing: a field of the form by name or label, and the selection in it. */
export interface Place {
  element: Element;
  /** What finds the same field in another form. */
  selector: string;
  selection: Selection;
  /** The text as it was then; null where it is not known. */
  snapshot: TextSnapshot | null;
}

let lastFocused: Element | null = null;

/** Remembers what has the focus, as Strapi takes it away before it saves. */
export const followFocus = (): void => {
  document.addEventListener('focusin', ({ target }) => {
    lastFocused = target instanceof Element ? target : null;
  });
};

/** Gives the focus back to what had it, so that typing goes on. */
export const returnFocus = (): void => {
  if (document.activeElement !== document.body) return;
  if (lastFocused instanceof HTMLElement && lastFocused.isConnected)
    lastFocused.focus({ preventScroll: true });
};

const isInput = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

export const placeOfFocus = (): Place | null => {
  const element = document.activeElement;
  if (isInput(element)) {
    const { name, value, selectionStart, selectionEnd } = element;
    const selection = { from: selectionStart ?? value.length, to: selectionEnd ?? value.length };
    const enter = element instanceof HTMLTextAreaElement ? '\n' : '';
    const snapshot: TextSnapshot = {
      field: name,
      value,
      withKeys: (keys) => textWithKeys(value, selection, keys, enter),
    };
    return name ? { element, selector: `[name="${CSS.escape(name)}"]`, selection, snapshot } : null;
  }
  const label = element?.getAttribute('aria-label');
  if (!(element instanceof HTMLElement) || !element.isContentEditable || !label) return null;
  const writing = writingPlaceOf(element);
  return {
    element,
    selector: `[contenteditable="true"][aria-label="${CSS.escape(label)}"]`,
    selection: writing?.selection() ?? { from: 0, to: 0 },
    snapshot: writing?.snapshot() ?? null,
  };
};

/** Focuses the same field of the next form. @returns false while that is not there */
export const focusPlace = ({ element: before, selector, selection }: Place): boolean => {
  // One that is hidden, as the visual mode of a text that is edited as source, cannot take the focus.
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (element === before) continue;
    const writing = writingPlaceOf(element);
    writing?.select(selection);
    if (writing) writing.focus();
    else element.focus();
    if (isInput(element)) element.setSelectionRange(selection.from, selection.to);
    if (document.activeElement === element) return true;
  }
  return false;
};
