import { usePlace } from '../shared/use-place';

/** Strapi's main navigation, on all pages for who has signed in: the one with the logo. */
const NAVIGATION = '#strapi nav:has(> :first-child img)';

const putBelowLogo = (own: HTMLElement): void => {
  document.querySelector(NAVIGATION)?.firstElementChild?.after(own);
};

/** A place in the main navigation, below the logo. @returns null while there is no navigation */
export const usePlaceInNavigation = (): HTMLElement | null => usePlace(putBelowLogo);
