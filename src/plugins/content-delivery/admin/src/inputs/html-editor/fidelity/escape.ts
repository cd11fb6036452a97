const NO_BREAK_SPACE = /\u00a0/g;

/** A text as HTML. */
export const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(NO_BREAK_SPACE, '&nbsp;');

/** A text as the value of an attribute in double quotes. */
export const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replace(NO_BREAK_SPACE, '&nbsp;');
