import { SHINGLE_WORDS } from './words';

const hashOf = (word: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
};

/** Spreads the bits of a number over all of it. */
export const mixed = (number: number): number => {
  let hash = number;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/**
 * The shingles of a text, each as a number: all runs of five words. A shorter text is one shingle.
 * @returns ascending, each once
 */
export const shinglesOf = (words: readonly string[]): Uint32Array => {
  if (words.length === 0) return new Uint32Array();
  const hashes = words.map(hashOf);
  const count = Math.max(1, words.length - SHINGLE_WORDS + 1);
  const shingles = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) {
    let hash = 0;
    const end = Math.min(words.length, at + SHINGLE_WORDS);
    for (let word = at; word < end; word += 1) hash = (Math.imul(hash, 31) + (hashes[word] as number)) | 0;
    shingles[at] = mixed(hash);
  }
  shingles.sort();
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    if (at > 0 && shingles[at] === shingles[at - 1]) continue;
    shingles[kept] = shingles[at] as number;
    kept += 1;
  }
  return shingles.subarray(0, kept);
};

/** The numbers that two ascending lists share. */
export const inBoth = (a: Uint32Array, b: Uint32Array): Uint32Array => {
  const common = new Uint32Array(Math.min(a.length, b.length));
  let [i, j, length] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const x = a[i] as number;
    const y = b[j] as number;
    if (x === y) {
      common[length] = x;
      length += 1;
    }
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return common.slice(0, length);
};

/** How many numbers two ascending lists share. */
export const commonOf = (a: Uint32Array, b: Uint32Array): number => inBoth(a, b).length;

/** The share of common shingles of two texts: those in both, of those in either. 1 is the same text. */
export const shareOf = (a: Uint32Array, b: Uint32Array): number => {
  const common = commonOf(a, b);
  const either = a.length + b.length - common;
  return either === 0 ? 1 : common / either;
};
