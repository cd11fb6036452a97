import { useCallback, useEffect, useRef } from 'react';
import { CHOSEN_TYPES } from './transfer';

/** Opens the browser's dialog for pictures of the computer. */
export const usePictureChooser = (
  onChosen: (files: readonly File[]) => void,
  { several }: { several: boolean },
): (() => void) => {
  const latest = useRef(onChosen);
  latest.current = onChosen;
  /** Kept while its dialog is open: browsers forget an element that nothing holds. */
  const input = useRef<HTMLInputElement | null>(null);
  useEffect(() => () => void (input.current = null), []);
  return useCallback(() => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    chooser.accept = CHOSEN_TYPES.join(',');
    chooser.multiple = several;
    chooser.addEventListener('change', () => {
      const isStillThere = input.current === chooser;
      input.current = null;
      if (isStillThere) latest.current([...(chooser.files ?? [])]);
    });
    input.current = chooser;
    chooser.click();
  }, [several]);
};
