/** Where a part that is not shown begins; its end is looked for by itself. */
const HIDDEN = /<(?:!--|(script|style|template|noscript)\b)/gi;

const endOf = (name: string): RegExp => (name === '' ? /-->/g : new RegExp(`</${name}\\s*>`, 'gi'));

/** Once an end is missing, it is not looked for again: a text of nothing but beginnings is read once. */
const withoutHidden = (html: string): string => {
  const ends = new Map<string, RegExp | null>();
  const out: string[] = [];
  let position = 0;
  for (const { 0: start, 1: name = '', index } of html.matchAll(HIDDEN)) {
    const kind = name.toLowerCase();
    const end = ends.get(kind) ?? (ends.has(kind) ? null : endOf(kind));
    if (index < position || !end) continue;
    end.lastIndex = index + start.length;
    const isEnded = end.test(html);
    ends.set(kind, isEnded ? end : null);
    if (!isEnded) continue;
    out.push(html.slice(position, index), ' ');
    position = end.lastIndex;
  }
  return out.join('') + html.slice(position);
};

/** After the last `>` no tag ends, and up to there each one does: neither pattern goes through the rest in vain. */
const withoutTags = (html: string): string => {
  const end = html.lastIndexOf('>') + 1;
  const tagged = html
    .slice(0, end)
    .replace(/<\/?(?:b|strong|i|em|u|s|a|span|code|mark|sub|sup|small)(?:\s[^>]*)?>/gi, '')
    .replace(/<[^>]*>/g, ' ');
  return tagged + html.slice(end);
};

/** How many words a reader of the HTML sees; in languages without spaces between words, by their dictionary. */
export const countWords = (html: string): number => {
  const text = withoutTags(withoutHidden(html))
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/&(?:shy|zwnj|zwj);/gi, '')
    .replace(/&#?\w+;/g, 'x');
  let count = 0;
  if (!/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/.test(text)) {
    for (const part of partsOf(text, 10_000)) count += part.match(WORD)?.length ?? 0;
    return count;
  }
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const part of partsOf(text, 500))
    for (const { isWordLike } of words.segment(part)) if (isWordLike) count += 1;
  return count;
};

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.,\-‐]?(?=[\p{L}\p{N}]))*/gu;

/**
 * A text in parts that end at a space, if there is one. Engines give a word of millions of letters up, and take a time
 * that grows with the square of its length for one in Thai.
 */
const partsOf = (text: string, length: number): readonly string[] =>
  text.match(new RegExp(`[^]{1,${length}}(?!\\S)|[^]{1,${length}}`, 'gu')) ?? [];
