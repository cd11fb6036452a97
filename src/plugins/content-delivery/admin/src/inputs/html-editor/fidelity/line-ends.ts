/** A replaced range, in places of the text with line feeds only; `insert` has line feeds only, too. */
export interface Change {
  from: number;
  to: number;
  insert: string;
}

/** The line end that a text uses most. */
const usualLineEnd = (text: string): string => {
  const windows = text.split('\r\n').length - 1;
  const total = text.split('\n').length - 1;
  return windows > total - windows ? '\r\n' : '\n';
};

/**
 * Applies changes that were made to a text whose line ends were all turned into line feeds (as source editors do) to
 * the text itself, so that the line ends of all other lines stay what they are.
 *
 * @param changes in ascending order, not overlapping, in places of the text before any of them
 */
export const applyKeepingLineEnds = (text: string, changes: readonly Change[]): string => {
  const lineEnd = usualLineEnd(text);
  const out: string[] = [];
  let position = 0;
  let flat = 0;
  /** Goes on to a place of the text with line feeds. */
  const advance = (until: number): string => {
    const start = position;
    while (flat < until) {
      const next = text.indexOf('\r\n', position);
      const left = until - flat;
      if (next < 0 || next - position >= left) {
        position += left;
        flat = until;
      } else {
        flat += next - position + 1;
        position = next + 2;
      }
    }
    return text.slice(start, position);
  };
  for (const { from, to, insert } of changes) {
    out.push(advance(from));
    advance(to);
    out.push(lineEnd === '\n' ? insert : insert.replaceAll('\n', lineEnd));
  }
  out.push(text.slice(position));
  return out.join('');
};
