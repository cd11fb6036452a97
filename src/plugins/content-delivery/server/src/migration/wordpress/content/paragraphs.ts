import { inlineHtml, tidied } from './breaks';
import { chunksOf, type Chunk } from './chunks';
import { isBlankText, withoutEndSpaces } from '../../html/markup';
import type { Tag, Token } from '../../html/tokens';

/** Before the end of these a line break is only how the source is laid out. */
const QUIET_ENDS: ReadonlySet<string> = new Set('p li div dl dd dt th pre td ul ol'.split(' '));
/** WordPress ends paragraphs in front of the ends of these itself, after the line break. */
const TAKES_ENDS: ReadonlySet<string> = new Set(['blockquote', 'div', 'address', 'form', 'p']);
/**
 * Text as people type it becomes HTML as WordPress makes it (wpautop): paragraphs at blank lines, breaks
 * at ends of lines, blocks and figures beside paragraphs. It differs where WordPress gives tags that do not
 * match: a paragraph that is opened here is closed here.
 */
export const withParagraphs = (tokens: readonly Token[]): string => {
  const writer = new ParagraphWriter();
  for (const chunk of chunksOf(tokens)) writer.write(chunk);
  return writer.html();
};

class ParagraphWriter {
  private readonly parts: string[] = [];
  /** Paragraphs of the source that were closed at a blank line, before their end. */
  private closedEarly = 0;
  /** Whether the tag of a paragraph was written just now, and a blank line came before its text. */
  private isOpened = false;

  html(): string {
    return this.parts.join('');
  }

  write({ open, inline, close, alone }: Chunk): void {
    const isOpened = this.isOpened && open === null;
    this.isOpened = false;
    if (alone) return this.line(alone.raw);
    const content = tidied(inline, open !== null, close !== null);
    if (content.length === 0 || content.every((token) => token.kind === 'text' && isBlankText(token.raw))) {
      this.isOpened = close === null && (isOpened || open?.name === 'p');
      return this.writeEmpty(open, close, content);
    }
    const [only, ...more] = content.filter((token) => token.kind !== 'text' || !isBlankText(token.raw));
    // WordPress takes a bare paragraph away from a shortcode that is alone in it.
    const isWhole = (!open && !close) || (open?.raw === '<p>' && close?.name === 'p');
    if (isWhole && more.length === 0 && only && isFigure(only)) return this.line(only.raw);
    const endsParagraph = this.endsParagraph(open, close, content);
    const isQuiet = endsParagraph || (close !== null && QUIET_ENDS.has(close.name));
    const text = inlineHtml(content, open !== null, isQuiet);
    const begin = this.beginsParagraph(open, close, content) && !isOpened ? '<p>' : '';
    const end = endsParagraph ? '</p>' : '';
    if ((isOpened || open?.name === 'p') && close === null) this.closedEarly += 1;
    if (close?.name === 'p' && open === null && this.closedEarly > 0) this.closedEarly -= 1;
    const closing = close?.name === 'p' && endsParagraph ? '' : (close?.raw ?? '');
    if (end !== '' && close !== null && !TAKES_ENDS.has(close.name)) {
      const bare = withoutEndSpaces(text);
      return this.line(`${open?.raw ?? ''}${begin}${bare}${end}${text.slice(bare.length)}${closing}`);
    }
    this.line(`${open?.raw ?? ''}${begin}${text}${end}${closing}`);
  }

  private writeEmpty(open: Tag | null, close: Tag | null, content: readonly Token[]): void {
    const isEmptyParagraph = open?.raw === '<p>' && close?.name === 'p';
    if ((!open && !close) || isEmptyParagraph) return;
    if (!open && close?.name === 'p' && this.closedEarly > 0) {
      this.closedEarly -= 1;
      return;
    }
    const inside = open && close ? content.map(({ raw }) => raw).join('') : '';
    this.line(`${open?.raw ?? ''}${inside}${close?.raw ?? ''}`);
  }

  /** Does the text after `open` begin a new paragraph? */
  private beginsParagraph(open: Tag | null, close: Tag | null, content: readonly Token[]): boolean {
    if (open) return open.name === 'blockquote';
    return !(close && hasFigcaption(content));
  }

  private endsParagraph(open: Tag | null, close: Tag | null, content: readonly Token[]): boolean {
    if (open?.name === 'p' && !open.isClosing) return close === null;
    return this.beginsParagraph(open, close, content);
  }

  private line(html: string): void {
    this.parts.push(html, '\n');
  }
}

/** Shortcodes of the shortcode block are looked at after its paragraphs. */
const isFigure = (token: Token): boolean =>
  token.kind === 'made' ? token.isFigure : token.kind === 'shortcode' && token.name !== 'embed';

const hasFigcaption = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => token.kind === 'tag' && token.name === 'figcaption');
