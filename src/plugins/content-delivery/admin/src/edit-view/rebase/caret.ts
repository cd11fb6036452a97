/** Where the caret is in a text input, to be put back after the input got another value and its own again. */
export interface Caret {
  element: HTMLInputElement | HTMLTextAreaElement;
  start: number;
  end: number;
}

/** @returns null when the focus is somewhere else, also in an editor that keeps its caret itself */
export const caretOf = (element: Element | null): Caret | null => {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return null;
  // Inputs of dates and of checkboxes have none.
  const { selectionStart, selectionEnd } = element;
  return selectionStart === null || selectionEnd === null
    ? null
    : { element, start: selectionStart, end: selectionEnd };
};

export const putBack = ({ element, start, end }: Caret): void => {
  if (document.activeElement === element) element.setSelectionRange(start, end);
};
