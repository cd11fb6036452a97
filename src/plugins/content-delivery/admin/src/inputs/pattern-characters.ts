/** What has a meaning in regular expressions. */
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;
/** A sign at either end, such as the one of `C#`: there `\b` finds no end of a word. */
const SIGN_AT_END = /^[^\p{L}\p{M}\p{N}\s]|[^\p{L}\p{M}\p{N}\s]$/gu;

/** Characters of a keyword that a regular expression made of it would stumble over, each once. */
export const patternCharacters = (keyword: string): string[] => {
  const trimmed = keyword.trim();
  return [...new Set([...(trimmed.match(SYNTAX) ?? []), ...(trimmed.match(SIGN_AT_END) ?? [])])];
};
