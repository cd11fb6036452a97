import { useEffect } from 'react';

/** Refuses files that are dropped beside the place for them: the browser would leave the page to show them. */
export const useRefusedDrops = (): void =>
  useEffect(() => {
    const refuse = (event: DragEvent): void => {
      const { dataTransfer, defaultPrevented } = event;
      if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
