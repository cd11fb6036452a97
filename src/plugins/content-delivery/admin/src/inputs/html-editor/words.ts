const NOT_SHOWN = /<(script|style|template|noscript)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;

/** How many words a reader of the HTML sees; in languages without spaces between words, by their dictionary. */
export const countWords = (html: string): number => {
  const text = html
    .replace(NOT_SHOWN, ' ')
    .replace(/<\/?(?:b|strong|i|em|u|s|a|span|code|mark|sub|sup|small)(?:\s[^>]*)?>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/&(?:shy|zwnj|zwj);/gi, '')
    .replace(/&#?\w+;/g, 'x');
  if (!/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/.test(text))
    return text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.,\-‐]?(?=[\p{L}\p{N}]))*/gu)?.length ?? 0;
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text))
    if (isWordLike) count += 1;
  return count;
};
