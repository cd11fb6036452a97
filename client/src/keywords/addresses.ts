import type { Text } from './walk.js';

/** What may be in an address: no space, no quote, and none of the signs that end a sentence in Chinese or Japanese. */
const RUN = /[^\s<>"“”‘’«»、。，！？；：（）「」『』【】《》]+/gu;
/** A quick look: without one of these there is no address. */
const mayHaveAddress = (text: string): boolean =>
  text.includes('@') ||
  text.includes('://') ||
  (text.includes('.') && (text.includes('/') || /www\./i.test(text)));
const ADDRESSES = [
  // https://example.com
  /:\/\//,
  // www.example.com
  /^[([{]*www\./i,
  // someone@example.com
  /[^@]@[^@]*\.[^@]/,
  // example.com/path
  /^[([{]*[\p{L}\p{N}.-]*[\p{L}\p{N}]\.\p{L}{2,63}(?::\d+)?\//u,
];

/** Start and end of a bare address in a text. */
export type Range = readonly [start: number, end: number];

/**
 * Web and e-mail addresses that are written out: nothing is linked inside of them. One may go on across tags that do not
 * part words, such as `<wbr>`.
 * @returns those of each text, in their order
 */
export const addressesIn = (texts: readonly Text[]): readonly (readonly Range[])[] => {
  const found: Range[][] = texts.map(() => []);
  for (let first = 0; first < texts.length;) {
    let last = first + 1;
    while (texts[last]?.continues) last += 1;
    const line = texts.slice(first, last);
    const whole = line.length === 1 ? (line[0] as Text).value : line.map(({ value }) => value).join('');
    const ranges = mayHaveAddress(whole) ? rangesIn(whole) : [];
    let begins = 0;
    let next = 0;
    line.forEach(({ value }, index) => {
      const ends = begins + value.length;
      for (; next < ranges.length && (ranges[next] as Range)[0] < ends; next += 1) {
        const [start, end] = ranges[next] as Range;
        found[first + index]?.push([Math.max(start, begins) - begins, Math.min(end, ends) - begins]);
        // The rest of it is in the next text.
        if (end > ends) break;
      }
      begins = ends;
    });
    first = last;
  }
  return found;
};

const rangesIn = (text: string): Range[] => {
  const ranges: Range[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (ADDRESSES.some((address) => address.test(run))) ranges.push([index, index + run.length]);
  }
  return ranges;
};

/** Whether a place from `start` to `end` touches one of the ranges, which are in order. */
export const touches = (ranges: readonly Range[], start: number, end: number): boolean => {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as Range)[1] > start) high = middle;
    else low = middle + 1;
  }
  const [begins] = ranges[low] ?? [Infinity];
  return begins < end;
};
