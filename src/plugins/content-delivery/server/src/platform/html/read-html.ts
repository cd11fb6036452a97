import { TokenizerMode, type Token, type TokenHandler, type Tokenizer } from 'parse5';
import { HtmlTokenizer } from './tokenizer';

/** Elements whose content is no markup, and how it is read. */
export const RAW = new Map<string, Tokenizer['state']>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['textarea', TokenizerMode.RCDATA],
  ['title', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

export interface HtmlHandlers {
  onStartTag?(tag: Token.TagToken): void;
  onEndTag?(tag: Token.TagToken): void;
  onText?(text: string): void;
  onOther?(token: Token.CommentToken | Token.DoctypeToken): void;
}

const ignore = (): void => undefined;

/**
 * Reads HTML tag by tag, with the place of each. For what needs no tree: making one takes time that grows with the
 * square of how deep elements lie in each other.
 */
export const readHtml = (html: string, { onStartTag, onEndTag, onText, onOther }: HtmlHandlers): void => {
  /** SVG and MathML that are open; in them even `<title>` has markup. */
  let foreign = 0;
  const isForeign = (name: string): boolean => name === 'svg' || name === 'math';
  const read = ({ chars }: Token.CharacterToken): void => onText?.(chars);
  const handler: TokenHandler = {
    onStartTag(tag) {
      const raw = foreign === 0 ? RAW.get(tag.tagName) : undefined;
      if (raw !== undefined) tokenizer.state = raw;
      if (isForeign(tag.tagName) && !tag.selfClosing) foreign += 1;
      onStartTag?.(tag);
    },
    onEndTag(tag) {
      if (isForeign(tag.tagName) && foreign > 0) foreign -= 1;
      onEndTag?.(tag);
    },
    onCharacter: read,
    onWhitespaceCharacter: read,
    onNullCharacter: ignore,
    onComment: (token) => onOther?.(token),
    onDoctype: (token) => onOther?.(token),
    onEof: ignore,
  };
  const tokenizer: Tokenizer = new HtmlTokenizer({ sourceCodeLocationInfo: true }, handler);
  tokenizer.write(html, true);
};
