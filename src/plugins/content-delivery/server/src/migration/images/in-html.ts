import type { Token } from 'parse5';
import { readHtml } from '../../platform/html/read-html';
import { SHOWN } from '../html/linked-files';
import { attributeValue } from '../../platform/html/references';

/** The position of an image's address in HTML. */
export interface ImagePlace {
  start: number;
  end: number;
  /** The address as a browser reads it. */
  address: string;
}

/** The same with whether it is that of a picture; else a file is linked to or played there. */
export interface FilePlace extends ImagePlace {
  isPicture: boolean;
}

/** The name of an attribute with what follows up to its value, which may be in quotes. */
const BEFORE_VALUE = /^[^\s=]+\s*=\s*/;

/**
 * The addresses of all images in a text of HTML: `src` and `srcset` of `img`, and of `source` in a `picture`.
 * In the order of the text; they do not overlap.
 */
export const imagePlaces = (html: string): FilePlace[] =>
  /<(img|source)\b/i.test(html) ? placesBy(html, (_, isPicture) => (isPicture ? OF_PICTURES : [])) : [];

/** The addresses of all images, and of what a text of HTML links to or plays beside them; in its order, too. */
export const imageAndFilePlaces = (html: string): FilePlace[] =>
  placesBy(html, (tagName, isPicture) => (isPicture ? OF_PICTURES : (OF_FILES.get(tagName) ?? [])));

/** The addresses of all that a text of HTML links to or shows, in its order. */
export const addressPlaces = (html: string): ImagePlace[] =>
  html.includes('<') ? placesBy(html, () => NAMING) : [];

/** Attributes of pictures. */
const OF_PICTURES = ['src', 'srcset'] as const;

/** Attributes that name a file which is linked to or played, by tag; pictures aside. */
const OF_FILES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...SHOWN,
  ['a', ['href']],
  ['area', ['href']],
]);

/** Attributes that name a file or a page; `srcset` names several. */
const NAMING = ['href', 'src', 'poster', 'data', 'srcset'] as const;

/** @param namesOf the attributes of a tag that count */
const placesBy = (
  html: string,
  namesOf: (tagName: string, isPicture: boolean) => readonly string[],
): FilePlace[] => {
  const places: FilePlace[] = [];
  let pictures = 0;
  // `noscript` contains HTML as well: it is what readers without scripts see.
  readHtml(html, {
    onStartTag(tag) {
      const { tagName } = tag;
      if (tagName === 'picture') pictures += 1;
      const isPicture = tagName === 'img' || (tagName === 'source' && pictures > 0);
      const names = namesOf(tagName, isPicture);
      for (const place of placesOf(html, tag, names)) places.push({ ...place, isPicture });
    },
    onEndTag({ tagName }) {
      if (tagName === 'picture' && pictures > 0) pictures -= 1;
    },
  });
  return places.sort((a, b) => a.start - b.start);
};

/** The text with other addresses in these places; all else stays byte for byte. */
export const withAddresses = (
  html: string,
  changes: readonly (Pick<ImagePlace, 'start' | 'end'> & { to: string })[],
): string => {
  let result = '';
  let from = 0;
  for (const { start, end, to } of changes) {
    result += html.slice(from, start) + escaped(to);
    from = end;
  }
  return result + html.slice(from);
};

const placesOf = (html: string, tag: Token.TagToken, names: readonly string[]): ImagePlace[] => {
  const locations = tag.location?.attrs ?? {};
  const found: ImagePlace[] = [];
  for (const name of names) {
    const location = locations[name];
    if (!location) continue;
    const value = valueIn(html, location.startOffset, location.endOffset);
    if (value === null) continue;
    for (const place of name === 'srcset' ? candidatesIn(html, value) : trimmed(html, value)) {
      found.push(place);
    }
  }
  return found;
};

interface Span {
  start: number;
  end: number;
}

/** The position of an attribute's value, without its quotes. */
const valueIn = (html: string, start: number, end: number): Span | null => {
  const before = BEFORE_VALUE.exec(html.slice(start, end));
  if (!before) return null;
  const from = start + before[0].length;
  const quote = html[from];
  return quote === '"' || quote === "'" ? { start: from + 1, end: end - 1 } : { start: from, end };
};

const trimmed = (html: string, { start, end }: Span): ImagePlace[] => {
  const text = html.slice(start, end);
  const bare = text.trim();
  if (bare === '') return [];
  const from = start + text.indexOf(bare);
  return [{ start: from, end: from + bare.length, address: attributeValue(bare) }];
};

/** `a.jpg 1x, b.jpg 2x`: an address ends at white space, and a comma after it ends the candidate. */
const candidatesIn = (html: string, { start, end }: Span): ImagePlace[] => {
  const text = html.slice(start, end);
  const places: ImagePlace[] = [];
  const address = /[\s,]*([^\s,]\S*)/y;
  for (let match = address.exec(text); match; match = address.exec(text)) {
    const whole = match[1] ?? '';
    const bare = whole.replace(/(?<!,),+$/, '');
    const from = start + match.index + match[0].length - whole.length;
    places.push({ start: from, end: from + bare.length, address: attributeValue(bare) });
    if (bare !== whole) continue;
    // Widths and densities, up to the next comma.
    const comma = text.indexOf(',', address.lastIndex);
    if (comma === -1) break;
    address.lastIndex = comma + 1;
  }
  return places;
};

const escaped = (address: string): string =>
  address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
