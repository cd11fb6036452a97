/** Code units that JSON is written with around its values. */
export const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
export const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125];

export const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
