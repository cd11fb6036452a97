export type TokenKind = 'name' | 'text' | 'number' | 'word' | 'plain';

export interface Token {
  kind: TokenKind;
  text: string;
}

/** A string (with what distinguishes a name from a value), a number, a word; the last string may be cut off. */
const TOKEN = /("(?:[^"\\]|\\[^])*(?:"|\\?$))(?=(\s*:)?)|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/**
 * Takes JSON apart for colouring. The tokens' texts put together are the text again, whatever it is.
 */
export const jsonTokens = (text: string): Token[] => {
  const tokens: Token[] = [];
  let position = 0;
  const add = (kind: TokenKind, part: string) => {
    if (part !== '') tokens.push({ kind, text: part });
    position += part.length;
  };
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, number] = match;
    add('plain', text.slice(position, match.index));
    if (string !== undefined) add(colon === undefined ? 'text' : 'name', whole);
    else add(number === undefined ? 'word' : 'number', whole);
  }
  add('plain', text.slice(position));
  return tokens;
};
