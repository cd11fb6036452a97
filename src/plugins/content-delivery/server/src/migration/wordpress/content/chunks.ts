import { isBreak } from './breaks';
import { isBlankText, withoutEndSpaces, withoutStartSpaces } from '../../html/markup';
import type { Tag, Token } from '../../html/tokens';

/** What paragraphs never contain. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'table thead tfoot caption col colgroup tbody tr td th div dl dd dt ul ol li pre form map area blockquote ' +
    'address style p h1 h2 h3 h4 h5 h6 hr fieldset legend section article aside hgroup header footer nav ' +
    'figure figcaption details menu summary'
  ).split(' '),
);
/** These never contain a block. */
const EMPTY_BLOCKS: ReadonlySet<string> = new Set(['hr']);
/** Spaces on both sides of these tags mean nothing. */
const TIGHT: ReadonlySet<string> = new Set(['option', 'param', 'source', 'track', 'figcaption']);
/** Elements whose insides begin and end tight. */
const TIGHT_INSIDE: ReadonlySet<string> = new Set(['object', 'audio', 'video']);

/** What is between two blank lines, or between the ends and beginnings of blocks. */
export interface Chunk {
  /** The block that begins with it, the one that ends with it. */
  open: Tag | null;
  inline: Token[];
  close: Tag | null;
  /** Is in no paragraph. */
  alone: Token | null;
}

const emptyChunk = (): Chunk => ({ open: null, inline: [], close: null, alone: null });

const isBlock = (token: Token): token is Tag =>
  token.kind === 'tag' && BLOCKS.has(token.name) && token.name !== 'figcaption';

/** Divides a text where paragraphs may begin and end. */
export function* chunksOf(tokens: readonly Token[]): Generator<Chunk> {
  let chunk = emptyChunk();
  const take = (): Chunk => {
    const done = chunk;
    chunk = emptyChunk();
    return done;
  };
  for (const token of withoutDoubleBreaks(tightened(tokens))) {
    if (token.kind === 'text') {
      const parts = blankLineSplit(token.raw);
      for (const [index, raw] of parts.entries()) {
        if (index > 0) yield take();
        if (raw !== '') chunk.inline.push({ kind: 'text', raw });
      }
    } else if (isBlock(token) && !token.isClosing) {
      yield take();
      chunk.open = token;
      if (EMPTY_BLOCKS.has(token.name)) yield take();
    } else if (isBlock(token)) {
      chunk.close = token;
      yield take();
    } else if (token.kind === 'kept' && BLOCKS.has(token.name)) {
      yield take();
      chunk.alone = token;
      yield take();
    } else {
      chunk.inline.push(token);
    }
  }
  yield take();
}

/** Without the spaces around block tags, even where they would be a blank line. */
const tightened = (tokens: readonly Token[]): Token[] =>
  tokens.map((token, index): Token => {
    if (token.kind !== 'text') return token;
    let { raw } = token;
    if (isTightAfter(tokens[index - 1])) raw = withoutStartSpaces(raw);
    if (isTightBefore(tokens[index + 1])) raw = withoutEndSpaces(raw);
    return { kind: 'text', raw };
  });

const isTightAfter = (before: Token | undefined): boolean =>
  before?.kind === 'tag' && (TIGHT.has(before.name) || (TIGHT_INSIDE.has(before.name) && !before.isClosing));

const isTightBefore = (after: Token | undefined): boolean =>
  after?.kind === 'tag' && (TIGHT.has(after.name) || (TIGHT_INSIDE.has(after.name) && after.isClosing));

/** Two breaks in a row are how people made paragraphs once: they count as a blank line. */
function* withoutDoubleBreaks(tokens: readonly Token[]): Generator<Token> {
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const next = tokens[at + 1];
    const isNextBlank = next?.kind === 'text' && isBlankText(next.raw);
    const second = isNextBlank ? at + 2 : at + 1;
    if (isBreak(token) && isBreak(tokens[second])) {
      yield { kind: 'text', raw: '\n\n' };
      at = second;
    } else {
      yield token;
    }
  }
}

/** At every run of spaces and line breaks with two line breaks in it; the run goes, from its first line break to its last. */
const blankLineSplit = (text: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('\n'); at !== -1;) {
    let last = at;
    let end = at + 1;
    for (; end < text.length && /\s/.test(text.charAt(end)) && text.charAt(end) !== '\u00a0'; end += 1) {
      if (text.charAt(end) === '\n') last = end;
    }
    if (last > at) {
      parts.push(text.slice(from, at));
      from = last + 1;
    }
    at = text.indexOf('\n', end);
  }
  parts.push(text.slice(from));
  return parts;
};
