import type { AlikePage } from '../../../../../contracts/pseo-imports';
import type { Pace } from '../../../jobs/yielder';
import { commonOf, inBoth, mixed } from './shingles';

/** From this share of common shingles on, two pages read almost alike. */
export const ALIKE = 0.8;
/** Different texts that are looked at to see what every page has. */
const SAMPLED = 200;
/** Shingles of one page that are kept: all of a page of so many, a fair sample of a longer one. */
const KEPT = 192;
/** Ways to look for siblings: two pages with half of their own shingles in common are found 97 times in 100. */
const BANDS = 12;
/** Pages of one bucket that a page is compared with. */
const COMPARED = 4;
/** Pages that are named. */
const NAMED = 1_000;

/** A text that one page or several have. */
interface Text {
  /** Shingles that not every page has, ascending; the smallest ones of many. */
  own: Uint32Array;
  /** How many of them there are. */
  size: number;
  /** How many of the shingles that every sampled page has are missing here. */
  missing: number;
  /** The first two pages that have it. */
  pages: number[];
  best: number;
  sibling: number;
}

export interface Likeness {
  /** Pages that read almost like another one. */
  count: number;
  /** The first of them, the most alike first. */
  pages: AlikePage[];
}

/**
 * Finds for each page of an import the one that it reads most alike, without comparing all with all.
 *
 * Most of a page is the template's text, which every page has. It counts for the share, but tells nothing about
 * who is like whom: siblings are looked for among the other shingles, by their smallest values under several
 * hash functions (MinHash), which two texts have in common as often as they have shingles in common.
 */
export const createLikeness = () => {
  const lines: number[] = [];
  const slugs: string[] = [];
  /** Which text each page has. */
  const textOf: number[] = [];
  const texts: Text[] = [];
  const known = new Map<string, number>();
  let sampled: Uint32Array[] = [];
  let everywhere: Set<number> | null = null;

  const reduce = (shingles: Uint32Array): Pick<Text, 'own' | 'size' | 'missing'> => {
    if (everywhere === null) return { own: shingles, size: shingles.length, missing: 0 };
    const common = everywhere;
    const own = shingles.filter((shingle) => !common.has(shingle));
    return {
      own: own.slice(0, KEPT),
      size: own.length,
      missing: common.size - (shingles.length - own.length),
    };
  };

  const settle = async (pace: Pace): Promise<void> => {
    if (everywhere !== null) return;
    const [first = new Uint32Array(), ...others] = sampled;
    let common = sampled.length > 1 ? first : new Uint32Array();
    for (const shingles of others) {
      common = inBoth(common, shingles);
      await pace();
    }
    everywhere = new Set(common);
    for (const [index, shingles] of sampled.entries()) {
      Object.assign(texts[index] as Text, reduce(shingles));
      await pace();
    }
    sampled = [];
  };

  return {
    async add(line: number, slug: string, shingles: Uint32Array, pace: Pace): Promise<void> {
      const page = lines.push(line) - 1;
      slugs.push(slug);
      const key = fingerprint(shingles);
      const index = known.get(key);
      if (index !== undefined) {
        textOf.push(index);
        const { pages } = texts[index] as Text;
        if (pages.length < 2) pages.push(page);
        return;
      }
      if (everywhere === null) sampled.push(shingles.slice());
      texts.push({ ...reduce(shingles), pages: [page], best: 0, sibling: -1 });
      known.set(key, texts.length - 1);
      textOf.push(texts.length - 1);
      if (sampled.length >= SAMPLED) await settle(pace);
    },

    async finish(pace: Pace): Promise<Likeness> {
      await settle(pace);
      const common = everywhere?.size ?? 0;
      const compare = (i: number, j: number): void => {
        const a = texts[i] as Text;
        const b = texts[j] as Text;
        const share = shareOfTexts(a, b, common);
        if (share > a.best) Object.assign(a, { best: share, sibling: j });
        if (share > b.best) Object.assign(b, { best: share, sibling: i });
      };
      for (let i = 1; i < texts.length; i += 1) {
        compare(i, i - 1);
        await pace();
      }
      for (let band = 0; band < BANDS; band += 1) {
        const buckets = new Map<number, number[]>();
        for (let i = 0; i < texts.length; i += 1) {
          const key = bandOf((texts[i] as Text).own, band);
          const bucket = buckets.get(key) ?? [];
          for (const j of bucket) compare(i, j);
          if (bucket.length >= COMPARED) bucket.shift();
          bucket.push(i);
          buckets.set(key, bucket);
          await pace();
        }
      }

      const alike: { page: number; share: number; sibling: number }[] = [];
      textOf.forEach((index, page) => {
        const text = texts[index] as Text;
        const twin = text.pages.find((other) => other !== page);
        const share = twin === undefined ? text.best : 1;
        if (share < ALIKE) return;
        const sibling = twin ?? texts[text.sibling]?.pages[0];
        if (sibling !== undefined) alike.push({ page, share, sibling });
      });
      alike.sort((a, b) => b.share - a.share || a.page - b.page);
      return {
        count: alike.length,
        pages: alike.slice(0, NAMED).map(({ page, share, sibling }) => ({
          line: lines[page] as number,
          slug: slugs[page] as string,
          share: Math.floor(share * 1_000) / 1_000,
          sibling: { line: lines[sibling] as number, slug: slugs[sibling] as string },
        })),
      };
    },
  };
};

/** Equal for equal sets of shingles, and as good as never otherwise. */
const fingerprint = (shingles: Uint32Array): string => {
  let [a, b] = [0, 0];
  for (const shingle of shingles) {
    a = (Math.imul(a, 31) + shingle) | 0;
    b = Math.imul(b ^ shingle, 0x01000193);
  }
  return `${shingles.length} ${a} ${b}`;
};

const shareOfTexts = (a: Text, b: Text, common: number): number => {
  const shared = sharedOwn(a, b);
  const both = common - Math.max(a.missing, b.missing) + shared;
  const either = common - Math.min(a.missing, b.missing) + a.size + b.size - shared;
  return either === 0 ? 1 : both / either;
};

/** How many of their own shingles two texts share; estimated from the smallest ones where not all are kept. */
const sharedOwn = (a: Text, b: Text): number => {
  const { own: x, size: sizeX } = a;
  const { own: y, size: sizeY } = b;
  if (x.length === sizeX && y.length === sizeY) return commonOf(x, y);
  let [i, j, shared, seen] = [0, 0, 0, 0];
  while (seen < KEPT && i < x.length && j < y.length) {
    const [left, right] = [x[i] as number, y[j] as number];
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
    seen += 1;
  }
  const share = seen === 0 ? 0 : shared / seen;
  return Math.min(sizeX, sizeY, Math.round((share / (1 + share)) * (sizeX + sizeY)));
};

/** The smallest values of a set of shingles under two hash functions, as one number. */
const bandOf = (shingles: Uint32Array, band: number): number => {
  const [seedA, seedB] = [mixed(band * 2 + 1), mixed(band * 2 + 2)];
  let [a, b] = [0xffffffff, 0xffffffff];
  for (const shingle of shingles) {
    const x = mixed(shingle ^ seedA);
    const y = mixed(shingle ^ seedB);
    if (x < a) a = x;
    if (y < b) b = y;
  }
  return a * 0x100000 + (b & 0xfffff);
};
