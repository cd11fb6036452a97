/** A letter or digit that has one spelling. */
const PLAIN = /^[\p{L}\p{N}]$/u;
/** Letters with marks may be written as one character. */
const MARKED = /.\p{M}+/gsu;
/** What may stand for letters, or hide between them: `ß` for `ss`, `ﬁ` for `fi`, a soft hyphen, a character by its number. */
const DISGUISE =
  /&#|&(?:shy|szlig|napos|zwnj|zwj|nobreak|zerowidth|negative|f[fijl]*lig)|[\u00ad\u200b\u2060\ufeff\u00df\u0149\u1e9e\ufb00-\ufb06]/iu;
/** Letters of other alphabets have names of their own in HTML. */
const NAMED = /&[a-z]/i;

/**
 * A quick look at a piece of HTML before a keyword is looked for in it.
 * @returns false only where the keyword cannot be found
 */
export const createKeywordHint = (keyword: string): ((html: string) => boolean) => {
  // Normalizing takes a time that grows with the square of a row of marks.
  if (keyword.length > 1_000) return () => true;
  let longest = '';
  let part = '';
  for (const character of [...keyword.normalize('NFC').replace(MARKED, ' '), ' ']) {
    if (isPlain(character)) {
      part += character;
      continue;
    }
    if (part.length > longest.length) longest = part;
    part = '';
  }
  if (longest === '') return () => true;
  const pattern = new RegExp(longest, 'iu');
  const mayBeNamed = /[^ -~]/.test(longest);
  return (html) => pattern.test(html) || DISGUISE.test(html) || (mayBeNamed && NAMED.test(html));
};

const isPlain = (character: string): boolean => {
  const capital = character.toUpperCase();
  return (
    PLAIN.test(character) &&
    character.normalize('NFD') === character &&
    capital.length === character.length &&
    capital.normalize('NFD') === capital &&
    capital.toLowerCase() === character.toLowerCase()
  );
};
