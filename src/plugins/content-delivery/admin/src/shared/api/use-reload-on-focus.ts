import { useEffect } from 'react';

/** Loads again when the user comes back to the panel: others may have changed what it shows. */
export const useReloadOnFocus = (reload: () => void): void =>
  useEffect(() => {
    window.addEventListener('focus', reload);
    return () => window.removeEventListener('focus', reload);
  }, [reload]);
