import fc from 'fast-check';
import { Tokenizer, type Token, type TokenHandler } from 'parse5';
import { HtmlTokenizer } from '../../../../src/plugins/content-delivery/server/src/platform/html/tokenizer';

const tokensOf = (Kind: typeof Tokenizer, html: string): unknown[] => {
  const tokens: unknown[] = [];
  const keep = (token: Token.Token | object): unknown => tokens.push(structuredClone(token));
  const handler: TokenHandler = {
    onStartTag: keep,
    onEndTag: keep,
    onCharacter: keep,
    onWhitespaceCharacter: keep,
    onNullCharacter: keep,
    onComment: keep,
    onDoctype: keep,
    onEof: keep,
    onParseError: keep,
  };
  new Kind({ sourceCodeLocationInfo: true }, handler).write(html, true);
  return tokens;
};

it("reads attributes as parse5's own tokenizer does, where they are, and which of them are there twice", () => {
  const piece = fc.constantFrom('<a ', '</a ', '<br ', 'b ', 'c=1 ', "B='2' ", 'd="', '"', '/', '>', 'text ');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = pieces.join('');
      expect(tokensOf(HtmlTokenizer, html)).toEqual(tokensOf(Tokenizer, html));
    }),
    { numRuns: 500 },
  );
});
