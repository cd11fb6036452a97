import { IS_EMOJI_PART, IS_PICTURE, codeAfter, kindOf, type Units } from './characters.js';

const JOINER = 0x200d;
/** The 26 letters whose pairs are flags: each is D83C and one of DDE6 to DDFF. */
const FLAG_HIGH = 0xd83c;
const [FLAG_A, FLAG_Z] = [0xdde6, 0xddff];
/** Nothing below it carries an emoji on. */
const FIRST_HIGH_SURROGATE = 0xd800;

const isFlagLetter = ({ codes, length }: Units, at: number): boolean => {
  if (codes[at] !== FLAG_HIGH || at + 1 >= length) return false;
  const low = codes[at + 1] as number;
  return low >= FLAG_A && low <= FLAG_Z;
};

/** 1 for the second letters of flags. */
const secondsOf = (text: Units): Uint8Array => {
  const seconds = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    if (!isFlagLetter(text, at)) continue;
    if (isFlagLetter(text, at + 2)) seconds[(at += 2)] = 1;
    at += 1;
  }
  return seconds;
};

/** Says whether a place of a text is inside of what is shown as one emoji: a cook, a flag, a thumb with its tone of skin. */
export const createEmojiSplitter = (): ((text: Units, at: number) => boolean) => {
  let [latest, seconds]: [Units?, Uint8Array?] = [];
  const isSecond = (text: Units, at: number): boolean => {
    if (text !== latest || !seconds) [latest, seconds] = [text, secondsOf(text)];
    return seconds[at] === 1;
  };
  return (text, at) => {
    const { codes, length } = text;
    if (at >= length) return false;
    const code = codes[at] as number;
    const isJoined = at > 0 && codes[at - 1] === JOINER;
    if (!isJoined && code < FIRST_HIGH_SURROGATE) return false;
    if (isFlagLetter(text, at)) return isSecond(text, at);
    const kind = kindOf(codeAfter(text, at));
    return (kind & IS_EMOJI_PART) !== 0 || (isJoined && (kind & IS_PICTURE) !== 0);
  };
};
