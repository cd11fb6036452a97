/** The part of TipTap's editor that is used here; it puts itself on the element that it edits. */
interface RichText extends HTMLElement {
  editor?: {
    state: { selection: { from: number; to: number } };
    commands: { setTextSelection(range: { from: number; to: number }): void };
    /** Focuses at once; the editor's own command waits for a frame. */
    view: { focus(): void };
  };
}

/** Where an editor was typing: a field of the form by name or label, and the selection in it. */
export interface Place {
  element: Element;
  /** What finds the same field in another form. */
  selector: string;
  from: number;
  to: number;
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

export const placeOfFocus = (): Place | null => {
  const element = document.activeElement;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const end = element.value.length;
    const { name, selectionStart, selectionEnd } = element;
    return name
      ? {
          element,
          selector: `[name="${CSS.escape(name)}"]`,
          from: selectionStart ?? end,
          to: selectionEnd ?? end,
        }
      : null;
  }
  const label = element?.getAttribute('aria-label');
  if (!(element instanceof HTMLElement) || !element.isContentEditable || !label) return null;
  const { from = 0, to = 0 } = (element as RichText).editor?.state.selection ?? {};
  return { element, selector: `[contenteditable="true"][aria-label="${CSS.escape(label)}"]`, from, to };
};

/** Focuses the same field of the next form. @returns false while that is not there */
export const focusPlace = ({ element: before, selector, from, to }: Place): boolean => {
  const element = document.querySelector<RichText>(selector);
  if (!element || element === before) return false;
  element.editor?.commands.setTextSelection({ from, to });
  (element.editor?.view ?? element).focus();
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    element.setSelectionRange(from, to);
  return document.activeElement === element;
};
