/** Where the caret is in a text input, to be put back after the input got another value and its own again. */
export interface Caret {
  element: HTMLInputElement | HTMLTextAreaElement;
  /** The text that it is in. */
  value: string;
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
    : { element, value: element.value, start: selectionStart, end: selectionEnd };
};

/** Unless something was typed since: the caret is after that. */
export const putBack = ({ element, value, start, end }: Caret): void => {
  if (document.activeElement === element && element.value === value) element.setSelectionRange(start, end);
};
