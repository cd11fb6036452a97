import fc from 'fast-check';
import {
  ALIKE,
  createLikeness,
} from '../../src/plugins/content-delivery/server/src/pseo/imports/alike/likeness';
import {
  shareOf,
  shinglesOf,
} from '../../src/plugins/content-delivery/server/src/pseo/imports/alike/shingles';
import {
  withoutVariables,
  wordsOfHtml,
} from '../../src/plugins/content-delivery/server/src/pseo/imports/alike/words';

const pace = () => Promise.resolve();
const words = (text: string) => text.split(' ');
const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => `w${from + n}`);

describe('what a reader of a page sees', () => {
  it.each([
    ['<h1>Hello,</h1><p class="a b">World</p>', 'hello world'],
    ['<p>a</p><script>let b</script><style>c{}</style><!-- d -->e', 'a e'],
    ['Fish &amp; chips &#39;n&#x27; caf&eacute;', 'fish chips n caf eacute'],
    ['ein Café', 'ein café'],
  ])('of %p is %p', (html, expected) => expect(wordsOfHtml(html).join(' ')).toBe(expected));
});

describe('taking the variables out of a text', () => {
  it.each([
    ['coffee in new york is good', { city: 'New York' }, 'coffee in is good'],
    ['coffee in york is good', { city: 'New York' }, 'coffee in york is good'],
    ['berlin is in berlin', { city: 'Berlin', other: 'Berlin Mitte' }, 'is in'],
    ['one two three four five', { text: 'One two three four five' }, 'one two three four five'],
    [
      'berlin has long nights and short days',
      { city: 'Berlin', t: 'Berlin has long nights and' },
      'has long nights and short days',
    ],
    ['a b c', { empty: '', marks: '—' }, 'a b c'],
  ])('%p with %p leaves %p', (text, variables, expected) =>
    expect(withoutVariables(words(text), variables as unknown as Record<string, string>).join(' ')).toBe(
      expected,
    ),
  );
});

describe('the share of common shingles', () => {
  it('is that of common runs of five words', () => {
    const share = (a: string[], b: string[]) => shareOf(shinglesOf(a), shinglesOf(b));
    expect(share(many(0, 20), many(0, 20))).toBe(1);
    expect(share(many(0, 20), many(100, 20))).toBe(0);
    // 16 runs each; the last word differs, so that one run of each does.
    expect(share(many(0, 20), [...many(0, 19), 'x'])).toBeCloseTo(15 / 17);
    expect(share(['a'], ['a'])).toBe(1);
    expect(share(many(0, 5), many(0, 4))).toBe(0);
  });

  it('is the same both ways, and between 0 and 1', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const share = shareOf(shinglesOf(a), shinglesOf(b));
        expect(share).toBe(shareOf(shinglesOf(b), shinglesOf(a)));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('finding the pages that read almost alike', () => {
  const find = async (texts: string[][]) => {
    const likeness = createLikeness();
    for (const [n, text] of texts.entries()) await likeness.add(n + 2, `s${n}`, shinglesOf(text), pace);
    return likeness.finish(pace);
  };

  it('finds for nearly every page what comparing all with all finds', async () => {
    // Families of five texts with some words changed, behind a text that all have.
    const template = many(9_000, 80);
    const texts = Array.from({ length: 200 }, (_, n) => {
      const family = n % 40;
      const own = many(family * 100, 50);
      own[(n * 7) % 50] = `changed${n}`;
      return [...template, ...own];
    });
    const shingles = texts.map(shinglesOf);
    const { count, pages } = await find(texts);
    const best = shingles.map((one, i) =>
      Math.max(...shingles.map((other, j) => (i === j ? 0 : shareOf(one, other)))),
    );
    expect(best.every((share) => share >= ALIKE)).toBe(true);
    // Siblings are looked for, not compared all with all: one in some hundred may be missed.
    expect(count).toBeGreaterThanOrEqual(best.length - 2);
    const named = new Map(pages.map((page) => [page.line - 2, page]));
    const found = best.filter((share, n) => share - (named.get(n)?.share ?? 0) < 0.02).length;
    expect(found).toBeGreaterThan(190);
    for (const { line, share, sibling } of pages) {
      const exact = shareOf(shingles[line - 2] as Uint32Array, shingles[sibling.line - 2] as Uint32Array);
      expect(Math.abs(share - exact)).toBeLessThan(0.01);
    }
  });

  it('names the same text as such, and leaves alone what differs', async () => {
    const { count, pages } = await find([many(0, 30), many(100, 30), many(0, 30), many(200, 30)]);
    expect(count).toBe(2);
    expect(pages).toEqual([
      { line: 2, slug: 's0', share: 1, sibling: { line: 4, slug: 's2' } },
      { line: 4, slug: 's2', share: 1, sibling: { line: 2, slug: 's0' } },
    ]);
  });

  it('takes ten thousand pages that only differ in their names', async () => {
    const likeness = createLikeness();
    const shingles = shinglesOf(many(0, 100));
    for (let n = 0; n < 10_000; n += 1) await likeness.add(n + 2, `s${n}`, shingles, pace);
    expect(await likeness.finish(pace)).toMatchObject({ count: 10_000 });
  });
});
