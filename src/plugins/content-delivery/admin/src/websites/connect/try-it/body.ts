/** How many characters of a body are shown; more would make the page slow. */
export const SHOWN_CHARACTERS = 20_000;

/** Bodies beyond this stay as they came: to lay them out would hold up the page. */
const LAID_OUT_UP_TO = 5_000_000;

/** JSON, indented; anything else as it is. */
export const layOut = (body: string): string => {
  if (body.length > LAID_OUT_UP_TO) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** The first part of a text that is too long to be shown. @returns also how long the whole is */
export const cut = (text: string, most: number): { shown: string; total: number; isCut: boolean } => {
  if (text.length <= most) return { shown: text, total: text.length, isCut: false };
  // Not through the middle of a character.
  const end = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
  return { shown: text.slice(0, end), total: text.length, isCut: true };
};
