import { NOTHING, codeAfter, codeBefore } from './characters.js';
import { createFolder } from './fold.js';
import type { Text } from './walk.js';
import type { Neighbours } from './words.js';

/** Not looked at yet. */
const UNKNOWN = -2;

/** What the reader sees next to a text, across tags that do not part words. */
export const createNeighbours = (texts: readonly Text[], locale: string | undefined): Neighbours => {
  const fold = createFolder(locale);
  const firsts = new Int32Array(texts.length).fill(UNKNOWN);
  const lasts = new Int32Array(texts.length);
  const look = (index: number): void => {
    if (firsts[index] !== UNKNOWN) return;
    const folded = fold((texts[index] as Text).value);
    firsts[index] = codeAfter(folded, 0);
    lasts[index] = codeBefore(folded, folded.length);
  };
  return {
    before(index) {
      for (let at = index; at > 0 && texts[at]?.continues; at -= 1) {
        look(at - 1);
        if (lasts[at - 1] !== NOTHING) return lasts[at - 1] as number;
      }
      return NOTHING;
    },
    after(index) {
      for (let at = index + 1; texts[at]?.continues; at += 1) {
        look(at);
        if (firsts[at] !== NOTHING) return firsts[at] as number;
      }
      return NOTHING;
    },
  };
};
