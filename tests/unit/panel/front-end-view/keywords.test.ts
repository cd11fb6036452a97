import fc from 'fast-check';
import { linkKeywords, type LinkRule } from '../../../../client/src/link-keywords';
import { countKeywords } from '../../../../src/plugins/content-delivery/server/src/panel/front-end-view/keywords';

const count = (html: string, ...keywords: string[]): Record<string, number> =>
  Object.fromEntries(
    countKeywords(
      html,
      keywords.map((keyword) => ({ keyword, url: '/x' })),
    ).map((found) => [found.keyword, found.count]),
  );

describe('countKeywords', () => {
  it.each([
    ['whole words only', '<p>cat catalog concat cat.</p>', ['cat'], { cat: 2 }],
    ['any case', '<p>Brew Ratio, brew ratio, BREW RATIO</p>', ['brew ratio'], { 'brew ratio': 3 }],
    ['not inside links', '<a href="/">tea</a> tea <a><b>tea</b></a>', ['tea'], { tea: 1 }],
    ['not in attributes', '<img alt="tea" title="tea"> tea', ['tea'], { tea: 1 }],
    [
      'not in comments, scripts and styles',
      '<!-- tea --><script>tea</script><style>tea{}</style>',
      ['tea'],
      {},
    ],
    ['not in headings and code', '<h1>tea</h1><code>tea</code> tea', ['tea'], { tea: 1 }],
    ['any script', '<p>Über über grüber. кот, котик, Кот</p>', ['über', 'кот'], { über: 2, кот: 2 }],
    ['entities as what they mean', '<p>Q&amp;A &uuml;ber</p>', ['q&a', 'über'], { 'q&a': 1, über: 1 }],
    [
      'keywords with signs',
      '<p>C++ and .NET, not ASP.NET or C++x</p>',
      ['c++', '.net'],
      { 'c++': 1, '.net': 1 },
    ],
    [
      'the longer of two',
      '<p>espresso machine, espresso</p>',
      ['espresso', 'espresso machine'],
      {
        espresso: 1,
        'espresso machine': 1,
      },
    ],
    ['each next to the other', '<p>tea tea,tea-tea</p>', ['tea'], { tea: 4 }],
    ['not across elements', '<p>brew <b>ratio</b></p>', ['brew ratio'], {}],
    ['digits and underscores belong to words', '<p>tea2 tea_ 2tea tea</p>', ['tea'], { tea: 1 }],
    ['text without markup', 'just tea', ['tea'], { tea: 1 }],
    ['broken markup', '<p>tea <b>tea <p>tea</p>', ['tea'], { tea: 3 }],
    ['not in links that are not ended', 'tea <a>tea <p>tea', ['tea'], { tea: 1 }],
    ['an empty drawing', '<svg/>tea <svg><text>tea</text></svg>', ['tea'], { tea: 1 }],
    ['raw text', '<textarea><b>tea</textarea><iframe><p>tea</p></iframe> tea', ['tea'], { tea: 1 }],
    ['nothing', '', ['tea'], {}],
  ])('%s', (_name, html, keywords, expected) => {
    expect(count(html, ...keywords)).toEqual(expected);
  });

  it('gives the address, and the most frequent first', () => {
    const links = [
      { keyword: 'b', url: '/b' },
      { keyword: 'a', url: '/a' },
      { keyword: 'c', url: '/c' },
    ];
    expect(countKeywords('c a b c', links)).toEqual([
      { keyword: 'c', url: '/c', count: 2 },
      { keyword: 'a', url: '/a', count: 1 },
      { keyword: 'b', url: '/b', count: 1 },
    ]);
  });

  it('counts what the client for front ends links', () => {
    const texts = fc.array(
      fc.constantFrom(
        'tea',
        'Tea',
        ' ',
        'green',
        ' tea ',
        '-',
        '<b>',
        '</b>',
        '<a href="/">',
        '</a>',
        '<h2>',
        '&amp;',
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(texts, (pieces) => {
        const html = pieces.join('');
        const links = ['tea', 'green tea'].map((keyword) => ({ keyword, url: '/x' }));
        const linked = linkKeywords(html, links as LinkRule[]).split('<a href="/x"').length - 1;
        const counted = countKeywords(html, links).reduce((sum, { count: one }) => sum + one, 0);
        expect(counted).toBe(linked);
      }),
      { numRuns: 500 },
    );
  });

  it('reads a long text once, however many keywords there are', () => {
    const html = '<p>Fresh coffee beans from the roaster.</p>'.repeat(3_000);
    const keywords = Array.from({ length: 2_000 }, (_, i) => `keyword ${i}`);
    // Once for each keyword would take longer than Jest waits.
    expect(count(html, 'coffee beans', ...keywords)).toEqual({ 'coffee beans': 3_000 });
  });
});
