/** Elements with which Markdown begins a block of HTML (CommonMark 4.6), as far as a text has them at its top. */
const BLOCKS = new Set(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main menu nav ol p pre section table ul'.split(
    ' ',
  ),
);

/**
 * Parts of HTML: at odd places elements `pre`, at even ones what is between them. Each tag is looked for once from left to right;
 * a pattern for the whole element would look through all of the rest at each `pre` that is not closed.
 */
const aroundPre = (html: string): string[] => {
  const opening = /<pre\b/gi;
  const closing = /<\/pre\s*>/gi;
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    opening.lastIndex = from;
    const begin = opening.exec(html);
    if (!begin) break;
    closing.lastIndex = begin.index;
    if (!closing.test(html)) break;
    parts.push(html.slice(from, begin.index), html.slice(begin.index, closing.lastIndex));
    from = closing.lastIndex;
  }
  return [...parts, html.slice(from)];
};

/** HTML such that Markdown leaves it alone: an empty line would end it. */
export const asHtmlBlock = (html: string, name: string | null): string => {
  const inner = aroundPre(html.trim())
    .map((part, at) => part.replace(/\n[ \t\r]*(?=\n)/g, at % 2 === 1 ? '&#10;' : ''))
    .join('');
  return name !== null && BLOCKS.has(name) ? inner : `<div>\n${inner}\n</div>`;
};
