/** Where the media library says in its address whose details it shows. */
const LIBRARY = /\/plugins\/upload(\/|$)/;
const FILE = 'assetId';

/** @returns the number of the file whose details the media library shows; null when it shows none */
export const fileInDetails = ({ pathname, search }: { pathname: string; search: string }): number | null => {
  const id = Number(new URLSearchParams(search).get(FILE));
  return LIBRARY.test(pathname) && Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** The part of the details that scrolls. */
const DETAILS = '[role="dialog"] form [data-radix-scroll-area-viewport] > *';

/** Puts an element below the fields of the details, for which Strapi has no injection zone. */
export const putIntoDetails = (own: HTMLElement): void => {
  document.querySelector(DETAILS)?.append(own);
};
