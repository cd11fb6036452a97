/** Small letters in place of A to Z alone: no place moves, as it does after "İ", which `toLowerCase` makes two of. */
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
