/** What search engines are likely to show of a title and a description. All pure. */

/** Width of a result in pixels, in Arial as Google sets it on desktops. An estimate: engines change it. */
export const TITLE = { fontSize: 20, maxWidth: 580, short: 30 } as const;
export const DESCRIPTION = { fontSize: 14, maxWidth: 920, short: 70 } as const;

export interface Line {
  fontSize: number;
  /** Pixels. */
  maxWidth: number;
  /** Characters below which a text gives away room. */
  short: number;
}

/** Widths of Arial from the space to `~`, in thousandths of the font size. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const LETTER = 556;
const WIDE = 1000;
const FIRST = 32;

/** Scripts whose characters fill a square, and emoji. */
const IS_WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff00-\uff60]/u;
const IS_COMBINING = /\p{M}/u;

/** Estimated width of a text in pixels. Letters with accents count as their plain ones. */
export const pixelWidth = (text: string, fontSize: number): number => {
  let thousandths = 0;
  for (const character of text.normalize('NFD')) {
    if (IS_COMBINING.test(character)) continue;
    const code = character.codePointAt(0) ?? 0;
    thousandths += WIDTHS[code - FIRST] ?? (IS_WIDE.test(character) ? WIDE : LETTER);
  }
  return (thousandths * fontSize) / 1000;
};

/** Characters as people count them, not code units. */
export const countCharacters = (text: string): number => [...new Intl.Segmenter().segment(text)].length;

export type Fit = 'empty' | 'short' | 'good' | 'long';

/** Whether a text fits into its line of a search result. */
export const fitOf = (text: string, line: Line): Fit => {
  const tidy = text.trim();
  if (tidy === '') return 'empty';
  if (pixelWidth(tidy, line.fontSize) > line.maxWidth) return 'long';
  return countCharacters(tidy) < line.short ? 'short' : 'good';
};

/** The text as a search engine would show it: cut at a word with an ellipsis where it is too wide. */
export const cut = (text: string, { fontSize, maxWidth }: Line): string => {
  const tidy = text.trim().replace(/\s+/g, ' ');
  if (pixelWidth(tidy, fontSize) <= maxWidth) return tidy;
  const room = maxWidth - pixelWidth(' …', fontSize);
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(tidy)) {
    if (pixelWidth(kept + segment, fontSize) > room) break;
    kept += segment;
  }
  const lastSpace = kept.lastIndexOf(' ');
  const isInsideWord = tidy[kept.length] !== ' ' && lastSpace > 0;
  return `${(isInsideWord ? kept.slice(0, lastSpace) : kept).trimEnd()} …`;
};

/** An address as results show it: `example.com › blog › a-post`. */
export const breadcrumb = (address: string): string => {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/]*)(.*)$/i.exec(address) ?? [];
  const parts = path.split('/').filter((part) => part !== '');
  return [host, ...parts.map(decoded)].filter((part) => part !== '').join(' › ');
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
