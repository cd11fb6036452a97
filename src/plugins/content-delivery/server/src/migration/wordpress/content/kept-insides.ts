import { isOfWordPress } from '../../html/tokens';
import { lowerAscii } from './lower-ascii';

/** A stretch of a text: to be rendered, or to be left as it is. */
export interface Stretch {
  raw: string;
  isKept: boolean;
}

/** As in `code.ts`, what is no text comes first. */
const NEXT =
  /<!--|<(pre|script|style|textarea|svg|math)(?=[\s/>])|<[a-z/](?:"[^"<]*"|'[^'<]*'|[^<>"'])*>|\[([a-z][\w-]*)(?:\s[^\][]*)?\]/gi;
/** Looked at of each inside, and pairs of a text: the time is not to grow with all of them. */
const LOOKED_AT = 20_000;
const MAX_PAIRS = 200;

/** Signs that no prose has: ends of statements, indentation, generics, code of a server. */
const CODE = [
  /[;{}]\s*$/m,
  /^(?: {2,}|\t)\S/m,
  /<\?(?:php|=|xml)|=>|->|&&|\|\|/,
  /\w<[A-Z]\w*[<>,]/,
  /^\s*(?:def|import|from|function|class|SELECT|#include|\$|>>>)\s/m,
];
const HTML_BLOCK = /<\/?(?:p|div|ul|ol|li|table|tr|td|h[1-6]|blockquote|figure|section)\b/i;

const isCode = (inside: string): boolean => {
  if (!inside.includes('\n')) return false;
  const part = inside.slice(0, LOOKED_AT);
  return !HTML_BLOCK.test(part) && CODE.some((sign) => sign.test(part));
};

/**
 * Where a shortcode that nobody knows here encloses code, paragraphs and line breaks would spoil that: it is left as it is. Prose between
 * such shortcodes has its paragraphs, as WordPress makes them before it calls the plugin.
 * @param noted is called with the name of each such shortcode
 */
export const stretchesOf = (stored: string, noted: (name: string) => void): Stretch[] => {
  if (!stored.includes('[/')) return [{ raw: stored, isKept: false }];
  const stretches: Stretch[] = [];
  let done = 0;
  let pairs = 0;
  const small = lowerAscii(stored);
  const next = new RegExp(NEXT);
  for (let found = next.exec(stored); found && pairs < MAX_PAIRS; found = next.exec(stored)) {
    const [all, element, name] = found;
    if (name === undefined) {
      const end = all === '<!--' ? '-->' : element === undefined ? null : `</${element.toLowerCase()}`;
      const at = end === null ? -1 : small.indexOf(end, next.lastIndex);
      if (end !== null && at === -1) break;
      if (end !== null) next.lastIndex = at + end.length;
      continue;
    }
    if (isOfWordPress(name.toLowerCase()) || stored[found.index - 1] === '[') continue;
    pairs += 1;
    const from = found.index + all.length;
    const to = stored.indexOf(`[/${name}]`, from);
    const inside = stored.slice(from, to);
    if (to === -1 || !isCode(inside) || /<!--\s+\/?wp:/.test(inside)) continue;
    stretches.push({ raw: stored.slice(done, from), isKept: false });
    stretches.push({ raw: stored.slice(from, to), isKept: true });
    noted(name);
    done = to;
    next.lastIndex = to;
  }
  stretches.push({ raw: stored.slice(done), isKept: false });
  return stretches;
};
