/** Letters, digits, the marks on them, and what joins them invisibly. */
const WORD = /[\p{L}\p{N}\p{M}\p{Pc}\u200c\u200d]/u;
const MARK = /[\p{M}\u200c\u200d]/u;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const KATAKANA = /[\p{scx=Katakana}]/u;
/** Carries on the emoji before it: a tone of skin, the letters of a flag's tag. */
const CONTINUES_EMOJI = /[\p{EMod}\u{e0020}-\u{e007f}]/u;
const PICTURE = /\p{Extended_Pictographic}/u;

/** One bit for each question about a character; none of them for the end of a text. */
const ASKED = 1;
export const IS_WORD = 2;
export const IS_UNSPACED = 4;
export const IS_MARK = 8;
export const IS_KATAKANA = 16;
export const IS_EMOJI_PART = 32;
export const IS_PICTURE = 64;
/** In place of a character, where there is none. */
export const NOTHING = -1;

const lookAt = (code: number): number => {
  const character = String.fromCodePoint(code);
  const emoji =
    (CONTINUES_EMOJI.test(character) ? IS_EMOJI_PART : 0) | (PICTURE.test(character) ? IS_PICTURE : 0);
  if (!WORD.test(character)) return ASKED | emoji;
  return (
    ASKED |
    IS_WORD |
    emoji |
    (UNSPACED.test(character) ? IS_UNSPACED : 0) |
    (MARK.test(character) ? IS_MARK : 0) |
    (KATAKANA.test(character) ? IS_KATAKANA : 0)
  );
};

/** A function of characters that is asked once about each, and gives a number other than 0 below 256. */
export const remembered = (lookAt: (code: number) => number): ((code: number) => number) => {
  const basic = new Uint8Array(0x10000);
  const planes: Uint8Array[] = [];
  return (code) => {
    if (code < basic.length) return basic[code] || (basic[code] = lookAt(code));
    const plane = (planes[code >> 16] ??= new Uint8Array(0x10000));
    return plane[code & 0xffff] || (plane[code & 0xffff] = lookAt(code));
  };
};

const known = remembered(lookAt);
export const kindOf = (code: number): number => (code < 0 ? 0 : known(code));

/** A text as units of UTF-16: their first `length`, as arrays are longer than what is in them. */
export interface Units {
  codes: Uint16Array;
  length: number;
}

/** The character that begins at a place; `NOTHING` behind the end. */
export const codeAfter = ({ codes, length }: Units, at: number): number => {
  if (at >= length) return NOTHING;
  const code = codes[at] as number;
  if (code < 0xd800 || code > 0xdbff || at + 1 === length) return code;
  const low = codes[at + 1] as number;
  return isLow(low) ? (code - 0xd800) * 0x400 + low - 0xdc00 + 0x10000 : code;
};

/** The character that ends at a place; `NOTHING` in front of the beginning. */
export const codeBefore = (units: Units, at: number): number => {
  if (at === 0) return NOTHING;
  const code = units.codes[at - 1] as number;
  return isLow(code) && at > 1 ? codeAfter(units, at - 2) : code;
};

/** The second half of a character beyond the basic plane. */
export const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

export const unitsOf = (code: number): number => (code > 0xffff ? 2 : 1);
