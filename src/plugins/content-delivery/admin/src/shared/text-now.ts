import { catalogues } from './messages';

/** Where Strapi keeps the language that a user has chosen. */
const CHOSEN = 'strapi-admin-language';

/** A text where no component hands in the language: as it is written, without values; undefined for one that no catalogue has. */
export const textNow = (key: string): string | undefined => {
  const texts = catalogues.get(window.localStorage.getItem(CHOSEN) ?? 'en');
  return texts && Object.hasOwn(texts, key) ? texts[key] : undefined;
};
