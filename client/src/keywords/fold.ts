/**
 * A text as it is compared: what a reader takes for the same is the same in it. Letter case, the two ways to
 * write `é`, kinds of spaces and their number, curly apostrophes and hidden hyphens make no difference.
 */
export interface Folded {
  text: string;
  /**
   * For each character of the folded text, and for its end: where it begins in the original; -1 inside of what
   * belongs together, where no match may begin or end. Null when both texts run alike.
   */
  from: Int32Array | null;
}

/** Runs alike: printable ASCII, and no two spaces in a row. */
const PLAIN = /^(?:[!-~]| (?! ))*$/;
/** Letter case of these languages begins to differ in ASCII: `I` and `ı`. */
const OWN_CASE = /^(?:tr|az|lt)(?:-|$)/i;
/** Not seen by readers. */
const HIDDEN = /[\u00ad\u200b\u2060\ufeff]/g;

export const fold = (original: string, locale?: string): Folded => {
  const hasOwnCase = locale !== undefined && OWN_CASE.test(locale);
  if (!hasOwnCase && PLAIN.test(original)) return { text: original.toLowerCase(), from: null };

  const foldUnit = unitFolder(hasOwnCase ? locale : undefined);
  const sameAt = hasOwnCase ? () => 0 : sameUnitsAt;
  const places = createPlaces(original.length);
  let text = '';
  let isSame = true;
  let at = 0;
  /** Adds a run of characters that stay as they are: most of most texts. */
  const addRun = (): void => {
    const start = at;
    for (let units = sameAt(original, at); units > 0; units = sameAt(original, at)) {
      places.add(at, units);
      at += units;
      // Nothing begins inside of a character.
      if (units === 2) isSame = false;
    }
    if (at > start) text += original.slice(start, at);
  };
  for (addRun(); at < original.length; addRun()) {
    isSame = false;
    const code = original.charCodeAt(at);
    // Letters, digits and signs of ASCII that nothing belongs to.
    if (
      code < 0x7f &&
      isAlone(code, followingOf(original, at)) &&
      !(hasOwnCase && (code === 0x49 || code === 0x69))
    ) {
      text += LOWER[code] as string;
      places.add(at, 1);
      at += 1;
      continue;
    }
    const unit = unitAt(original, at);
    const folded = foldUnit(unit);
    places.add(at, folded.length);
    text += folded;
    at += unit.length;
  }
  if (isSame) return { text: original, from: null };
  places.add(original.length, 1);
  return { text, from: places.all() };
};

/** Where characters of a folded text begin, in an array that grows. */
const createPlaces = (length: number) => {
  let places = new Int32Array(length + 1);
  let count = 0;
  return {
    /** A unit of so many characters begins at a place of the original. */
    add(place: number, characters: number): void {
      if (count + characters > places.length) {
        const larger = new Int32Array(2 * places.length + characters);
        larger.set(places);
        places = larger;
      }
      for (let index = 0; index < characters; index += 1) places[count + index] = index === 0 ? place : -1;
      count += characters;
    },
    all: (): Int32Array => places.subarray(0, count),
  };
};

export const foldKeyword = (keyword: string, locale?: string): string => fold(keyword, locale).text.trim();

const LOWER = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code).toLowerCase());

/** No mark follows that would belong to it, and no space a space. */
const isAlone = (code: number, following: number): boolean =>
  following < 0x300 && (code > 0x20 || (code === 0x20 && following > 0x20 && following !== 0xa0));

const followingOf = (text: string, at: number): number =>
  at + 1 < text.length ? text.charCodeAt(at + 1) : 0;

/** The unit that begins at a place: a run of spaces, or a character with the marks on it. More marks than Unicode's "stream-safe" texts have are units of their own. */
const unitAt = (text: string, at: number): string => {
  const first = codeAt(text, at);
  const kind = kindOf(first);
  let end = at + unitsOf(first);
  if (kind === IS_SPACE) {
    while (end < text.length && kindOf(codeAt(text, end)) === IS_SPACE) end += 1;
    return text.slice(at, end);
  }
  let marks = kind === JOINS ? 1 : 0;
  for (let code = codeAt(text, end); marks < MAX_MARKS && kindOf(code) === JOINS; code = codeAt(text, end)) {
    end += unitsOf(code);
    marks += 1;
  }
  return text.slice(at, end);
};

/** The character at a place; 0, which is none that matters, behind the end. */
const codeAt = (text: string, at: number): number => text.codePointAt(at) ?? 0;

const unitsOf = (code: number): number => (code > 0xffff ? 2 : 1);

const MAX_MARKS = 30;

const SAME = 1;
const CHANGES = 2;
const IS_SPACE = 3;
/** A mark, which belongs to what is before it. */
const JOINS = 4;
/** What was found out about characters, those of emoji among them. */
const kinds = new Uint8Array(0x20000);

const kindOf = (code: number): number => kinds[code] || lookAt(code);

const lookAt = (code: number): number => (kinds[code] = kindOfCharacter(String.fromCodePoint(code)));

const kindOfCharacter = (character: string): number => {
  if (/\p{M}/u.test(character)) return JOINS;
  if (/\s/.test(character)) return IS_SPACE;
  return foldOne(character, undefined) === character ? SAME : CHANGES;
};

/** How many units of UTF-16 the character at a place has, if it is the same when it is folded, and nothing belongs to it; else 0. */
const sameUnitsAt = (text: string, at: number): number => {
  if (at >= text.length) return 0;
  const code = codeAt(text, at);
  if (code !== SPACE && kindOf(code) !== SAME) return 0;
  const units = unitsOf(code);
  const following = kindOf(codeAt(text, at + units));
  return following === (code === SPACE ? IS_SPACE : JOINS) ? 0 : units;
};

const SPACE = 0x20;

const folders = new Map<string | undefined, (unit: string) => string>();

/** Remembers what it has folded: a text has few different units. */
const unitFolder = (locale: string | undefined): ((unit: string) => string) => {
  const existing = folders.get(locale);
  if (existing) return existing;
  const known = new Map<string, string>();
  const folder = (unit: string): string => {
    let folded = known.get(unit);
    if (folded === undefined) {
      folded = foldOne(unit, locale);
      if (known.size < MAX_KNOWN) known.set(unit, folded);
    }
    return folded;
  };
  folders.set(locale, folder);
  return folder;
};

const MAX_KNOWN = 20_000;

const foldOne = (unit: string, locale: string | undefined): string => {
  const visible = unit.replace(HIDDEN, '');
  if (visible === '') return '';
  if (/^\s+$/.test(visible)) return ' ';
  if (visible === '\u2019') return "'";
  if (visible === '\u2010' || visible === '\u2011') return '-';
  // Dotless i is a separate letter, except where its capital is I.
  if (visible.startsWith('\u0131') && locale === undefined) return visible;
  // By way of capitals, as ς and σ are one letter, and ß and SS one spelling.
  const capital = visible.normalize('NFD').toLocaleUpperCase(locale ?? 'en');
  return capital.toLocaleLowerCase(locale ?? 'en').normalize('NFD');
};
