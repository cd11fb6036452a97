import type { Text } from './walk.js';

/** What may be in an address: no space, no quote, and none of the signs that end a sentence in Chinese or Japanese. */
const RUN = /[^\s<>"“”‘’«»、。，！？；：（）「」『』【】《》]+/gu;
/** A quick look: without one of these there is no address. */
const MAY_HAVE_ADDRESS = /@|\/\/|\.[\p{L}\p{N}]|localhost/iu;
const ADDRESSES = [
  // https://example.com
  /:\/\//,
  // //example.com/path
  /^[([{]*\/\/[^/.]+\.[\p{L}\p{N}]/u,
  // www.example.com
  /^[([{]*www\./i,
  // someone@example.com
  /[^@]@(?:[^@]*\.[^@]|localhost)/i,
  // example.com/path, example.com:80, example.com?query, example.com#fragment
  /^[([{]*[\p{L}\p{N}.-]*[\p{L}\p{N}]\.\p{L}{2,63}(?:\/|:\d|[?#][\p{L}\p{N}])/u,
  // localhost:1337
  /^[([{]*localhost[:/]/i,
  // 192.168.1.1
  /^[([{]*\d{1,3}(?:\.\d{1,3}){3}(?!\d)/,
];
/**
 * A name alone, such as `example.com` and `example.co.uk`, with what may stand around it in a sentence. Only with the commonest ends: others
 * are those of words too, as in `Node.js`, `Socket.io` and where a space is missing. Each part begins with a letter or digit, so that no
 * sign belongs both to what stands in front and to the name: rows of hyphens would take time with the square of their length.
 */
const NAME =
  /^([^\p{L}\p{N}]*)((?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+(?:com|org|net|edu|gov|info|biz|eu|uk|de|fr|nl|pl|jp|cn|ru|br|au|ca))(?:'s)?[^\p{L}\p{N}@-]*$/u;

/** Start and end of a bare address in a text; outside of it where the address goes on in another one. */
export type Range = readonly [start: number, end: number];

/**
 * Web and e-mail addresses that are written out: nothing is linked inside of them. One may go on across tags that do not
 * part words, such as `<wbr>`.
 * @returns a function that says where in one of the texts they are, in their order
 */
export const createAddresses = (texts: readonly Text[]): ((index: number) => readonly Range[]) => {
  const known = new Array<readonly Range[] | undefined>(texts.length);
  /** Texts are looked at together with all that they go on in. */
  const look = (index: number): void => {
    let first = index;
    while (first > 0 && texts[first]?.continues) first -= 1;
    let last = index + 1;
    while (texts[last]?.continues) last += 1;
    let whole = '';
    for (let at = first; at < last; at += 1) whole += (texts[at] as Text).value;
    const ranges = MAY_HAVE_ADDRESS.test(whole) ? rangesIn(whole) : NONE;
    let begins = 0;
    let next = 0;
    for (let at = first; at < last; at += 1) {
      const ends = begins + (texts[at] as Text).value.length;
      let found: Range[] | undefined;
      for (; next < ranges.length && (ranges[next] as Range)[0] < ends; next += 1) {
        const [start, end] = ranges[next] as Range;
        (found ??= []).push([start - begins, end - begins]);
        // The rest of it is in the next text.
        if (end > ends) break;
      }
      known[at] = found ?? NONE;
      begins = ends;
    }
  };
  return (index) => {
    if (!known[index]) look(index);
    return known[index] as readonly Range[];
  };
};

const NONE: readonly Range[] = [];

const rangesIn = (text: string): Range[] => {
  const ranges: Range[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (ADDRESSES.some((address) => address.test(run))) {
      ranges.push([index, index + run.length]);
      continue;
    }
    const [, before = '', name] = NAME.exec(run) ?? [];
    if (name) ranges.push([index + before.length, index + before.length + name.length]);
  }
  return ranges;
};

/** Whether a place from `start` to `end` touches one of the ranges, which are in order, and is not the whole of it. */
export const divides = (ranges: readonly Range[], start: number, end: number): boolean => {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as Range)[1] > start) high = middle;
    else low = middle + 1;
  }
  // No keyword goes over several.
  const [begins, ends] = ranges[low] ?? [Infinity, Infinity];
  return begins < end && (start > begins || end < ends);
};
