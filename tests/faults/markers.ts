import type { Sighting } from './history';

/** Registers are called `<website>-<name>`, both of letters and digits, as they stand in markers and slugs. */
export const registerOf = (website: string, name: string): string => `${website}-${name}`;

export const websiteOf = (register: string): string => register.slice(0, register.indexOf('-'));

/** What a write leaves in the texts of an entry. */
export const markerOf = (register: string, number: number): string => `mk-${register}-${number}`;

/** All different markers of a text. */
export const sightingsIn = (text: string): Sighting[] =>
  [...new Set(text.match(/\bmk-[a-z0-9]+-[a-z0-9]+-\d+\b/g) ?? [])].map((marker) => {
    const end = marker.lastIndexOf('-');
    return { register: marker.slice('mk-'.length, end), number: Number(marker.slice(end + 1)) };
  });
