export const PLUGIN_ID = 'content-delivery';

/** The key of a text in the translation files. */
export const textId = (key: string): string => `${PLUGIN_ID}.${key}`;
