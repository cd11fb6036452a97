/** Carries on the emoji before it: a tone of skin, the letters of a flag's tag. */
const CONTINUES = /^[\p{EMod}\u{e0020}-\u{e007f}]/u;
const PICTURE = /^\p{Extended_Pictographic}/u;
const JOINER = '\u200d';
/** The 26 letters whose pairs are flags: each is D83C and one of DDE6 to DDFF. */
const FLAG_HIGH = 0xd83c;
const [FLAG_A, FLAG_Z] = [0xdde6, 0xddff];
/** Nothing below it carries an emoji on. */
const FIRST_HIGH_SURROGATE = 0xd800;

const isFlagLetter = (text: string, at: number): boolean => {
  const low = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === FLAG_HIGH && low >= FLAG_A && low <= FLAG_Z;
};

/** Says whether a place of a text is inside of what is shown as one emoji: a cook, a flag, a thumb with its tone of skin. */
export const emojiSplitter = (text: string): ((at: number) => boolean) => {
  /** The second letters of flags, once one is asked for. */
  let seconds: Set<number> | undefined;
  const isSecond = (at: number): boolean => {
    if (!seconds) {
      seconds = new Set();
      for (let index = 0; index < text.length; index += 1) {
        if (!isFlagLetter(text, index)) continue;
        if (isFlagLetter(text, index + 2)) seconds.add((index += 2));
        index += 1;
      }
    }
    return seconds.has(at);
  };
  return (at) => {
    const code = text.charCodeAt(at);
    const isJoined = at > 0 && text[at - 1] === JOINER;
    if (!isJoined && !(code >= FIRST_HIGH_SURROGATE)) return false;
    if (isFlagLetter(text, at)) return isSecond(at);
    const rest = text.slice(at, at + 2);
    return CONTINUES.test(rest) || (isJoined && PICTURE.test(rest));
  };
};
