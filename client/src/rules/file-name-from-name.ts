import { slugFromName } from '../contract.js';

/** In bytes: file systems take 255, and paths of Windows 260 characters in all. */
const MAX_BYTES = 120;
/** What every file system has names of, and no generator or server writes in another way: of that, slugs of posts are too. */
const PLAIN = /^[\p{L}\p{M}\p{N}_.~-]+$/u;
/** Hosts leave out files that begin with a dot; Windows drops one at the end. */
const DOT_AT_END = /^\.|\.$/;
/** Devices of Windows, whatever stands behind a dot. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/;

/**
 * A name for the file or folder of a category or tag, such as a static build makes: its slug where that has letters, digits and `-_.~` only, else
 * what can be kept of it with a checksum (`CI/CD` is `ci-cd~…`). Never a path, never longer than 136 bytes, and two terms of a website do not share one, also where
 * capital letters do not count. In an address it has to be encoded: `encodeURIComponent(fileNameFromName(name))`.
 */
export const fileNameFromName = (name: string): string => {
  const slug = slugFromName(name);
  if (isFileName(slug)) return slug;
  const kept = slug
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}_-]+/u)
    .map((part) => part.replace(/^-+/, ''))
    .filter((part) => part !== '')
    .join('-');
  return `${inBytes(kept)}~${checksum(slug)}`;
};

const isFileName = (slug: string): boolean =>
  PLAIN.test(slug) &&
  !DOT_AT_END.test(slug) &&
  !RESERVED.test(slug) &&
  slug.normalize('NFC') === slug &&
  hasOneCase(slug) &&
  inBytes(slug) === slug;

/** Whether no other slug is the same file where capital letters do not count: `ſ` and `s` have one. */
const hasOneCase = (slug: string): boolean => {
  // Capital letters of these are those of others, but file systems keep them apart.
  const compared = slug.replace(/[ßı]/g, '');
  return compared.toUpperCase().toLowerCase() === compared;
};

/** Cut between characters. */
const inBytes = (text: string): string => {
  const encoder = new TextEncoder();
  let room = MAX_BYTES;
  let kept = '';
  for (const character of text) {
    room -= encoder.encode(character).length;
    if (room < 0) break;
    kept += character;
  }
  return kept;
};

/** 64 bits of FNV-1a in two halves, as 13 characters or fewer. */
const checksum = (text: string): string => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
};
