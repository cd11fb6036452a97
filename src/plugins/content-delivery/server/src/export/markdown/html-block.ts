/** Elements with which Markdown begins a block of HTML (CommonMark 4.6), as far as a text has them at its top. */
const BLOCKS = new Set(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main menu nav ol p pre section table ul'.split(
    ' ',
  ),
);

/** HTML such that Markdown leaves it alone: an empty line would end it. */
export const asHtmlBlock = (html: string, name: string | null): string => {
  const inner = html
    .trim()
    .split(/(<pre\b[\s\S]*?<\/pre\s*>)/i)
    .map((part, at) => part.replace(/\n[ \t\r]*(?=\n)/g, at % 2 === 1 ? '&#10;' : ''))
    .join('');
  return name !== null && BLOCKS.has(name) ? inner : `<div>\n${inner}\n</div>`;
};
