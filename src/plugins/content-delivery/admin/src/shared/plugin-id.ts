export const PLUGIN_ID = 'content-delivery';

/** The key of a text in the translation files. */
export const textId = (key: string): string => `${PLUGIN_ID}.${key}`;

/** A text for Strapi to look up: a name in its menus, a heading of its tables. */
export const textOf = (key: string): { id: string; defaultMessage: string } => ({
  id: textId(key),
  defaultMessage: key,
});
