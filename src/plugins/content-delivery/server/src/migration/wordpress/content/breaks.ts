import { isBlankText, withoutEndSpaces, withoutStartSpaces } from '../../html/markup';
import type { Token } from '../../html/tokens';

const BREAK = '<br />';
const BREAK_TAG: Token = { kind: 'tag', raw: BREAK, name: 'br', isClosing: false };

export const isBreak = (token: Token | undefined): boolean =>
  token?.kind === 'tag' && token.name === 'br' && /^<br\s*\/?>$/i.test(token.raw);

/** Without the line breaks at the ends that show nothing. */
export const tidied = (inline: readonly Token[], hasOpen: boolean, hasClose: boolean): Token[] => {
  const tokens = inline.map((token): Token => (isBreak(token) ? { ...BREAK_TAG } : token));
  const isDroppable = (end: Token | undefined, inner: Token | undefined): boolean =>
    isBreak(end) || (end?.kind === 'text' && (end.raw === '' || (isBlankText(end.raw) && isBreak(inner))));
  let from = 0;
  let to = tokens.length;
  while (from < to && isDroppable(tokens[from], tokens[from + 1])) from += 1;
  while (to > from && isDroppable(tokens[to - 1], tokens[to - 2])) to -= 1;
  const kept = tokens.slice(from, to);
  const first = kept[0];
  if (!hasOpen && first?.kind === 'text') kept[0] = { kind: 'text', raw: afterLastLeadingBreak(first.raw) };
  const last = kept.at(-1);
  if (!hasClose && last?.kind === 'text') {
    kept[kept.length - 1] = { kind: 'text', raw: beforeTrailingBreak(last.raw) };
  }
  return kept.filter((token) => token.kind !== 'text' || token.raw !== '');
};

const afterLastLeadingBreak = (text: string): string => {
  const spaces = text.slice(0, text.length - withoutStartSpaces(text).length);
  return text.slice(spaces.lastIndexOf('\n') + 1);
};

const beforeTrailingBreak = (text: string): string => {
  const end = withoutEndSpaces(text).length;
  const lineBreak = text.indexOf('\n', end);
  return lineBreak === -1 ? text : text.slice(0, lineBreak);
};

/**
 * @param hasOpen whether a block's tag comes before: the line break after it shows nothing
 * @param isQuiet whether the line break at the end shows nothing
 */
export const inlineHtml = (tokens: readonly Token[], hasOpen: boolean, isQuiet: boolean): string => {
  const parts: string[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== 'text') {
      parts.push(token.raw);
      return;
    }
    const before = tokens[index - 1];
    const isAfterBreak = before?.kind === 'tag' && before.raw === BREAK;
    const isFirst = before === undefined && hasOpen;
    const isLast = index === tokens.length - 1 && isQuiet;
    parts.push(withBreaks(token.raw, isFirst || isAfterBreak, isLast));
  });
  return parts.join('');
};

/** A break at every end of a line, in place of the spaces in front of it. */
const withBreaks = (text: string, isFirstQuiet: boolean, isLastQuiet: boolean): string => {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines
    .map((line, index) => {
      if (index === last) return line;
      const trimmed = withoutEndSpaces(line);
      const showsNothing =
        (isFirstQuiet && index === 0 && trimmed === '') ||
        (isLastQuiet && index === last - 1 && isBlankText(lines[last] ?? ''));
      return showsNothing ? `${trimmed}\n` : `${trimmed}${BREAK}\n`;
    })
    .join('');
};
