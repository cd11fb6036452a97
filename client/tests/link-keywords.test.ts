import fc from 'fast-check';
import { defaultTreeAdapter, html as names, parseFragment, serialize } from 'parse5';
import {
  linkKeywords,
  prepareLinks,
  type LinkRedirects,
  type LinkKeywordsOptions,
  type LinkRule,
} from '../src/link-keywords/index.js';
import { anyHtml, anyOptions, anyRules } from './support/linked-input';

/** Keywords in order, each leading to a path of its own: `/1`, `/2`, … */
const rulesFor = (keywords: string[]): LinkRule[] =>
  keywords.map((keyword, index) => ({ keyword, url: `/${index + 1}` }));

/** Links the keywords and shows what became a link as `[text](target)`. */
const shown = (html: string, keywords: string[], options?: LinkKeywordsOptions): string =>
  linkKeywords(html, rulesFor(keywords), options).replace(/<a href="(\/\d+)">(.*?)<\/a>/gs, '[$2]($1)');

describe('linkKeywords', () => {
  describe('finds', () => {
    it.each<[string, string, string[], string]>([
      [
        'a word, and keeps its case',
        'Espresso and espresso',
        ['ESPRESSO'],
        '[Espresso](/1) and [espresso](/1)',
      ],
      ['several words', 'a cold brew, please', ['Cold Brew'], 'a [cold brew](/1), please'],
      ['the first and the last word', 'tea or tea', ['tea'], '[tea](/1) or [tea](/1)'],
      [
        'no part of a longer word',
        'teapot steak tea_pot tea9 9tea steatea',
        ['tea'],
        'teapot steak tea_pot tea9 9tea steatea',
      ],
      [
        'a word in punctuation',
        '(tea), “tea”, tea-time, tea’s, /tea.',
        ['tea'],
        '([tea](/1)), “[tea](/1)”, [tea](/1)-time, [tea](/1)’s, /[tea](/1).',
      ],
      ['Cyrillic words only whole', 'чай чайник Чай', ['чай'], '[чай](/1) чайник [Чай](/1)'],
      ['Greek with either sigma', 'ΟΔΟΣ οδος οδοσ', ['οδός', 'οδος'], '[ΟΔΟΣ](/2) [οδος](/2) [οδοσ](/2)'],
      ['Arabic words only whole', 'قهوة وقهوة', ['قهوة'], '[قهوة](/1) وقهوة'],
      ['Devanagari with its vowel signs', 'चाय चाया', ['चाय'], '[चाय](/1) चाया'],
      ['accents as part of a letter', 'cafe café cafe\u0301', ['cafe'], '[cafe](/1) café cafe\u0301'],
      [
        'composed and decomposed letters alike',
        'café cafe\u0301',
        ['caf\u00e9'],
        '[café](/1) [cafe\u0301](/1)',
      ],
      ['decomposed keywords too', 'café', ['cafe\u0301'], '[café](/1)'],
      ['ß and SS alike', 'Straße STRASSE', ['strasse'], '[Straße](/1) [STRASSE](/1)'],
      ['İ whose lower case is longer', 'xİ İstanbul', ['i\u0307stanbul'], 'xİ [İstanbul](/1)'],
      ['dotless ı as another letter', 'sınır sinir', ['sinir'], 'sınır [sinir](/1)'],
      ['letters beyond 16 bits', '𐐀𐐁 𐐀𐐁𐐂', ['𐐨𐐩'], '[𐐀𐐁](/1) 𐐀𐐁𐐂'],
      ['Japanese words without spaces', '緑茶を淹れる。', ['緑茶'], '[緑茶](/1)を淹れる。'],
      [
        'Katakana only as whole runs',
        'コーヒーとコーヒーメーカー',
        ['コーヒー'],
        '[コーヒー](/1)とコーヒーメーカー',
      ],
      ['no part of a longer Japanese word', '東京都と京都', ['京都'], '東京都と[京都](/1)'],
      ['Latin words among Japanese', 'これはGo言語です', ['Go'], 'これは[Go](/1)言語です'],
      ['Chinese words', '我喜欢喝咖啡。', ['咖啡'], '我喜欢喝[咖啡](/1)。'],
      ['Thai words', 'ฉันดื่มกาแฟทุกวัน', ['กาแฟ'], 'ฉันดื่ม[กาแฟ](/1)ทุกวัน'],
      [
        'signs in and around keywords',
        'C++ and C#, .NET',
        ['c++', 'C#', '.net'],
        '[C++](/1) and [C#](/2), [.NET](/3)',
      ],
      ['no sign inside of a word', 'ASP.NET C++11', ['.net', 'c++'], 'ASP.NET C++11'],
      [
        'characters of regular expressions',
        'a.b (a|b) a+b $1',
        ['a.b', '(a|b)', '$1'],
        '[a.b](/1) [(a|b)](/2) a+b [$1](/3)',
      ],
      ['an emoji', 'I like ☕️ here', ['☕️'], 'I like [☕️](/1) here'],
      [
        'entities as the reader sees them',
        'AT&amp;T AT&T AT&#38;T',
        ['AT&T'],
        '[AT&amp;T](/1) [AT&T](/1) [AT&#38;T](/1)',
      ],
      [
        'keywords beside entities',
        '&lt;tea&gt; &mdash;tea&nbsp;tea',
        ['tea'],
        '&lt;[tea](/1)&gt; &mdash;[tea](/1)&nbsp;[tea](/1)',
      ],
      [
        'letters that are entities',
        'K&auml;se K&#228;se &auml;K&auml;se',
        ['käse'],
        '[K&auml;se](/1) [K&#228;se](/1) &auml;K&auml;se',
      ],
      ['entities without semicolon', '&notit; &ampx', ['it'], '&not[it](/1); &ampx'],
      ['no names of entities', '&amp; &nbsp; &copy;', ['amp', 'nbsp', 'copy'], '&amp; &nbsp; &copy;'],
      [
        'all kinds of spaces as one',
        'cold&nbsp;brew cold\n  brew cold&#32;&#9;brew',
        ['cold brew'],
        '[cold&nbsp;brew](/1) [cold\n  brew](/1) [cold&#32;&#9;brew](/1)',
      ],
      ['spaces in a keyword as one', 'cold brew', ['  cold \n brew '], '[cold brew](/1)'],
      [
        'words with hidden hyphens',
        'Kaf&shy;fee un&shy;kaffee',
        ['Kaffee'],
        '[Kaf&shy;fee](/1) un&shy;kaffee',
      ],
      ['curly apostrophes', 'don’t don&rsquo;t', ["don't"], '[don’t](/1) [don&rsquo;t](/1)'],
      ['line breaks of Windows', 'cold\r\nbrew\rtea', ['cold brew', 'tea'], '[cold\r\nbrew](/1)\r[tea](/2)'],
      ['nothing for an empty keyword', 'a b', ['', ' ', '\u00ad'], 'a b'],
    ])('%s', (_what, html, keywords, expected) => {
      expect(shown(html, keywords)).toBe(expected);
    });

    it('letters in the case of the language', () => {
      expect(shown('DIŞ dış DİŞ', ['dış'], { locale: 'tr' })).toBe('[DIŞ](/1) [dış](/1) DİŞ');
    });

    it('words without dictionaries where the runtime has none', () => {
      const { Segmenter } = Intl;
      Object.assign(Intl, { Segmenter: undefined });
      try {
        expect(shown('緑茶とコーヒーメーカー、コーヒー', ['緑茶', 'コーヒー'])).toBe(
          '[緑茶](/1)とコーヒーメーカー、[コーヒー](/2)',
        );
      } finally {
        Object.assign(Intl, { Segmenter });
      }
    });
  });

  describe('where keywords overlap', () => {
    it.each<[string, string, string[], string]>([
      [
        'the longest has the place',
        'cold brew coffee',
        ['cold brew', 'brew', 'cold'],
        '[cold brew](/1) coffee',
      ],
      [
        'a longer one that begins later too',
        'cold brew coffee beans',
        ['cold brew', 'brew coffee beans'],
        'cold [brew coffee beans](/2)',
      ],
      [
        'a shorter one beside it moves in',
        'cold brew coffee beans',
        ['cold brew', 'brew coffee beans', 'cold'],
        '[cold](/3) [brew coffee beans](/2)',
      ],
      ['the first of equally long ones', 'aa bb cc', ['aa bb', 'bb cc'], '[aa bb](/1) cc'],
      [
        'a longer one that is no whole word does not',
        'cold brews',
        ['cold brew', 'cold'],
        '[cold](/2) brews',
      ],
      ['the first rule of a keyword counts', 'tea', ['Tea', 'TEA'], '[tea](/1)'],
    ])('%s', (_what, html, keywords, expected) => {
      expect(shown(html, keywords)).toBe(expected);
    });
  });

  describe('leaves whole', () => {
    it.each([
      ['web addresses', 'See https://example.com/tea-guide?tea#tea, http://tea.example and www.tea.example.'],
      ['addresses without a scheme', 'tea.example.com/x and (tea.co.uk:8080/tea)'],
      ['addresses of other kinds', 'ftp://tea.example/tea or git+ssh://tea@example.com/tea'],
      [
        'names of hosts with what belongs to them',
        'example.com?tea example.com#tea tea.example:80 localhost:1337/tea (localhost/tea) 192.168.1.1/tea //tea.example/x',
      ],
      ['names of hosts alone', "tea.com, sub.tea.com; “tea.co.uk” (tea.org) hot-tea.net! tea.de. Tea.com's"],
      ['names of hosts behind hyphens', "-tea.com --hot-tea.de. —tea.org; “tea.org's”"],
      ['e-mail addresses without a dot', 'tea@localhost'],
      ['e-mail addresses', 'tea@example.com, “me@tea.example”, <b>hot.tea</b>@example.com'],
      ['addresses that may be broken', 'https://example.com/<wbr>tea/<b>tea</b>'],
      ['a cook', '👩‍🍳'],
      ['a tone of skin', '👍🏽'],
      ['flags', '🇩🇪🇺🇸'],
      ['the flag of a country within one', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
      ['a key', '1️⃣'],
    ])('%s', (_what, html) => {
      expect(shown(html, ['tea', '👩', '🍳', '👍', '🏽', '🇪🇺', '🏴', '1'])).toBe(html);
    });

    it('and links the whole of them, and what only looks like one', () => {
      expect(shown('At Tea.com, tea.js or tea.Hot tea.', ['tea.com', 'tea'])).toBe(
        'At [Tea.com](/1), [tea](/2).js or [tea](/2).Hot [tea](/2).',
      );
    });

    it('and links beside them', () => {
      expect(shown('https://tea.example tea, and/or tea/milk; 茶见https://tea.example。tea', ['tea'])).toBe(
        'https://tea.example [tea](/1), and/or [tea](/1)/milk; 茶见https://tea.example。[tea](/1)',
      );
      expect(shown('🇩🇪🇺🇸 👩‍🍳 👍', ['🇺🇸', '👩‍🍳', '👍'])).toBe('🇩🇪[🇺🇸](/1) [👩‍🍳](/2) [👍](/3)');
    });
  });

  describe('leaves alone', () => {
    it.each([
      ['links', '<a href="/x">tea</a>'],
      ['what is in links', '<a><b>hot <i>tea</i></b></a>'],
      ['links that are not closed', '<p><a href="/x">hot <p>tea'],
      ['links that go on after a paragraph', '<p><a href="/x">hot</p>tea'],
      ['headings', '<h1>tea</h1><h2><em>tea</em></h2><h6>tea</h6>'],
      ['code', '<code>tea</code><pre>\ntea</pre><kbd>tea</kbd><samp>tea</samp>'],
      ['scripts and styles', '<script>tea < "tea"</script><style>tea {}</style>'],
      [
        'controls',
        '<button>tea</button><label>tea</label><select><option>tea</select><summary>tea</summary>',
      ],
      ['what is used as a control', '<div role="button">hot <b>tea</b></div>'],
      ['text fields', '<textarea>tea <b>tea</b></textarea>'],
      ['attributes', '<img alt="tea" title=tea data-tea><p title=\'tea\' class="tea"></p>'],
      ['names of elements', '<tea></tea><tea-pot/>'],
      ['comments', '<!-- tea --><!tea><?tea?><!---->'],
      [
        'CDATA and drawings',
        '<svg><title>tea</title><text>tea</text><![CDATA[tea]]></svg><math><mi>tea</mi></math>',
      ],
      ['templates', '<template><p>tea</p></template>'],
      ['what is shown without scripts', '<noscript>tea</noscript><iframe>tea</iframe>'],
      ['media', '<video>tea</video><object>tea</object><canvas>tea</canvas>'],
      ['titles of documents', '<!doctype html><html><head><title>tea</title></head></html>'],
      ['readings of characters', '<ruby>x<rp>tea</rp><rt>tea</rt></ruby>'],
      ['text between rows of tables', '<table>tea<tr>tea<td></td></tr></table>'],
      ['text between rows, beside what else is wrong there', '<table>tea\n<p>x</p>tea'],
      ['tags that are cut off', 'x <p title="tea'],
      ['keywords that span tags', '<b>t</b>ea te<i>a</i> hot t<wbr>ea'],
      ['words that go on across tags', '<b>tea</b>pot s<i>tea</i> tea<!-- -->pot'],
    ])('%s', (_what, html) => {
      expect(shown(html, ['tea', 'hot tea'])).toBe(html);
    });

    it('elements of the caller’s choice', () => {
      expect(shown('<blockquote>tea</blockquote> tea', ['tea'], { skip: ['BLOCKQUOTE'] })).toBe(
        '<blockquote>tea</blockquote> [tea](/1)',
      );
    });
  });

  describe('goes into', () => {
    it.each([
      ['paragraphs that are not closed', '<p>tea<p>tea', '<p>[tea](/1)<p>[tea](/1)'],
      [
        'lists and cells',
        '<ul><li>tea</ul><table><td>tea</table>',
        '<ul><li>[tea](/1)</ul><table><td>[tea](/1)</table>',
      ],
      ['emphasis', '<em>tea</em> <b><i>tea</b></i>', '<em>[tea](/1)</em> <b><i>[tea](/1)</b></i>'],
      ['what stands after a link', '<a href="/x">x</a>, tea', '<a href="/x">x</a>, [tea](/1)'],
      ['words before a footnote', 'tea<sup>1</sup>', '[tea](/1)<sup>1</sup>'],
      ['words at a line break', 'tea<br>pot', '[tea](/1)<br>pot'],
      [
        'bodies of documents',
        '<!doctype html><html><body>tea</body></html>',
        '<!doctype html><html><body>[tea](/1)</body></html>',
      ],
      ['text after what is broken', '< tea </> <3 tea & tea', null],
      ['text with NUL', 'tea \0 tea', null],
      ['elements of one’s own', '<my-note>tea</my-note>', '<my-note>[tea](/1)</my-note>'],
    ])('%s', (_what, html, expected) => {
      const result = shown(html, ['tea']);
      if (expected === null) expect(result.replace(/\[tea\]\(\/1\)/g, 'tea')).toBe(html);
      else expect(result).toBe(expected);
    });

    it('headings where that is wanted', () => {
      expect(shown('<h2>tea</h2>', ['tea'], { headings: true })).toBe('<h2>[tea](/1)</h2>');
    });
  });

  describe('sets links', () => {
    const link = (rule: Partial<LinkRule>, options?: LinkKeywordsOptions) =>
      linkKeywords('tea', [{ keyword: 'tea', url: '/t', ...rule }], options);

    it('with addresses that are escaped', () => {
      expect(link({ url: '/t?a=1&b="<x>"' })).toBe('<a href="/t?a=1&amp;b=&quot;&lt;x&gt;&quot;">tea</a>');
      expect(link({ url: 'https://example.com/t' })).toBe('<a href="https://example.com/t">tea</a>');
    });

    it.each([
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'evil.example',
      '#top',
      'mailto:a@example.com',
      'https://',
      '',
    ])('to nothing but pages: not to %j', (url) => {
      expect(link({ url })).toBe('tea');
    });

    it('with rel and attributes', () => {
      expect(link({ nofollow: true })).toBe('<a href="/t" rel="nofollow">tea</a>');
      expect(link({ nofollow: false }, { attributes: { class: 'a "b"' } })).toBe(
        '<a href="/t" class="a &quot;b&quot;">tea</a>',
      );
      const attributes = ({ internal }: LinkRule): Record<string, string> =>
        internal === false ? { rel: 'noopener nofollow', target: '_blank' } : {};
      expect(link({ nofollow: true, internal: false }, { attributes })).toBe(
        '<a href="/t" rel="nofollow noopener" target="_blank">tea</a>',
      );
      expect(link({ internal: true }, { attributes })).toBe('<a href="/t">tea</a>');
      for (const name of ['href', 'HREF', 'on click', 'a="b', '']) {
        expect(() => link({}, { attributes: { [name]: 'x' } })).toThrow(TypeError);
      }
    });

    it("with the text of a page's rule where that is wanted", () => {
      expect(link({ anchor: 'Tea & more' })).toBe('<a href="/t">tea</a>');
      expect(link({ anchor: 'Tea & more' }, { text: 'anchor' })).toBe('<a href="/t">Tea &amp; more</a>');
      expect(link({}, { text: 'anchor' })).toBe('<a href="/t">tea</a>');
    });

    it.each([
      ['/blog/tea', '/blog/tea'],
      ['/blog/tea', '/blog/tea/'],
      ['/blog/tea/', '/blog/tea'],
      ['/blog/tea', '/blog/tea#brewing'],
      ['/blog/t%C3%A9', '/blog/té'],
      ['https://example.com/blog/tea', '/blog/tea'],
      ['https://example.com/blog/tea', 'https://EXAMPLE.com/blog/tea'],
      ['http://example.com/blog/tea', 'https://example.com/blog/tea'],
      ['/blog/cafe\u0301', '/blog/caf\u00e9'],
      ['/a%2fb', '/a%2Fb'],
      ['/', '/'],
    ])('on %s never to %s', (currentUrl, url) => {
      expect(link({ url }, { currentUrl })).toBe('tea');
    });

    it.each([
      ['/blog/tea', '/blog/tea-2'],
      ['/blog/tea', '/blog'],
      ['/blog/tea', '/blog/tea?page=2'],
      ['/a/b', '/a%2Fb'],
      ['/a%3Fb', '/a?b'],
      ['/a%252Fb', '/a%2Fb'],
      ['/blog/tea', 'https://example.com/blog/tea'],
      ['https://example.com/blog/tea', 'https://other.example/blog/tea'],
    ])('on %s to %s', (currentUrl, url) => {
      expect(link({ url }, { currentUrl })).toContain('<a ');
    });

    const redirects: LinkRedirects = {
      list: [
        { type: 'post', from: 'tea', to: 'tea-today' },
        { type: 'post', from: 'té verde', to: 'green tea' },
        { type: 'pseo-page', from: 'tea/berlin', to: 'drinks/berlin' },
      ],
      origin: 'https://example.com',
      post: ({ slug }) => `/blog/${encodeURIComponent(slug)}`,
      page: ({ slug }) => `/${slug}`,
    };

    it.each([
      ['/blog/tea', '/blog/tea-today'],
      ['/blog/tea/?ref=1#brewing', '/blog/tea-today?ref=1#brewing'],
      ['/blog/té%20verde', '/blog/green%20tea'],
      ['http://EXAMPLE.com/blog/tea', 'http://example.com/blog/tea-today'],
      ['https://other.example/blog/tea', 'https://other.example/blog/tea'],
      ['/tea', '/tea'],
      ['/tea/berlin', '/drinks/berlin'],
      ['/blog/tea/berlin', '/blog/tea/berlin'],
    ])('of an earlier slug, %s leads to %s', (url, now) => {
      const linked = `<a href="${now}">tea</a>`;
      expect(link({ url }, { redirects })).toBe(linked);
      const ready = prepareLinks([{ keyword: 'tea', url }], { redirects });
      expect(linkKeywords('tea', ready)).toBe(linked);
      expect(linkKeywords('tea', ready, { redirects })).toBe(linked);
    });

    it.each([
      '/blog/tea-today',
      '/blog/tea-today/',
      '/blog/tea%2Dtoday#x',
      'https://example.com/blog/tea-today',
    ])('on %s never by way of an earlier slug of the page, and limits count its target', (currentUrl) => {
      expect(link({ url: '/blog/tea' }, { currentUrl, redirects })).toBe('tea');
      expect(link({ url: '/blog/tea' }, { currentUrl })).toContain('<a ');
      const html = '<a href="/blog/tea">all</a> tea';
      const rules = [{ keyword: 'tea', url: '/blog/tea-today' }];
      expect(linkKeywords(html, rules, { redirects, maxPerTarget: 1 })).toBe(html);
    });

    it('with redirects only of what the website shows', () => {
      expect(link({ url: '/tea/berlin' }, { redirects: { ...redirects, page: undefined } })).toBe(
        '<a href="/tea/berlin">tea</a>',
      );
      const ready = prepareLinks([{ keyword: 'tea', url: '/' }]);
      expect(() => linkKeywords('tea', ready, { redirects })).toThrow(/give them to prepareLinks/);
      expect(() => link({}, { redirects: { ...redirects, origin: 'example.com' } })).toThrow(
        /^redirects\.origin must be/,
      );
    });

    it('not for a shorter keyword in the place of one that leads to the page itself', () => {
      expect(shown('cold brew, brew', ['cold brew', 'brew'], { currentUrl: '/1' })).toBe(
        'cold brew, [brew](/2)',
      );
    });
  });

  it.each([
    ['one that is read against nothing', 'blog/tea'],
    ['one without a scheme', 'www.example.com/blog/tea'],
    ['a host without a scheme', '//example.com/blog/tea'],
    ['another scheme', 'file:///blog/tea'],
    ['nothing', ''],
  ])('is told of a page that can be no page: %s', (_what, currentUrl) => {
    expect(() => linkKeywords('tea', [{ keyword: 'tea', url: '/tea' }], { currentUrl })).toThrow(
      /^currentUrl must be/,
    );
  });

  it.each<[string, string | undefined, string | undefined, string]>([
    ['none and one', undefined, 'tr', 'without a locale'],
    ['two', 'tr', 'az', 'for the locale "tr"'],
  ])('is told of languages that disagree: %s', (_what, prepared, locale, words) => {
    const ready = prepareLinks([{ keyword: 'dış', url: '/1' }], prepared);
    expect(() => linkKeywords('DIŞ', ready, { locale })).toThrow(TypeError);
    expect(() => linkKeywords('DIŞ', ready, { locale })).toThrow(words);
  });

  it('takes the language that the rules were prepared for, said again or not', () => {
    const ready = prepareLinks([{ keyword: 'dış', url: '/1' }], 'tr');
    for (const locale of [undefined, 'tr']) {
      expect(linkKeywords('DIŞ', ready, { locale })).toBe('<a href="/1">DIŞ</a>');
    }
  });

  describe('keeps to limits', () => {
    const html = '<p>tea, Tea</p><p>coffee, tea, coffee</p>';

    it('for the page, in reading order', () => {
      expect(shown(html, ['coffee', 'tea'], { maxLinks: 3 })).toBe(
        '<p>[tea](/2), [Tea](/2)</p><p>[coffee](/1), tea, coffee</p>',
      );
      expect(shown(html, ['coffee', 'tea'], { maxLinks: 0 })).toBe(html);
    });

    it('for a keyword', () => {
      expect(shown(html, ['coffee', 'tea'], { maxPerKeyword: 1 })).toBe(
        '<p>[tea](/2), Tea</p><p>[coffee](/1), tea, coffee</p>',
      );
    });

    it('for a target, counting links that are there already', () => {
      const rules = [
        { keyword: 'tea', url: '/drinks' },
        { keyword: 'coffee', url: '/drinks/' },
      ];
      expect(linkKeywords('tea coffee', rules, { maxPerTarget: 1 })).toBe('<a href="/drinks">tea</a> coffee');
      const linked = '<a href="/drinks#x">all</a> tea coffee';
      expect(linkKeywords(linked, rules, { maxPerTarget: 1 })).toBe(linked);
    });

    it('without giving the place of a longer keyword to a shorter one', () => {
      expect(shown('cold brew, cold brew', ['cold brew', 'brew'], { maxPerKeyword: 1 })).toBe(
        '[cold brew](/1), cold brew',
      );
    });
  });

  it('takes rules that were made ready for many pages', () => {
    const ready = prepareLinks(rulesFor(['tea']));
    expect(linkKeywords('tea', ready)).toBe('<a href="/1">tea</a>');
    expect(linkKeywords('tea', ready, { currentUrl: '/1' })).toBe('tea');
  });

  it('takes a mark behind something hidden for a part of the letters before it', () => {
    expect(shown('กาแฟ\u200b\u0e34 x', ['\u0e34'])).toBe('กาแฟ\u200b\u0e34 x');
  });

  it('takes halves of characters, and leaves the text alone that has them', () => {
    expect(shown('<p>\udc00\udc00 tea</p><p>tea</p>', ['tea'])).toBe(
      '<p>\udc00\udc00 tea</p><p>[tea](/1)</p>',
    );
  });

  it('takes markup that is nested deeper than the stack', () => {
    const html = `${'<span>'.repeat(30_000)}tea${'</span>'.repeat(30_000)}`;
    expect(linkKeywords(html, rulesFor(['tea']))).toContain('<a href="/1">tea</a>');
  });

  it.each([
    ['Chinese without a space', '咖啡茶'.repeat(34_000), '咖啡'],
    ['more marks on a letter than there are', `e${'\u0301\u0323'.repeat(100_000)} tea`, 'tea'],
    ['joiners without end', `${'\u200d'.repeat(100_000)} tea`, '\u200d'],
    ['text in tens of thousands of pieces', 'tea<wbr> '.repeat(50_000), 'tea'],
    ['pieces that show nothing', `tea${'<b>\u00ad</b>'.repeat(50_000)} tea`, 'tea'],
    [
      'a tag with tens of thousands of attributes',
      `<p ${Array.from({ length: 40_000 }, (_, n) => `a${n}="1"`).join(' ')}>tea`,
      'tea',
    ],
    ['dots without end', `${'.'.repeat(300_000)} a@${'b.'.repeat(100_000)} tea`, 'tea'],
    ['an address without end', `https://${'tea/'.repeat(50_000)}`, 'tea'],
    ...['-', '.-', 'a-', 'a.', 'a.-', '-a.'].map((row): [string, string, string] => [
      `rows of ${row} behind a name`,
      `tea a.b ${row.repeat(500_000)}`,
      'tea',
    ]),
  ])(
    'takes %s',
    (_what, html, keyword) => {
      const result = linkKeywords(html, rulesFor([keyword]));
      expect(result.replace(/<a href="\/1">(.*?)<\/a>/gs, '$1') === html).toBe(true);
    },
    20_000,
  );

  it('takes keywords made to take long', () => {
    const keywords = Array.from({ length: 120 }, (_, index) =>
      Array(index + 1)
        .fill('a')
        .join(' '),
    );
    const html = 'a '.repeat(20_000);
    const result = linkKeywords(html, rulesFor(keywords));
    expect(result.replace(/<\/?a[^>]*>/g, '')).toBe(html);
  });

  describe('whatever the HTML', () => {
    const ADDED = /<a href="\/new\?\d+&amp;&quot;" data-added="">([\s\S]*?)<\/a>/g;
    const options = { attributes: { 'data-added': '' } };

    it('gives it back, byte for byte, when the links are taken out again', () => {
      let added = 0;
      fc.assert(
        fc.property(anyHtml, anyRules, anyOptions, (html, rules, chosen) => {
          const result = linkKeywords(html, rules, { ...options, ...chosen });
          added += result === html ? 0 : 1;
          expect(result.replace(ADDED, '$1')).toBe(html);
        }),
        { numRuns: 3_000 },
      );
      // It did something.
      expect(added).toBeGreaterThan(200);
    });

    /** What a browser would show, without the added links, and the text of which elements these stand in. */
    const shownBy = (html: string): string => {
      type Tree = {
        nodeName: string;
        childNodes?: Tree[];
        attrs?: { name: string }[];
        value?: string;
        content?: Tree;
      };
      const context = defaultTreeAdapter.createElement('div', names.NS.HTML, []);
      const root = parseFragment(context, html, { scriptingEnabled: false }) as unknown as Tree;
      const unwrap = (node: Tree): void => {
        const children: Tree[] = [];
        for (const child of node.childNodes ?? []) {
          unwrap(child);
          const isAdded = child.attrs?.some(({ name: attribute }) => attribute === 'data-added');
          for (const kept of isAdded ? (child.childNodes ?? []) : [child]) {
            const last = children.at(-1);
            if (kept.nodeName === '#text' && last?.nodeName === '#text')
              last.value = `${last.value}${kept.value}`;
            else children.push(kept);
          }
        }
        if (node.childNodes) node.childNodes = children;
      };
      unwrap(root);
      return serialize(root as never);
    };

    it('is shown as before, but for the links', () => {
      fc.assert(
        fc.property(anyHtml, anyRules, (html, rules) => {
          expect(shownBy(linkKeywords(html, rules, options))).toBe(shownBy(html));
        }),
        { numRuns: 3_000 },
      );
    });

    it('gets no link in a link', () => {
      fc.assert(
        fc.property(anyHtml, anyRules, (html, rules) => {
          const once = linkKeywords(html, rules, options);
          // What is linked already is not linked again; what was left for a longer keyword stays.
          expect(linkKeywords(once, rules, options).replace(ADDED, '$1')).toBe(html);
        }),
        { numRuns: 1_000 },
      );
    });
  });
});
