import { parseFragment } from 'parse5';

/** What may be a character reference, such as `&amp;`, `&#8212;` or `&copy` without its semicolon. */
const REFERENCE = /&(?:#[xX]?[0-9a-fA-F]+;?|[a-zA-Z][a-zA-Z0-9]*;?)/y;

/**
 * The position of each character of a text in its HTML.
 * @returns the offsets in `html`, one for each character and one for the end; -1 inside of what one reference
 * means. Null when both run alike; undefined when the text is not what this piece of HTML says, as may
 * happen where markup is badly broken.
 */
export const offsetsIn = (html: string, text: string): Int32Array | null | undefined => {
  if (html === text) return null;
  const offsets = new Int32Array(text.length + 1);
  let at = 0;
  let shown = 0;
  const take = (source: number, characters: number): void => {
    offsets[shown] = at;
    offsets.fill(-1, shown + 1, shown + characters);
    at += source;
    shown += characters;
  };
  while (at < html.length) {
    const character = html[at] as string;
    if (character === '&') {
      const { value, length } = referenceAt(html, at);
      if (text.startsWith(value, shown)) take(length, value.length);
      // In an attribute, `&copy=` is no reference.
      else if (text[shown] === '&') take(1, 1);
      else return undefined;
    } else if (character === '\r') {
      if (text[shown] !== '\n') return undefined;
      take(html[at + 1] === '\n' ? 2 : 1, 1);
    } else {
      if (text[shown] !== character) return undefined;
      take(1, 1);
    }
  }
  offsets[shown] = at;
  return shown === text.length ? offsets : undefined;
};

interface Reference {
  value: string;
  /** How many characters of the HTML it takes. */
  length: number;
}

const known = new Map<string, Reference>();
const MAX_KNOWN = 5_000;

const referenceAt = (html: string, at: number): Reference => {
  REFERENCE.lastIndex = at;
  const written = REFERENCE.exec(html)?.[0];
  if (written === undefined) return { value: '&', length: 1 };
  let reference = known.get(written);
  if (!reference) {
    reference = read(written);
    if (known.size < MAX_KNOWN) known.set(written, reference);
  }
  return reference;
};

/** Lets the parser say what is meant; of `&notit;` only `&not` is a reference. */
const read = (written: string): Reference => {
  const [node] = parseFragment(written).childNodes;
  const value = node && 'value' in node ? node.value : written;
  if (value === written) return { value: '&', length: 1 };
  let rest = 0;
  while (rest < value.length - 1 && value.at(-1 - rest) === written.at(-1 - rest)) rest += 1;
  return { value: value.slice(0, value.length - rest), length: written.length - rest };
};
