import { useEffect, useState } from 'react';

/**
 * A place on a page of Strapi that has no injection zone: an element of one's own, put there again when the page is made anew.
 * @param put brings the element to its place, if that is there; called at every change of the page while it is not
 * @param isWanted false while there is nothing to show
 * @returns null while there is no place
 */
export const usePlace = (put: (own: HTMLElement) => void, isWanted = true): HTMLElement | null => {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const own = document.createElement('div');
    const look = () => {
      // Asked at every change of every page, so that nothing is searched while it stands.
      if (!own.isConnected) put(own);
      setPlace(own.isConnected ? own : null);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      own.remove();
      setPlace(null);
    };
  }, [put, isWanted]);
  return place;
};
