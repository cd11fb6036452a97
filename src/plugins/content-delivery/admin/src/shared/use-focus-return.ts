import { useState } from 'react';

/**
 * Where the focus goes when a dialog closes that no button of its own opens: back to what had it when the dialog came.
 * @returns for the dialog's `onCloseAutoFocus`
 */
export const useFocusReturn = (): ((event: Event) => void) => {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    // Whatever the dialog has led to may have taken it.
    if (document.activeElement !== document.body) return;
    if (!(before instanceof HTMLElement) || !before.isConnected) return;
    event.preventDefault();
    before.focus({ preventScroll: true });
  };
};
