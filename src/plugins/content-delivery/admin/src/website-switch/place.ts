import { useEffect, useState } from 'react';

/** Strapi's main navigation, on all pages for who has signed in: the one with the logo. */
const NAVIGATION = '#strapi nav:has(> :first-child img)';

/**
 * A place in the main navigation, below the logo, for which Strapi has no injection zone.
 * @returns null while there is no navigation
 */
export const usePlaceInNavigation = (): HTMLElement | null => {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const own = document.createElement('div');
    const put = () => {
      const logo = document.querySelector(NAVIGATION)?.firstElementChild;
      if (logo && own.previousElementSibling !== logo) logo.after(own);
      setPlace(own.isConnected ? own : null);
    };
    const observer = new MutationObserver(put);
    observer.observe(document.body, { childList: true, subtree: true });
    put();
    return () => {
      observer.disconnect();
      own.remove();
    };
  }, []);
  return place;
};
