import { slugFromName } from './delivery';

/**
 * Which names categories and tags may have: those whose slug can be a part of an address, and of a path of files. Pure:
 * server and admin panel share it.
 */

// What is left of a name's control characters in its slug: spaces of any kind have become hyphens.
const CONTROL = /\p{Cc}/u;
/** A part between slashes that leads to its folder, or out of it. */
const DOT_PART = /(?<=^|[/\\])\.{1,2}(?=$|[/\\])/;
const SLASHES_AROUND = /^[/\\]+|[/\\]+$/g;

/** For names of which nothing can be in an address. */
const NAMELESS = { category: 'Category', tag: 'Tag' } as const;

/** Whether front ends can give the name an address: encoded, where it has characters such as `#` and `/`. */
export const hasSafeAddress = (name: string): boolean => {
  const slug = slugFromName(name);
  return slug !== '' && !CONTROL.test(slug) && !DOT_PART.test(slug);
};

/** The nearest name that has a safe address: the name itself when it is one. */
export const fitName = (name: string, kind: keyof typeof NAMELESS): string => {
  if (hasSafeAddress(name)) return name;
  const parts = name
    .replace(/(?!\s)\p{Cc}/gu, '')
    .split(/(?<=[/\\])/)
    .filter((part) => !/^\.{1,2}[/\\]?$/.test(part))
    .join('');
  const fitting = parts.replace(SLASHES_AROUND, '').trim();
  return fitting !== '' && hasSafeAddress(fitting) ? fitting : NAMELESS[kind];
};
