import { useNotification } from '@strapi/strapi/admin';
import { useText } from './text';

/** Puts text on the clipboard and says whether that worked. Browsers refuse it on addresses without https. */
export const useCopy = () => {
  const text = useText();
  const { toggleNotification } = useNotification();
  return async (value: string, done: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(value);
      toggleNotification({ type: 'success', message: done });
      return true;
    } catch {
      toggleNotification({ type: 'warning', message: text('copy.refused') });
      return false;
    }
  };
};
