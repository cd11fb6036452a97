import { createFolder, hasOwnCase } from './fold.js';

/** Says of a text, as it is written, whether a keyword may begin in it: quick, and only ever wrong when it says so. */
export type Openings = (original: string) => boolean;

const CANNOT = 1;
const MAY = 2;

/** @param firsts 1 for each unit of UTF-16 that a folded keyword begins with */
export const createOpenings = (firsts: Uint8Array, locale: string | undefined): Openings => {
  // There, a letter may be another one with the mark that follows.
  if (hasOwnCase(locale)) return () => true;
  const fold = createFolder(locale);
  const kinds = new Uint8Array(0x10000);
  const lookAt = (code: number): number => {
    const { codes, length } = fold(String.fromCharCode(code));
    const isPart = code >= 0xd800 && code <= 0xdfff;
    const may = isPart || firsts[code] === 1 || (length > 0 && firsts[codes[0] as number] === 1);
    return (kinds[code] = may ? MAY : CANNOT);
  };
  return (original) => {
    for (let at = 0; at < original.length; at += 1) {
      const code = original.charCodeAt(at);
      if ((kinds[code] || lookAt(code)) === MAY) return true;
    }
    return false;
  };
};
