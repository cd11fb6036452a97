import { flushSync } from 'react-dom';

/**
 * Empties a form in which nothing was typed before it is left by a link, as Strapi asks whether modifications may be lost.
 * @returns ends it
 */
export const beforeLinkIsFollowed = (empty: () => void): (() => void) => {
  const onClick = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const link = (target as Element | null)?.closest?.('a[href]');
    const leaves =
      link instanceof HTMLAnchorElement && link.target !== '_blank' && !ctrlKey && !metaKey && !shiftKey;
    if (leaves && link.pathname !== window.location.pathname) flushSync(empty);
  };
  // Ahead of the router, which hears of it from the link itself.
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
};
